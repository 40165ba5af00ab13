import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { dayMs, hourMs } from '@sonde/ground/durations.ts'
import type { MaintenanceRow } from '@sonde/store/maintenance/maintenances.ts'
import { someMaintenance, someWindow, type SomeWindow } from '../../testing/some-maintenance.ts'
import { replan, wantedOccurrences } from './plan.ts'

const monday = Date.UTC(2026, 5, 1)

const window = (fields: Partial<SomeWindow> = {}) =>
  someWindow('a', { startsAt: monday + 2 * hourMs, endsAt: monday + 4 * hourMs, ...fields })
const daily = { repeatInterval: 1, repeatUnit: 'DAY' } as const

suite('the occurrences that a window has in advance', () => {
  const starts = (fields: Partial<SomeWindow>, now: number) =>
    wantedOccurrences(window(fields), now).map(({ startsAt }) => (startsAt - monday) / hourMs)

  test('a window that happens once has one, until it is over', () => {
    assert.deepEqual(starts({}, monday), [2])
    assert.deepEqual(starts({}, monday + 3 * hourMs), [2])
    assert.deepEqual(starts({}, monday + 4 * hourMs), [])
  })

  test('a daily window has the one under way and those of the next eight days', () => {
    assert.deepEqual(starts(daily, monday + 3 * hourMs), [2, 26, 50, 74, 98, 122, 146, 170, 194])
  })

  test('a rare window has the next one, however far away', () => {
    const found = starts({ repeatInterval: 12, repeatUnit: 'MONTH' }, monday + 5 * hourMs)
    assert.deepEqual(found, [365 * 24 + 2])
  })
})

suite('a window that changes', () => {
  const scheduled = (day: number, fields: Partial<MaintenanceRow> = {}) =>
    someMaintenance({
      id: `day ${day}`,
      startsAt: monday + day * dayMs + 2 * hourMs,
      endsAt: monday + day * dayMs + 4 * hourMs,
      ...fields,
    })
  const now = monday + 3 * hourMs
  const running = (fields: Partial<MaintenanceRow> = {}) =>
    scheduled(0, { status: 'IN_PROGRESS', beganAt: monday + 2 * hourMs, ...fields })

  test('other words change no occurrence', () => {
    const result = replan(window(daily), window({ ...daily, tags: ['a'] }), [running(), scheduled(1)], now)
    assert.deepEqual(result, { rescheduled: [], steps: [], removed: [] })
  })

  test('a later end makes the one under way longer, and those to come', () => {
    const longer = window({ ...daily, endsAt: monday + 6 * hourMs })
    const { rescheduled, steps, removed } = replan(window(daily), longer, [running(), scheduled(1)], now)
    assert.deepEqual(
      rescheduled.map(({ id, startsAt, endsAt, status }) => [id, (endsAt - startsAt) / hourMs, status]),
      [
        ['day 0', 4, 'IN_PROGRESS'],
        ['day 1', 4, 'SCHEDULED'],
      ],
    )
    assert.deepEqual([steps, removed], [[], []])
  })

  test('moved away to another time, the one under way ends now', () => {
    const later = window({ startsAt: monday + 10 * hourMs, endsAt: monday + 11 * hourMs })
    const { steps, rescheduled } = replan(window(), later, [running()], now)
    assert.deepEqual(
      steps.map(({ after }) => [after.id, after.status, after.endedAt]),
      [['day 0', 'COMPLETED', now]],
    )
    assert.deepEqual(rescheduled, [])
  })

  test('those with dates of their own keep them, and deleted ones stay deleted', () => {
    const hour = window({ ...daily, startsAt: monday + 3 * hourMs, endsAt: monday + 5 * hourMs })
    const own = scheduled(1, {
      plannedAt: monday + 26 * hourMs,
      isMoved: true,
      startsAt: monday + 30 * hourMs,
      endsAt: monday + 31 * hourMs,
    })
    const deleted = scheduled(2, { isDeleted: true, status: 'CANCELLED' })
    const { rescheduled, removed } = replan(window(daily), hour, [own, deleted, scheduled(3)], now)
    assert.deepEqual(
      rescheduled.map(({ id, plannedAt, startsAt, isDeleted }) => [
        id,
        (plannedAt - monday) / hourMs,
        (startsAt - monday) / hourMs,
        isDeleted,
      ]),
      [
        ['day 1', 27, 30, false],
        ['day 2', 51, 50, true],
        ['day 3', 75, 75, false],
      ],
    )
    assert.deepEqual(removed, [])
  })

  test('with other steps, what was planned by the old ones goes', () => {
    const weekly = window({ repeatInterval: 1, repeatUnit: 'WEEK' })
    const { removed, rescheduled } = replan(
      window(daily),
      weekly,
      [running(), scheduled(1), scheduled(2)],
      now,
    )
    assert.deepEqual(
      removed.map(({ id }) => id),
      ['day 1', 'day 2'],
    )
    assert.deepEqual(
      rescheduled.map(({ id }) => id),
      ['day 0'],
    )
  })

  test('one that ran out a moment ago goes on when the window is made longer', () => {
    const after = monday + 5 * hourMs
    const over = running({ status: 'COMPLETED', endedAt: monday + 4 * hourMs })
    const { steps } = replan(window(), window({ endsAt: monday + 8 * hourMs }), [over], after)
    assert.deepEqual(
      steps.map(({ after: row }) => [row.status, row.endsAt, row.endedAt]),
      [['IN_PROGRESS', monday + 8 * hourMs, null]],
    )
  })

  test('one that a person completed does not', () => {
    const done = running({ status: 'COMPLETED', endsAt: now - 1, endedAt: now - 1 })
    const result = replan(window(), window({ endsAt: monday + 8 * hourMs }), [done], now)
    assert.deepEqual(result, { rescheduled: [], steps: [], removed: [] })
  })
})
