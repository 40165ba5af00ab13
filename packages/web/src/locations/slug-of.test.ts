import assert from 'node:assert/strict'
import { test } from 'node:test'
import { slugOf } from './slug-of.ts'

test('a slug is proposed from the name', () => {
  assert.equal(slugOf('Office, Köln'), 'office-koln')
  assert.equal(slugOf('  --  '), '')
  assert.equal(slugOf(`${'a'.repeat(29)} b`), 'a'.repeat(29))
  assert.equal(slugOf(''), '')
})
