import assert from 'node:assert/strict'
import { test } from 'node:test'
import { canonicalUuid } from './uuid.ts'

test('an id has one spelling, and what is not an id has none', () => {
  const id = '0f8fad5b-d9cb-469f-a165-70867728950e'
  assert.equal(canonicalUuid(id), id)
  assert.equal(canonicalUuid(id.toUpperCase()), id)
  for (const text of ['', 'x', `{${id}}`, `${id} `, id.replaceAll('-', ''), `${id.slice(1)}g`]) {
    assert.equal(canonicalUuid(text), null, text)
  }
})
