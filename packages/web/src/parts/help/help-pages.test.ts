import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { helpPages } from './help-pages.ts'

const docs = join(import.meta.dirname, '../../../../../docs')

for (const page of helpPages) {
  const [name = '', anchor] = page.split('#')
  test(`the documentation has ${page}`, () => {
    const file = join(docs, `${name}.md`)
    assert.ok(existsSync(file))
    if (anchor === undefined) return
    const anchors = [...readFileSync(file, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    )
    assert.ok(anchors.includes(anchor), `${anchors.join(', ')}`)
  })
}

test('every page in the list is linked to', () => {
  const folder = join(import.meta.dirname, '../..')
  const files = globSync('**/*.{ts,tsx}', { cwd: folder }).filter((file) => !file.endsWith('help-pages.ts'))
  const sources = files.map((file) => readFileSync(join(folder, file), 'utf8'))
  const unused = helpPages.filter(
    (page) => !sources.some((source) => source.includes(`"${page}"`) || source.includes(`'${page}'`)),
  )
  assert.deepEqual(unused, [])
})
