import assert from 'node:assert/strict'
import { test } from 'node:test'
import { momentIn } from './moment-in.ts'

const at = Date.parse('2026-11-15T03:04:52.000Z')

test('a moment is shown by the clock of its zone, with the name of the zone, and in UTC', () => {
  assert.equal(
    momentIn('America/New_York', at),
    'Nov 14, 2026, 22:04 America/New_York (Nov 15, 2026, 03:04 UTC)',
  )
  assert.equal(momentIn('Asia/Kolkata', at), 'Nov 15, 2026, 08:34 Asia/Kolkata (Nov 15, 2026, 03:04 UTC)')
})

test('midnight is 00:00', () => {
  assert.equal(momentIn('UTC', Date.parse('2026-01-01T00:00:00Z')), 'Jan 1, 2026, 00:00 UTC')
})

test('without a zone a moment is shown in UTC alone', () => {
  assert.equal(momentIn(null, at), 'Nov 15, 2026, 03:04 UTC')
})
