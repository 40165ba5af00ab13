import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { ServerSettings } from '@sonde/schema/server-settings.ts'
import { defaultOf, propertiesOf } from '@sonde/schema/shape.ts'

test('docs/settings.md lists every setting of the server with its default, and no other', () => {
  const markdown = readFileSync(join(import.meta.dirname, '../docs/settings.md'), 'utf8')
  const listed = [...markdown.matchAll(/^\| `([A-Z_]+)` \| (?:`([^`]+)`|unset) \|/gm)].map(
    ([, name, byDefault]) => [name, byDefault ?? null],
  )
  const expected = Object.entries(propertiesOf(ServerSettings)).map(([name, schema]) => {
    const byDefault = defaultOf(schema)
    return [name, byDefault === undefined ? null : String(byDefault)]
  })
  assert.deepEqual(listed, expected)
})
