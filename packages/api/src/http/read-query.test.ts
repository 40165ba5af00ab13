import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { acceptingLoneValue } from '@sonde/schema/validation/annotations.ts'
import { Type } from 'typebox'
import { readQuery } from './read-query.ts'

const schema = Type.Object({
  limit: Type.Integer({ default: 10 }),
  share: Type.Optional(Type.Number()),
  detach: Type.Optional(Type.Boolean()),
  search: Type.Optional(Type.String()),
  tag: Type.Optional(acceptingLoneValue(Type.Array(Type.String()))),
  port: Type.Optional(acceptingLoneValue(Type.Array(Type.Integer()))),
})

suite('a query string', () => {
  const cases: [string, Record<string, string | string[]>, Record<string, unknown>][] = [
    ['gets the defaults of what is absent', {}, { limit: 10 }],
    ['drops what the schema does not name', { other: 'x', __proto__x: 'y' }, { limit: 10 }],
    ['reads whole numbers', { limit: '5' }, { limit: 5 }],
    ['reads negative numbers, for the validator to judge', { limit: '-1' }, { limit: -1 }],
    ['reads fractions, for the validator to judge', { limit: '1.5' }, { limit: 1.5 }],
    [
      'leaves what is no plain number as text',
      { limit: '1e3', share: '0x10' },
      { limit: '1e3', share: '0x10' },
    ],
    ['leaves an empty number as text', { limit: '' }, { limit: '' }],
    ['leaves Infinity as text', { share: 'Infinity' }, { limit: 10, share: 'Infinity' }],
    ['reads true and 1', { detach: 'true' }, { limit: 10, detach: true }],
    ['reads 1 as true', { detach: '1' }, { limit: 10, detach: true }],
    ['reads 0 as false', { detach: '0' }, { limit: 10, detach: false }],
    ['reads false', { detach: 'false' }, { limit: 10, detach: false }],
    ['leaves other words as text', { detach: 'yes' }, { limit: 10, detach: 'yes' }],
    ['keeps digits as text where text is wanted', { search: '42' }, { limit: 10, search: '42' }],
    ['takes a lone value for a list', { tag: 'a' }, { limit: 10, tag: ['a'] }],
    ['takes repeated names for a list', { tag: ['a', 'b'] }, { limit: 10, tag: ['a', 'b'] }],
    ['takes names with brackets for a list', { 'tag[]': ['a', 'b'] }, { limit: 10, tag: ['a', 'b'] }],
    ['joins both spellings', { tag: 'a', 'tag[]': 'b' }, { limit: 10, tag: ['a', 'b'] }],
    ['keeps commas inside a value', { tag: 'a,b' }, { limit: 10, tag: ['a,b'] }],
    ['reads the items of a list', { port: ['1', 'x'] }, { limit: 10, port: [1, 'x'] }],
    [
      'leaves a repeated single value for the validator to refuse',
      { limit: ['1', '2'] },
      { limit: ['1', '2'] },
    ],
  ]
  for (const [promise, raw, expected] of cases) {
    test(promise, () => assert.deepEqual(readQuery(schema, raw), expected))
  }

  test('refuses a NUL character', () => {
    assert.throws(() => readQuery(schema, { search: 'a\0' }), /search must not contain a NUL character/)
  })
})
