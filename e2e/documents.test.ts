import assert from 'node:assert/strict'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { ServerSettings } from '@sonde/schema/accounts/server-settings.ts'
import { defaultOf, propertiesOf } from '@sonde/schema/validation/shape.ts'

const root = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')

test('docs/settings.md lists every setting of the server with its default, and no other', () => {
  const listed = [...read('docs/settings.md').matchAll(/^\| `([A-Z_]+)` \| (?:`([^`]+)`|unset) \|/gm)].map(
    ([, name, byDefault]) => [name, byDefault ?? null],
  )
  const expected = Object.entries(propertiesOf(ServerSettings)).map(([name, schema]) => {
    const byDefault = defaultOf(schema)
    return [name, byDefault === undefined ? null : String(byDefault)]
  })
  assert.deepEqual(listed, expected)
})

const documents = [
  ...readdirSync(root).filter((name) => name.endsWith('.md')),
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
]
for (const document of documents) {
  test(`every file that ${document} names exists`, () => {
    const links = [...read(document).matchAll(/\]\(([^)#:]+)\)/g)].map(([, file = '']) =>
      join(dirname(document), file),
    )
    const named = [...read(document).matchAll(/\b((?:packages|scripts|e2e|bench)\/[\w./-]+\.\w+)/g)].map(
      ([, file = '']) => file,
    )
    assert.deepEqual(
      [...links, ...named].filter((file) => !existsSync(join(root, file))),
      [],
    )
  })
}
