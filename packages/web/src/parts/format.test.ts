import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayMs, hourMs, minuteMs } from '@sonde/ground/durations.ts'
import { formatAgo, formatLasting, formatWholeMs } from './format.ts'

test('a time in whole milliseconds has no digits that were not measured', () => {
  assert.deepEqual([0, 1, 25, 999, 1124, 12_345, null].map(formatWholeMs), [
    '< 1 ms',
    '1 ms',
    '25 ms',
    '999 ms',
    '1.12 s',
    '12.3 s',
    '–',
  ])
})

test('how long ago something was is its largest unit, and a date after a day', () => {
  const inWords = (form: Intl.DateTimeFormatOptions, at: number) =>
    new Intl.DateTimeFormat(undefined, form).format(at)
  const now = Date.UTC(2026, 10, 16, 12)
  const cases: [number, string][] = [
    [now, 'now'],
    [now + 10_000, 'now'],
    [now - 45_000, '45 s ago'],
    [now - 2 * minuteMs - 1, '2 min ago'],
    [now - 3 * hourMs, '3 h ago'],
    [now - 23 * hourMs, '23 h ago'],
    [now - 4 * dayMs, inWords({ day: 'numeric', month: 'short' }, now - 4 * dayMs)],
    [now - 400 * dayMs, inWords({ dateStyle: 'medium' }, now - 400 * dayMs)],
    [now + 90 * minuteMs, 'in 1 h'],
  ]
  assert.deepEqual(
    cases.map(([at]) => formatAgo(at, now)),
    cases.map(([, words]) => words),
  )
  assert.equal(formatLasting(now - 59_000, now), '< 1 min')
  assert.equal(formatLasting(now - 61_000, now), '1 min')
})
