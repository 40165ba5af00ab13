import assert from 'node:assert/strict'
import { test } from 'node:test'
import { momentIn } from './moment-in.ts'

const at = Date.parse('2026-11-15T03:04:52.000Z')

test('a moment is shown by the clock of its zone, with the name of the zone, and in UTC', () => {
  assert.equal(momentIn('America/New_York', at), '2026-11-14 22:04 America/New_York (2026-11-15 03:04 UTC)')
  assert.equal(momentIn('Asia/Kolkata', at), '2026-11-15 08:34 Asia/Kolkata (2026-11-15 03:04 UTC)')
})

test('midnight is 00:00', () => {
  assert.equal(momentIn('UTC', Date.parse('2026-01-01T00:00:00Z')), '2026-01-01 00:00 UTC')
})

test('without a zone a moment is shown in UTC alone', () => {
  assert.equal(momentIn(null, at), '2026-11-15 03:04 UTC')
})
