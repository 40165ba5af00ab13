import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rounds } from '@sonde/ground/testing/thoroughness.ts'
import * as fc from 'fast-check'
import { dayMs } from '@sonde/ground/durations.ts'
import { granularities } from '@sonde/schema/analytics/reporting.ts'
import { calendarBuckets } from './calendar-buckets.ts'
import type { TimeWindow } from './time-window.ts'

const most = 10_000

/** With summer time of a whole hour and of half of one, midnights that do not exist, and offsets of three quarters. */
const zones = [
  'UTC',
  'Europe/Paris',
  'America/New_York',
  'America/Sao_Paulo',
  'America/Santiago',
  'Asia/Beirut',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Apia',
]

const window = fc
  .record({
    from: fc.integer({ min: Date.UTC(2010, 0), max: Date.UTC(2030, 0) }),
    lengthMs: fc.integer({ min: 1, max: 400 * dayMs }),
  })
  .map(({ from, lengthMs }): TimeWindow => ({ from, to: from + lengthMs }))

const calendar = fc.record({
  granularity: fc.constantFrom(...granularities),
  timezone: fc.constantFrom(...zones),
})

function local(at: number, timezone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timezone)
}

test('buckets fill the window without gap and overlap, and none is empty', () => {
  fc.assert(
    fc.property(window, calendar, (asked, { granularity, timezone }) => {
      const buckets = calendarBuckets(asked, { granularity, timezone, most }) ?? []
      assert.deepEqual([buckets[0]?.from, buckets.at(-1)?.to], [asked.from, asked.to])
      for (const [index, { from, to }] of buckets.entries()) {
        assert.ok(from < to)
        if (index > 0) assert.equal(from, buckets[index - 1]?.to)
      }
    }),
    { numRuns: 300 },
  )
})

test('two moments are in one bucket exactly when the calendar of the place gives them one day, week or month', () => {
  const keys = {
    day: (date: Temporal.ZonedDateTime) => date.toPlainDate().toString(),
    week: (date: Temporal.ZonedDateTime) => `${date.yearOfWeek}/${date.weekOfYear}`,
    month: (date: Temporal.ZonedDateTime) => `${date.year}-${date.month}`,
  }
  fc.assert(
    fc.property(
      window,
      calendar,
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.integer({ min: 0, max: 3 * dayMs }),
      (asked, { granularity, timezone }, share, apartMs) => {
        const first = asked.from + Math.floor(share * (asked.to - asked.from - 1))
        const second = Math.min(first + apartMs, asked.to - 1)
        const buckets = calendarBuckets(asked, { granularity, timezone, most }) ?? []
        const bucketOf = (at: number) => buckets.findIndex(({ from, to }) => at >= from && at < to)
        const keyOf = (at: number) => keys[granularity](local(at, timezone))
        assert.equal(bucketOf(first) === bucketOf(second), keyOf(first) === keyOf(second))
      },
    ),
    { numRuns: rounds(1_000) },
  )
})

for (const [what, timezone, date, from, to] of [
  ['23 hours in spring', 'Europe/Paris', '2026-03-29', '2026-03-28T23:00Z', '2026-03-29T22:00Z'],
  ['25 hours in autumn', 'Europe/Paris', '2026-10-25', '2026-10-24T22:00Z', '2026-10-25T23:00Z'],
  [
    'from 01:00 where midnight is skipped',
    'Asia/Beirut',
    '2026-03-29',
    '2026-03-28T22:00Z',
    '2026-03-29T21:00Z',
  ],
  ['23.5 hours', 'Australia/Lord_Howe', '2026-10-04', '2026-10-03T13:30Z', '2026-10-04T13:00Z'],
] as const) {
  test(`the ${date} of ${timezone} is a day of ${what}`, () => {
    const noon = Temporal.PlainDateTime.from(`${date}T12:00`).toZonedDateTime(timezone).epochMilliseconds
    const buckets = calendarBuckets(
      { from: noon - 3 * dayMs, to: noon + 3 * dayMs },
      { granularity: 'day', timezone, most },
    )
    const found = buckets?.find((bucket) => bucket.from <= noon && noon < bucket.to)
    assert.deepEqual(found, { from: Date.parse(from), to: Date.parse(to) })
  })
}

test('a day that a place skipped to cross the date line has no bucket', () => {
  const asked = { from: Date.UTC(2011, 11, 28), to: Date.UTC(2012, 0, 3) }
  const buckets = calendarBuckets(asked, { granularity: 'day', timezone: 'Pacific/Apia', most }) ?? []
  const dates = buckets.map(({ from }) => local(from, 'Pacific/Apia').toPlainDate().toString())
  assert.deepEqual(dates.slice(1, 4), ['2011-12-28', '2011-12-29', '2011-12-31'])
})

test('more than asked for are none', () => {
  const asked = { from: 0, to: 121 * dayMs }
  assert.equal(calendarBuckets(asked, { granularity: 'day', timezone: 'UTC', most: 120 }), null)
  assert.equal(calendarBuckets(asked, { granularity: 'week', timezone: 'UTC', most: 120 })?.length, 18)
  assert.equal(
    calendarBuckets({ from: 0, to: 120 * dayMs }, { granularity: 'day', timezone: 'UTC', most: 120 })?.length,
    120,
  )
})
