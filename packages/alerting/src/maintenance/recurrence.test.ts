import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { dayMs, hourMs } from '@sonde/ground/durations.ts'
import { cpuMs } from '@sonde/ground/testing/growth.ts'
import { shortestStepMs } from '@sonde/schema/alerts/repeat-step.ts'
import * as fc from 'fast-check'
import { latestStarted, occurrenceAt, occurrencesFrom, type Recurrence } from './recurrence.ts'

type Made = { zone: string; from: string; hours?: number; interval?: number | null; last?: string }

function repeating(
  unit: Recurrence['repeatUnit'],
  { zone, from, hours = 1, interval = 1, last }: Made,
): Recurrence {
  const startsAt = Temporal.PlainDateTime.from(from).toZonedDateTime(zone).epochMilliseconds
  return {
    startsAt,
    endsAt: startsAt + hours * hourMs,
    repeatInterval: interval,
    repeatUnit: unit,
    repeatEndsAt:
      last === undefined ? null : Temporal.PlainDate.from(last).toZonedDateTime(zone).epochMilliseconds,
    timezone: zone,
  }
}

/** The local beginnings and ends of so many occurrences. */
function local(recurrence: Recurrence, count: number, after = 0): string[] {
  const zone = recurrence.timezone ?? 'UTC'
  const show = (at: number) =>
    Temporal.Instant.fromEpochMilliseconds(at)
      .toZonedDateTimeISO(zone)
      .toString({ smallestUnit: 'minute', timeZoneName: 'never' })
  return occurrencesFrom(recurrence, after)
    .take(count)
    .map(({ startsAt, endsAt }) => `${show(startsAt)} ${show(endsAt).slice(11)}`)
    .toArray()
}

