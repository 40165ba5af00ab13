import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hourMs } from '@sonde/ground/durations.ts'
import { silenceOf } from './heartbeat-occurrence.ts'

const lastPingAt = Date.parse('2026-03-01T10:00:00.000Z')

function silence(graceMs: number): string {
  const expectedAt = lastPingAt + hourMs
  return silenceOf({ checkId: 'c', lastPingAt, timer: { expectedAt, deadlineAt: expectedAt + graceMs } })
}

test('a silent job is told with the time that it was expected at, and its deadline if that is another', () => {
  const expected = 'No ping since 2026-03-01T10:00:00.000Z: one was expected at 2026-03-01T11:00:00.000Z'
  assert.equal(silence(0), expected)
  assert.equal(silence(hourMs), `${expected}, and at the latest at 2026-03-01T12:00:00.000Z`)
})
