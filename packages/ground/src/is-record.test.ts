import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isRecord } from './is-record.ts'

const cases = [
  { name: 'an object', value: { a: 1 }, expected: true },
  { name: 'an object without a prototype', value: Object.create(null), expected: true },
  { name: 'null', value: null, expected: false },
  { name: 'a list', value: [{ a: 1 }], expected: false },
  { name: 'a text', value: 'a', expected: false },
  { name: 'nothing', value: undefined, expected: false },
]
for (const { name, value, expected } of cases) {
  test(`${name} is ${expected ? 'a' : 'no'} record`, () => assert.equal(isRecord(value), expected))
}
