import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { expiryOf } from './expiry.ts'

const now = Date.parse('2026-11-15T12:00:00Z')
const cases = [
  [null, 'unknown', '–'],
  ['no date', 'unknown', '–'],
  ['2026-11-15T12:00:00Z', 'over', 'expired'],
  ['2026-11-15T13:00:00Z', 'soon', 'less than a day left'],
  ['2026-11-16T12:00:00Z', 'soon', '1 day left'],
  ['2026-12-15T11:59:00Z', 'soon', '29 days left'],
  ['2026-12-15T12:00:00Z', 'later', '30 days left'],
] as const

suite('the time that a certificate has left', () => {
  for (const [expiresAt, state, words] of cases) {
    test(`${expiresAt ?? 'unknown'}: ${words}`, () =>
      assert.deepEqual(expiryOf(expiresAt, now), { state, words }))
  }
})
