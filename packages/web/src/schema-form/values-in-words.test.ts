import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FormLayout } from './form-layout.ts'
import { Unreadable, type FormSchema } from './form-schema.ts'
import { valuesInWords } from './values-in-words.ts'

const schema: FormSchema = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    muted: { type: 'boolean' },
    count: { type: 'integer' },
    tags: { type: 'array', items: { type: 'string' } },
    login: { type: 'object', properties: { user: { type: 'string' } } },
    when: { type: 'string', enum: ['RUN_BASED', 'TIME_BASED'] },
    version: { type: 'string' },
  },
}
const layout: FormLayout = {
  sections: [],
  fields: {
    when: { label: 'Alert after', options: { RUN_BASED: 'failed runs' } },
    version: { isHidden: true },
  },
}
const all = [...Object.keys(schema.properties ?? {}), 'not-of-this-type']
const words = (value: Record<string, unknown>) => valuesInWords({ schema, layout, value }, all)

const cases: readonly [value: Record<string, unknown>, words: string][] = [
  [{}, 'Nothing set'],
  [{ name: '', muted: false, tags: [], login: null }, 'Nothing set'],
  [{ name: 'Shop', muted: true, count: 0 }, 'Name: Shop, Muted, Count: 0'],
  [{ tags: ['a', 'b'], login: { user: 'x' } }, 'Tags: 2, Login'],
  [{ when: 'RUN_BASED' }, 'Alert after: failed runs'],
  [{ when: 'TIME_BASED', version: 'not shown' }, 'Alert after: Time based'],
  [{ name: 'first line\nsecond' }, 'Name: first line…'],
  [{ name: 'GET' }, 'Name: GET'],
  [{ count: new Unreadable('many', 'must be a number') }, 'Count: many'],
]
for (const [value, expected] of cases) {
  test(`a fold says: ${expected}`, () => assert.equal(words(value), expected))
}
