import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { plannedFrom, type Plan } from './planned-occurrences.ts'

const once: Plan = {
  startsAt: '2027-01-31T01:30:00.000Z',
  endsAt: '2027-01-31T03:30:00.000Z',
  repeatInterval: null,
  repeatUnit: null,
  repeatEndsAt: null,
  timezone: null,
}

const starts = (plan: Plan, from: string, count: number) =>
  [...plannedFrom(plan, Date.parse(from)).take(count)].map(({ startsAt }) => new Date(startsAt).toISOString())

suite('the occurrences of a window', () => {
  test('are one without repeats', () => {
    assert.deepEqual(starts(once, '2027-01-01', 5), ['2027-01-31T01:30:00.000Z'])
    assert.deepEqual(starts(once, '2027-02-01', 5), [])
  })

  test('keep their time of day in the zone when the clocks change', () => {
    const weekly = { ...once, repeatInterval: 1, repeatUnit: 'WEEK', timezone: 'Europe/Berlin' } as const
    assert.deepEqual(starts(weekly, '2027-03-20', 3), [
      '2027-03-21T01:30:00.000Z',
      '2027-03-28T01:30:00.000Z',
      '2027-04-04T00:30:00.000Z',
    ])
  })

  test('take the last day of a month that is too short', () => {
    const monthly = { ...once, repeatInterval: 1, repeatUnit: 'MONTH' } as const
    const days = starts(monthly, '2027-02-01', 4).map((start) => start.slice(0, 10))
    assert.deepEqual(days, ['2027-02-28', '2027-03-31', '2027-04-30', '2027-05-31'])
  })

  test('end with the last day, which counts', () => {
    const daily = { ...once, repeatInterval: 2, repeatUnit: 'DAY', repeatEndsAt: '2027-02-04' } as const
    const days = starts(daily, '2027-01-01', 9).map((start) => start.slice(0, 10))
    assert.deepEqual(days, ['2027-01-31', '2027-02-02', '2027-02-04'])
  })

  test('are found years later, the one under way included', () => {
    const daily = { ...once, repeatInterval: 1, repeatUnit: 'DAY' } as const
    assert.deepEqual(starts(daily, '2041-07-01T02:00:00Z', 1), ['2041-07-01T01:30:00.000Z'])
  })
})
