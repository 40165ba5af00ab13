import assert from 'node:assert/strict'
import { test } from 'node:test'
import { showDay, showDuration, showMoment, showResponseTime } from './shown-time.ts'

const times: readonly [milliseconds: number, shown: string][] = [
  [0, '0 ms'],
  [0.012, '0.012 ms'],
  [0.012345, '0.0123 ms'],
  [15.34, '15.3 ms'],
  [123.4, '123 ms'],
  [999.4, '999 ms'],
  [999.7, '1 s'],
  [1_240, '1.24 s'],
  [62_500, '62.5 s'],
]

for (const [milliseconds, shown] of times) {
  test(`a response time of ${milliseconds} ms is shown as ${shown}`, () => {
    assert.equal(showResponseTime(milliseconds), shown)
  })
}

const durations: readonly [milliseconds: number, shown: string][] = [
  [-5, '0 s'],
  [999, '0 s'],
  [45_000, '45 s'],
  [60_000, '1 min'],
  [725_000, '12 min 5 s'],
  [3_600_000, '1 h'],
  [3_605_000, '1 h'],
  [12_000_000, '3 h 20 min'],
  [90_000_000, '1 d 1 h'],
]

for (const [milliseconds, shown] of durations) {
  test(`${milliseconds} ms lasted ${shown}`, () => {
    assert.equal(showDuration(milliseconds), shown)
  })
}

test('a moment is a date, the time of day and UTC', () => {
  const at = Date.parse('2026-03-01T09:05:59.999Z')
  assert.equal(showMoment(at), 'Mar 1, 2026, 09:05 UTC')
  assert.equal(showDay(at), 'Mar 1')
})
