import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { Nullable } from './building-blocks.ts'
import { dropUnknown } from './drop-unknown.ts'

const schema = Type.Object({
  name: Type.String(),
  inner: Nullable(Type.Object({ known: Type.Number() })),
  list: Type.Array(Type.Object({ found: Type.Unsafe<unknown>({ description: 'anything' }) })),
})

test('fields that the schema does not list are dropped at every depth', () => {
  const sent = { name: 'a', more: 1, inner: { known: 1, more: 2 }, list: [{ found: 1, more: 3 }] }
  assert.deepEqual(dropUnknown(schema, sent), { name: 'a', inner: { known: 1 }, list: [{ found: 1 }] })
})

test('a value of any form stays whole, null stays null, and what is missing stays missing', () => {
  const sent = { inner: null, list: [{ found: { any: ['thing'] } }, {}] }
  assert.deepEqual(dropUnknown(schema, sent), sent)
})

test('names that every object has are not taken for fields', () => {
  const sent: unknown = JSON.parse('{"name":"a","__proto__":{"inner":null},"constructor":1}')
  assert.deepEqual(dropUnknown(schema, sent), { name: 'a' })
})

test('a map keeps all of its names', () => {
  const map = Type.Object({
    headers: Type.Unsafe<unknown>({ type: 'object', additionalProperties: { type: 'string' } }),
  })
  const sent: unknown = JSON.parse('{"headers":{"server":"x","__proto__":"y"},"more":1}')
  assert.equal(JSON.stringify(dropUnknown(map, sent)), '{"headers":{"server":"x","__proto__":"y"}}')
})
