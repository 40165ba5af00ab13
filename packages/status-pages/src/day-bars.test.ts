import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { dayMs } from '@sonde/ground/durations.ts'
import { incidentSeverities } from '@sonde/schema/status-pages/status-page-incident.ts'
import * as fc from 'fast-check'
import { wordsOfBars } from './bar-drawing.ts'
import { dayBars, shownDaysAt } from './day-bars.ts'
import { worstOf, type PageState } from './page-state.ts'

const now = Date.UTC(2026, 3, 1, 12)
const days = shownDaysAt(now)
const today = Date.UTC(2026, 3, 1)

suite('the bars of 90 days', () => {
  test('are UTC days, today the last', () => {
    assert.equal(days.length, 90)
    assert.equal(days.at(-1), today)
    assert.equal(days[0], today - 89 * dayMs)
  })

  test('the worst incident that touches a day marks it, else maintenance', () => {
    const hour = dayMs / 24
    const bars = dayBars({
      measured: days.map((): PageState => 'OPERATIONAL'),
      now,
      incidents: [
        { startAt: today - hour, endAt: today + hour, severity: 'MINOR' },
        { startAt: today - 3 * hour, endAt: today - 2 * hour, severity: 'MAJOR' },
        { startAt: today - 5 * dayMs, endAt: today - 4 * dayMs, severity: 'MEDIUM' },
        { startAt: today - 10 * dayMs, endAt: today - 10 * dayMs, severity: 'CRITICAL' },
      ],
      maintenances: [{ startAt: today - 3 * dayMs, endAt: today }],
    })
    const at = (ago: number) => bars[89 - ago]
    assert.equal(at(0), 'MINOR')
    assert.equal(at(1), 'MAJOR')
    assert.deepEqual([at(2), at(3), at(4)], ['MAINTENANCE', 'MAINTENANCE', 'OPERATIONAL'])
    assert.deepEqual([at(5), at(6)], ['MEDIUM', 'OPERATIONAL'], 'what ends with a day leaves the next alone')
    assert.equal(at(10), 'CRITICAL', 'what has no length touches its day')
  })

  test('each is the worst of what overlaps the day', () => {
    const span = fc
      .tuple(
        fc.integer({ min: -100 * 24, max: 12 }),
        fc.integer({ min: 1, max: 300 }),
        fc.constantFrom(...incidentSeverities),
      )
      .map(([from, length, severity]) => ({
        startAt: today + from * 3_600_000,
        endAt: Math.min(now, today + (from + length) * 3_600_000),
        severity,
      }))
      .filter(({ startAt, endAt }) => startAt < endAt)
    fc.assert(
      fc.property(fc.array(span, { maxLength: 8 }), fc.array(span, { maxLength: 3 }), (incidents, works) => {
        const expected = days.map((day) => {
          const touches = (each: { startAt: number; endAt: number }) =>
            each.startAt < day + dayMs && each.endAt > day
          return worstOf([
            ...incidents.filter(touches).map((each) => each.severity),
            ...works.filter(touches).map((): PageState => 'MAINTENANCE'),
          ])
        })
        const measured = days.map((): PageState => 'OPERATIONAL')
        assert.deepEqual(dayBars({ measured, incidents, maintenances: works, now }), expected)
      }),
    )
  })

  test('a day that nobody saw stays so, unless an incident or a maintenance touched it', () => {
    const bars = dayBars({
      measured: days.map((): PageState => 'NO_DATA'),
      incidents: [{ startAt: today, endAt: today + 1, severity: 'MINOR' }],
      maintenances: [{ startAt: today - dayMs, endAt: today }],
      now,
    })
    assert.deepEqual(bars.slice(-3), ['NO_DATA', 'MAINTENANCE', 'MINOR'])
    assert.equal(wordsOfBars(bars.slice(0, -2), days), 'no incidents')
  })

  test('are told in words, the latest first, and the rest is counted', () => {
    const bars = days.map((): PageState => 'OPERATIONAL')
    assert.equal(wordsOfBars(bars, days), 'no incidents')
    bars[89] = 'MAJOR'
    bars[86] = 'MINOR'
    bars[85] = 'MINOR'
    bars[80] = 'MAINTENANCE'
    assert.equal(
      wordsOfBars(bars, days),
      'incidents on Apr 1 (major), Mar 28 to Mar 29 (minor); maintenance on Mar 23',
    )
    for (const day of [10, 20, 21, 30]) bars[day] = 'CRITICAL'
    assert.match(wordsOfBars(bars, days), /, Feb 1 \(critical\) and 3 more days; maintenance/)
    const linked = (start: number, text: string) => `[${text}](${start === days[89]})`
    assert.match(
      wordsOfBars(bars, days, { linked }),
      /^incidents on \[Apr 1\]\(true\) \(major\), [^[]*; maintenance on \[/,
    )
    assert.match(wordsOfBars(bars, days, { isMeasured: true }), /^failures on Apr 1 \(major outage\)/)
    assert.match(
      wordsOfBars(bars, days, { isMeasured: true }),
      /; degraded on Mar 28 to Mar 29; maintenance on Mar 23$/,
    )
  })
})
