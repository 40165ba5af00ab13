import assert from 'node:assert/strict'
import { STATUS_CODES } from 'node:http'
import { isRecord } from '@sonde/ground/is-record.ts'
import type { ValidationSource } from '@sonde/schema/validation/error.ts'
import type { Answer } from './http-client.ts'

/** The error body that every refusal has. */
export function expectError(answer: Answer, status: number): void {
  assert.equal(answer.status, status, answer.text)
  assert.equal(answer.at('statusCode'), status)
  assert.equal(answer.at('error'), STATUS_CODES[status])
  const message = answer.textAt('message')
  assert.notEqual(message, '')
  assert.match(answer.headers['content-type'] ?? '', /^application\/json; charset=utf-8$/)
  // A known client takes every error text with these digits for a deleted resource. An id may have them by chance.
  if (status !== 404)
    assert.doesNotMatch(answer.text.replace(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, ''), /404/)
  if (status === 401 || status === 429) assert.ok(isRecord(answer.at('attributes')))
  if (status === 401) assert.equal(answer.headers['www-authenticate'], 'Bearer')
}

/** A 400 that names exactly these fields, and begins its message with the first of them. */
export function expectInvalid(answer: Answer, source: ValidationSource, keys: readonly string[]): void {
  expectError(answer, 400)
  assert.equal(answer.at('validation.source'), source)
  const named = answer.at('validation.keys')
  assert.ok(Array.isArray(named))
  assert.deepEqual(named.toSorted(), keys.toSorted(), answer.text)
  const message = answer.textAt('message')
  assert.ok(message.startsWith(String(named[0])), message)
  for (const key of keys) assert.ok(message.includes(key), `${message} does not name ${key}`)
}
