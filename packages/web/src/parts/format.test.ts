import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayMs, hourMs, minuteMs } from '@sonde/ground/durations.ts'
import {
  formatAgo,
  formatCalendarDay,
  formatDuration,
  formatFully,
  formatLasting,
  formatMoment,
  formatMs,
  formatTimeOfDay,
  formatUntil,
  formatWholeMs,
} from './format.ts'

test('a time is written as in the reasons of results, measured or set as a limit', () => {
  assert.deepEqual([0, 0.0248, 8, 15.34, 999.7, 1124, 3000, 30_000, null].map(formatMs), [
    '0 ms',
    '0.0248 ms',
    '8 ms',
    '15.3 ms',
    '1 s',
    '1.12 s',
    '3 s',
    '30 s',
    '–',
  ])
})

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

test('a duration is its two largest units, and what is a moment short of a unit is the unit', () => {
  const cases: [number, string][] = [
    [400, '400 ms'],
    [12 * minuteMs + 5000, '12 min 5 s'],
    [hourMs - 300, '1 h'],
    [90 * minuteMs, '1 h 30 min'],
    [28 * hourMs - 700, '1 d 4 h'],
    [dayMs + 3 * hourMs + 50 * minuteMs, '1 d 3 h'],
  ]
  for (const [ms, words] of cases) assert.equal(formatDuration(ms), words)
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

test('a time is told by 24 hours in every form, with the year where it is another one, and with its zone on hover', () => {
  // Months and hours of the machine that runs the test.
  const at = new Date(2026, 10, 16, 14, 5, 9, 7).getTime()
  const [sameDay, nextYear] = [new Date(2026, 10, 16, 20).getTime(), new Date(2027, 1, 1).getTime()]
  assert.deepEqual(
    [formatTimeOfDay(at), formatTimeOfDay(at, 'second'), formatUntil(at, sameDay)],
    ['14:05', '14:05:09', '14:05'],
  )
  for (const words of [formatMoment(at), formatMoment(at, 'short', sameDay), formatFully(at)])
    assert.match(words, /\b14:05/)
  assert.doesNotMatch(formatMoment(at, 'short', sameDay), /2026/)
  assert.match(formatMoment(at, 'short', nextYear), /2026/)
  assert.match(formatFully(at), /:09 UTC\)?$/)
  assert.match(formatCalendarDay('2026-11-16'), /16.*2026/)
})
