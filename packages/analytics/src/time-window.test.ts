import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { QuickRange } from '@sonde/schema/analytics.ts'
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
  const dayMs = 86_400_000
  const kept = { now, rawRetentionDays: 30, rollupRetentionDays: 760 }
  assert.deepEqual(storedPart({ from: -8.64e15, to: 8.64e15 }, kept), {
    from: now - 760 * dayMs,
    to: now + 3_600_000,
  })
  assert.deepEqual(storedPart({ from: now - 5, to: now }, kept), { from: now - 5, to: now })
  const longRaw = { ...kept, rollupRetentionDays: 10 }
  assert.equal(storedPart({ from: 0, to: now }, longRaw).from, now - 30 * dayMs)
})
