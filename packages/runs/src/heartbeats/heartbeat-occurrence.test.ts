import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hourMs, minuteMs } from '@sonde/ground/durations.ts'
import { describeSilence } from './heartbeat-occurrence.ts'

const lastPingAt = Date.parse('2026-03-01T10:00:00.000Z')

test('a silent job is told with how long it is silent, in times that people read', () => {
  assert.equal(
    describeSilence({ lastPingAt }, lastPingAt + hourMs + 5 * minuteMs),
    'No ping for 1 h 5 min, last ping at Mar 1, 2026, 10:00 UTC',
  )
  assert.equal(describeSilence({ lastPingAt: null }, lastPingAt), 'No ping by Mar 1, 2026, 10:00 UTC')
})
