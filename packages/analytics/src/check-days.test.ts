import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { hourMs } from '@sonde/ground/durations.ts'
import { lastDays } from './check-days.ts'

suite('the last days of a place', () => {
  test('end with today, as it is there', () => {
    const days = lastDays(Date.UTC(2026, 10, 16, 23, 30), { days: 3, timezone: 'Europe/Berlin' })
    assert.deepEqual(
      days.map(({ date }) => date),
      ['2026-11-15', '2026-11-16', '2026-11-17'],
    )
    assert.equal(days[2]?.from, Date.UTC(2026, 10, 16, 23))
  })

  test('are as long as the clock of the place makes them', () => {
    const days = lastDays(Date.UTC(2026, 9, 25, 12), { days: 2, timezone: 'Europe/Berlin' })
    assert.deepEqual(
      days.map(({ from, to }) => (to - from) / hourMs),
      [24, 25],
    )
  })
})