suite('repeats of a window', () => {
  test('alerting case 45: daily 02:30 in Paris runs at 03:30 on the spring change', () => {
    assert.deepEqual(local(repeating('DAY', { zone: 'Europe/Paris', from: '2026-03-28T02:30' }), 3), [
      '2026-03-28T02:30+01:00 03:30+01:00',
      '2026-03-29T03:30+02:00 04:30+02:00',
      '2026-03-30T02:30+02:00 03:30+02:00',
    ])
  })

  test('alerting case 45: and at the first 02:30 in autumn', () => {
    assert.deepEqual(local(repeating('DAY', { zone: 'Europe/Paris', from: '2026-10-24T02:30' }), 3), [
      '2026-10-24T02:30+02:00 03:30+02:00',
      '2026-10-25T02:30+02:00 02:30+01:00',
      '2026-10-26T02:30+01:00 03:30+01:00',
    ])
  })

  test('New York changes at its own times', () => {
    assert.deepEqual(local(repeating('WEEK', { zone: 'America/New_York', from: '2026-03-01T02:15' }), 3), [
      '2026-03-01T02:15-05:00 03:15-05:00',
      '2026-03-08T03:15-04:00 04:15-04:00',
      '2026-03-15T02:15-04:00 03:15-04:00',
    ])
    assert.deepEqual(local(repeating('DAY', { zone: 'America/New_York', from: '2026-10-31T01:30' }), 3), [
      '2026-10-31T01:30-04:00 02:30-04:00',
      '2026-11-01T01:30-04:00 01:30-05:00',
      '2026-11-02T01:30-05:00 02:30-05:00',
    ])
  })

  test('Lord Howe moves by half an hour', () => {
    assert.deepEqual(local(repeating('DAY', { zone: 'Australia/Lord_Howe', from: '2026-10-03T02:15' }), 3), [
      '2026-10-03T02:15+10:30 03:15+10:30',
      '2026-10-04T02:45+11:00 03:45+11:00',
      '2026-10-05T02:15+11:00 03:15+11:00',
    ])
    assert.deepEqual(local(repeating('DAY', { zone: 'Australia/Lord_Howe', from: '2026-04-04T01:45' }), 3), [
      '2026-04-04T01:45+11:00 02:45+11:00',
      '2026-04-05T01:45+11:00 02:15+10:30',
      '2026-04-06T01:45+10:30 02:45+10:30',
    ])
  })

  test('a day that Apia skipped has no occurrence of its own', () => {
    assert.deepEqual(local(repeating('DAY', { zone: 'Pacific/Apia', from: '2011-12-28T10:00' }), 4), [
      '2011-12-28T10:00-10:00 11:00-10:00',
      '2011-12-29T10:00-10:00 11:00-10:00',
      '2011-12-31T10:00+14:00 11:00+14:00',
      '2012-01-01T10:00+14:00 11:00+14:00',
    ])
  })

  test('an occurrence of a whole day ends as the next begins on the day that is too short', () => {
    assert.deepEqual(
      local(repeating('DAY', { zone: 'Europe/Paris', from: '2026-03-28T12:00', hours: 24 }), 3),
      [
        '2026-03-28T12:00+01:00 12:00+02:00',
        '2026-03-29T12:00+02:00 12:00+02:00',
        '2026-03-30T12:00+02:00 12:00+02:00',
      ],
    )
  })

  test('the last day of a month stands in for the 31st, counted from the first occurrence', () => {
    const dates = (recurrence: Recurrence, count: number) =>
      local(recurrence, count).map((text) => text.slice(0, 10))
    assert.deepEqual(dates(repeating('MONTH', { zone: 'UTC', from: '2027-01-31T00:00' }), 5), [
      '2027-01-31',
      '2027-02-28',
      '2027-03-31',
      '2027-04-30',
      '2027-05-31',
    ])
    assert.deepEqual(dates(repeating('MONTH', { zone: 'UTC', from: '2024-02-29T00:00', interval: 12 }), 5), [
      '2024-02-29',
      '2025-02-28',
      '2026-02-28',
      '2027-02-28',
      '2028-02-29',
    ])
  })

  test('the last day on which one may start is that of the zone, inclusive', () => {
    const evening = { zone: 'America/New_York', from: '2026-05-01T23:00', last: '2026-05-03' }
    assert.equal(local(repeating('DAY', evening), 10).length, 3)
    const moment = repeating('DAY', evening)
    const lateOnThatDay = { ...moment, repeatEndsAt: Date.UTC(2026, 4, 4, 3, 59) }
    assert.equal(local(lateOnThatDay, 10).length, 3)
    const nextDay = { ...moment, repeatEndsAt: Date.UTC(2026, 4, 4, 4) }
    assert.equal(local(nextDay, 10).length, 4)
  })

  test('a window without an interval happens once', () => {
    const once = repeating('DAY', { zone: 'UTC', from: '2026-05-01T10:00', interval: null })
    assert.equal(local(once, 10).length, 1)
    assert.equal(local(once, 10, once.endsAt).length, 0)
    assert.equal(latestStarted(once, once.startsAt - 1), null)
    assert.equal(latestStarted(once, once.startsAt)?.startsAt, once.startsAt)
  })

  test('one that began decades ago is found at once', () => {
    const old = repeating('DAY', { zone: 'Europe/Paris', from: '1970-01-02T02:30' })
    const young = repeating('DAY', { zone: 'Europe/Paris', from: '2399-12-01T02:30' })
    const find = (window: typeof old) =>
      assert.deepEqual(local(window, 1, Date.UTC(2400, 0, 1)), ['2400-01-01T02:30+01:00 03:30+01:00'])
    find(young)
    const youngMs = Math.max(
      1,
      cpuMs(() => find(young)),
    )
    const oldMs = cpuMs(() => find(old))
    // Between the two lie 5,000 times as many days.
    assert.ok(oldMs < 50 * youngMs, `${oldMs} ms, and ${youngMs} ms for one of last month`)
  })

  test('the calendar ends with the year 9999', () => {
    assert.equal(local(repeating('MONTH', { zone: 'UTC', from: '9999-10-01T00:00' }), 10).length, 3)
  })

  const zones = [
    'UTC',
    'Europe/Paris',
    'America/New_York',
    'Australia/Lord_Howe',
    'Pacific/Apia',
    'America/Sao_Paulo',
    'Asia/Kathmandu',
    'Africa/Casablanca',
  ]
  const recurrences = fc
    .record({
      startsAt: fc.integer({ min: Date.UTC(1990, 0, 1), max: Date.UTC(2040, 0, 1) }),
      interval: fc.integer({ min: 1, max: 40 }),
      unit: fc.constantFrom('DAY', 'WEEK', 'MONTH'),
      share: fc.double({ min: 0.0001, max: 1, noNaN: true }),
      timezone: fc.constantFrom(...zones),
    })
    .map(({ startsAt, interval, unit, share, timezone }): Recurrence => {
      const longestMs = shortestStepMs({ startsAt, interval, unit, timezone })
      const endsAt = startsAt + Math.max(1, Math.floor(longestMs * share))
      return { startsAt, endsAt, repeatInterval: interval, repeatUnit: unit, repeatEndsAt: null, timezone }
    })

  test('occurrences strictly increase and never overlap', () => {
    fc.assert(
      fc.property(recurrences, (recurrence) => {
        let previousEndsAt = 0
        for (const { startsAt, endsAt } of occurrencesFrom(recurrence, 0).take(60)) {
          assert.ok(startsAt >= previousEndsAt)
          assert.ok(endsAt > startsAt)
          assert.ok(endsAt - startsAt <= recurrence.endsAt - recurrence.startsAt)
          previousEndsAt = endsAt
        }
      }),
      { numRuns: 300 },
    )
  })

  test('whoever begins to look later finds the same ones', () => {
    fc.assert(
      fc.property(recurrences, fc.integer({ min: 0, max: 40 * 365 }), (recurrence, days) => {
        const at = recurrence.startsAt + days * dayMs
        const expected = occurrencesFrom(recurrence, 0).find(({ endsAt }) => endsAt > at)
        const [found] = occurrencesFrom(recurrence, at).take(1)
        assert.deepEqual(found, expected)
        const latest = latestStarted(recurrence, at)
        assert.ok(latest !== null && latest.startsAt <= at)
        const next = occurrencesFrom(recurrence, 0).find(({ startsAt }) => startsAt > latest.startsAt)
        assert.ok(next !== undefined && next.startsAt > at)
        assert.equal(occurrenceAt(recurrence, latest.index)?.startsAt, latest.startsAt)
      }),
      { numRuns: 60 },
    )
  })
})

suite('the time between two repeats', () => {
  const step = (unit: 'DAY' | 'WEEK' | 'MONTH', interval: number, from: string) =>
    shortestStepMs({
      startsAt: Temporal.Instant.from(from).epochMilliseconds,
      interval,
      unit,
      timezone: 'UTC',
    }) / dayMs

  test('is what the shortest month leaves', () => {
    assert.equal(step('DAY', 3, '2026-01-01T00:00Z'), 3)
    assert.equal(step('WEEK', 2, '2026-01-01T00:00Z'), 14)
    assert.equal(step('MONTH', 1, '2026-01-01T00:00Z'), 28)
    assert.equal(step('MONTH', 1, '2026-07-31T00:00Z'), 28)
    assert.equal(step('MONTH', 12, '2026-07-31T00:00Z'), 365)
  })
})
