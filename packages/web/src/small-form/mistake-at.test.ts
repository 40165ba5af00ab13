import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApiError } from '../api/api-error.ts'
import { isToldByFields, mistakeAt, mistakesBeside } from './mistake-at.ts'

const refusal = new ApiError({
  status: 400,
  message: 'name is required; headers.0.key is wrong',
  keys: ['name', 'headers.0.key'],
  requestId: null,
  retryAfterSeconds: null,
})

test('a mistake is told at its field, also one deeper inside', () => {
  assert.equal(mistakeAt(refusal, 'name'), 'Fill in this field')
  assert.equal(mistakeAt(refusal, 'headers'), 'Is wrong')
  assert.equal(mistakeAt(refusal, 'nam'), null)
  assert.equal(mistakeAt(new Error('x'), 'name'), null)
})

test('what no field shows is told beside them', () => {
  assert.deepEqual(mistakesBeside(refusal, ['name']), ['headers.0.key is wrong'])
  assert.equal(isToldByFields(refusal, ['name']), false)
  assert.equal(isToldByFields(refusal, ['name', 'headers']), true)
  assert.equal(isToldByFields(new Error('x'), []), false)
})
