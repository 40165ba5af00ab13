// In turns: the whole product as programs.
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

/** Set in a block that the text asks to run first: `docs/api.md`, "Keys and accounts". */
const setOnce = ['SONDE', 'KEY', 'ACCOUNT', 'PWD', 'HOME', 'USER', 'PATH']

for (const document of documents) {
  test(`every variable that a command of ${document} uses is set before it`, () => {
    const blocks = [...read(document).matchAll(/^```sh\n([^]*?)^```/gm)].map(([, block = '']) => block)
    const set = new Set(setOnce)
    const unset = blocks.flatMap((block) => {
      const lines = block.split('\n').filter((line) => !line.trimStart().startsWith('#'))
      return lines.flatMap((line) => {
        // What stands after two braces is for the templates of checks.
        const used = [...line.matchAll(/(?<!\{\{)\$\{?([A-Z][A-Z_]*)\b/g)].map(([, name = '']) => name)
        const missing = used.filter((name) => !set.has(name))
        for (const [, name = ''] of line.matchAll(/(?:^|\s)([A-Z][A-Z_]*)=/g)) set.add(name)
        return missing
      })
    })
    assert.deepEqual([...new Set(unset)], [])
  })
}
