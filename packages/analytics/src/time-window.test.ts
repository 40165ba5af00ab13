import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayMs } from '@sonde/ground/durations.ts'
import type { QuickRange } from '@sonde/schema/analytics/analytics.ts'
import { chooseWindow, storedPart, windowOf } from './time-window.ts'

const now = Date.UTC(2026, 7, 19, 10)

const cases: [range: QuickRange, from: string, to: string][] = [
  ['last24Hours', '2026-08-18T10:00:00.000Z', '2026-08-19T10:00:00.000Z'],
  ['last7Days', '2026-08-12T10:00:00.000Z', '2026-08-19T10:00:00.000Z'],
  ['last30Days', '2026-07-20T10:00:00.000Z', '2026-08-19T10:00:00.000Z'],
  ['thisWeek', '2026-08-17T00:00:00.000Z', '2026-08-19T10:00:00.000Z'],
  ['lastWeek', '2026-08-10T00:00:00.000Z', '2026-08-17T00:00:00.000Z'],
  ['thisMonth', '2026-08-01T00:00:00.000Z', '2026-08-19T10:00:00.000Z'],
  ['lastMonth', '2026-07-01T00:00:00.000Z', '2026-08-01T00:00:00.000Z'],
]

for (const [range, from, to] of cases) {
  test(`on a Wednesday ${range} begins ${from}`, () => {
    const window = windowOf(range, now)
    assert.deepEqual([new Date(window.from).toISOString(), new Date(window.to).toISOString()], [from, to])
  })
}

test('on a Monday at midnight the week begins, and in January last month is December', () => {
  const monday = Date.UTC(2026, 7, 17)
  assert.deepEqual(windowOf('thisWeek', monday), { from: monday, to: monday })
  assert.equal(windowOf('thisWeek', monday - 1).from, Date.UTC(2026, 7, 10))
  assert.deepEqual(windowOf('lastMonth', Date.UTC(2026, 0, 31)), {
    from: Date.UTC(2025, 11, 1),
    to: Date.UTC(2026, 0, 1),
  })
})

const places: [place: string, range: QuickRange, now: string, from: string, to: string][] = [
  // From 25 October to 29 March Paris is one hour ahead, otherwise two.
  ['Europe/Paris', 'thisMonth', '2026-10-31T22:30:00Z', '2026-09-30T22:00:00Z', '2026-10-31T22:30:00Z'],
  ['Europe/Paris', 'thisMonth', '2026-10-31T23:30:00Z', '2026-10-31T23:00:00Z', '2026-10-31T23:30:00Z'],
  ['Europe/Paris', 'lastMonth', '2026-11-15T12:00:00Z', '2026-09-30T22:00:00Z', '2026-10-31T23:00:00Z'],
  ['Europe/Paris', 'lastWeek', '2026-10-28T12:00:00Z', '2026-10-18T22:00:00Z', '2026-10-25T23:00:00Z'],
  ['Europe/Paris', 'thisWeek', '2026-04-01T12:00:00Z', '2026-03-29T22:00:00Z', '2026-04-01T12:00:00Z'],
  ['Europe/Paris', 'last7Days', '2026-10-28T12:00:00Z', '2026-10-21T12:00:00Z', '2026-10-28T12:00:00Z'],
  // In New York it is still the month, and the week, before.
  ['America/New_York', 'thisMonth', '2026-08-01T03:30:00Z', '2026-07-01T04:00:00Z', '2026-08-01T03:30:00Z'],
  ['America/New_York', 'lastMonth', '2026-12-01T04:30:00Z', '2026-10-01T04:00:00Z', '2026-11-01T04:00:00Z'],
  ['America/New_York', 'thisWeek', '2026-08-17T03:00:00Z', '2026-08-10T04:00:00Z', '2026-08-17T03:00:00Z'],
  ['America/New_York', 'lastWeek', '2026-11-05T12:00:00Z', '2026-10-26T04:00:00Z', '2026-11-02T05:00:00Z'],
  // In Auckland it is already the next one; there summer time ends on 5 April.
  ['Pacific/Auckland', 'thisMonth', '2026-07-31T12:30:00Z', '2026-07-31T12:00:00Z', '2026-07-31T12:30:00Z'],
  ['Pacific/Auckland', 'lastWeek', '2026-04-06T01:00:00Z', '2026-03-29T11:00:00Z', '2026-04-05T12:00:00Z'],
  ['Pacific/Auckland', 'lastMonth', '2026-05-15T00:00:00Z', '2026-03-31T11:00:00Z', '2026-04-30T12:00:00Z'],
  ['Pacific/Auckland', 'last24Hours', '2026-04-05T12:00:00Z', '2026-04-04T12:00:00Z', '2026-04-05T12:00:00Z'],
]

for (const [place, range, at, from, to] of places) {
  test(`at ${at}, ${range} in ${place} begins ${from}`, () => {
    const window = windowOf(range, Date.parse(at), place)
    assert.deepEqual(window, { from: Date.parse(from), to: Date.parse(to) })
    assert.deepEqual(chooseWindow({ quickRange: range }, Date.parse(at), place), window)
  })
}

test('either end overrides the named range', () => {
  const quickRange = 'lastMonth'
  assert.deepEqual(chooseWindow({ from: now - 5, quickRange }, now), { from: now - 5, to: now })
  assert.deepEqual(chooseWindow({ to: 500_000_000, quickRange }, now), {
    from: 500_000_000 - 86_400_000,
    to: 500_000_000,
  })
  assert.deepEqual(chooseWindow({ from: 1, to: 2, quickRange }, now), { from: 1, to: 2 })
})

test('of any window, only the part that can be stored is read', () => {
  const kept = { now, rawRetentionDays: 30, rollupRetentionDays: 760 }
  assert.deepEqual(storedPart({ from: -8.64e15, to: 8.64e15 }, kept), {
    from: now - 760 * dayMs,
    to: now + 3_600_000,
  })
  assert.deepEqual(storedPart({ from: now - 5, to: now }, kept), { from: now - 5, to: now })
  const longRaw = { ...kept, rollupRetentionDays: 10 }
  assert.equal(storedPart({ from: 0, to: now }, longRaw).from, now - 30 * dayMs)
})
