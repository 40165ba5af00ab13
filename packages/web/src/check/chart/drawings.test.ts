import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { drawnAt, formatValue } from './drawing.ts'
import { failedSpans, intervalsDrawing, runsDrawing, shownLocations } from './drawings.ts'

const start = Date.UTC(2026, 10, 16, 12)
const minute = 60_000
const nameOf = (location: string) => location.toUpperCase()
const limits = [{ value: 30, label: 'Degraded from 30 ms', verdict: 'degraded' }] as const

function series(runLocation: string, responseTime: number) {
  return {
    runLocation,
    servedBy: 'AGENT' as const,
    startedAt: [start, start + minute],
    responseTime: [responseTime, null],
    verdict: ['PASSED' as const, 'FAILED' as const],
  }
}

test('a run is drawn when it began, and an interval at its middle, within the chart', () => {
  const times = [start, start + 10 * minute, start + 20 * minute]
  const window = { from: start + minute, to: start + 22 * minute }
  assert.deepEqual(drawnAt({ times, stepMs: null }, window), times)
  assert.deepEqual(drawnAt({ times, stepMs: 10 * minute }, window), [
    start + 5 * minute,
    start + 15 * minute,
    start + 22 * minute,
  ])
})

suite('the drawing of response times', () => {
  const three = { series: [series('a', 10), series('b', 20), series('c', 25)] }

  test('has a line for each location with all its runs, and limits and failures', () => {
    const drawing = runsDrawing(three, { selection: undefined, nameOf, limits })
    assert.deepEqual(
      drawing.lines.map(({ label, values }) => [label, values.filter((value) => value !== undefined)]),
      [
        ['A', [10, null]],
        ['B', [20, null]],
        ['C', [25, null]],
      ],
    )
    assert.equal(drawing.times.length, 6)
    assert.deepEqual(drawing.limits, limits)
    assert.deepEqual(drawing.failures, [{ from: start + minute, to: start + minute }])
  })

  test('has a line for this server and one for the agent of the same location', () => {
    const both = { series: [{ ...series('a', 10), servedBy: 'STAND_IN' as const }, series('a', 20)] }
    const named = (location: string, servedBy?: string) => `${location} ${servedBy}`
    const labels = (selection: readonly string[] | undefined) =>
      runsDrawing(both, { selection, nameOf: named, limits }).lines.map(({ label }) => label)
    assert.deepEqual(labels(undefined), ['a STAND_IN', 'a AGENT'])
    assert.deepEqual(labels(['*']), ['a STAND_IN'])
    assert.deepEqual(labels(['a']), ['a AGENT'])
  })

  test('leaves out a location that is switched off, and the others keep their colours', () => {
    const all = runsDrawing(three, { selection: undefined, nameOf, limits })
    const some = runsDrawing(three, { selection: ['b', 'c'], nameOf, limits })
    assert.deepEqual(
      some.lines.map(({ label, colour }) => [label, colour]),
      all.lines.slice(1).map(({ label, colour }) => [label, colour]),
    )
    assert.equal(some.times.length, 4)
  })

  test('shows some locations where none that is chosen has run, and no more than there are colours', () => {
    assert.deepEqual(shownLocations(['a', 'b'], ['gone']), ['a', 'b'])
    const many = Array.from({ length: 9 }, (_, index) => `l${index}`)
    assert.equal(shownLocations(many, undefined).length, 6)
    assert.deepEqual(shownLocations(many, ['l7', 'l8']), ['l7', 'l8'])
  })

  test('of intervals is the median between fastest and slowest, so that no slow run disappears', () => {
    const row = { startTime: new Date(start).toISOString(), time_p50: 5, time_min: 1, time_max: 900 }
    const answer = {
      series: [{ runLocation: 'a', data: [row] }],
      metadata: {},
      window: { from: start, to: start + 2 * minute },
      intervalMinutes: 1,
    }
    const kind = { time: 'time', band: ['time_min', 'time_max'] } as const
    const failures = failedSpans({
      intervalMinutes: 1,
      spans: [
        { startsAt: new Date(start).toISOString(), passed: 1, degraded: 0, failed: 2, withheld: 0 },
        { startsAt: new Date(start + minute).toISOString(), passed: 1, degraded: 0, failed: 0, withheld: 0 },
      ],
    })
    const drawing = intervalsDrawing(answer, kind, { selection: undefined, nameOf, limits, failures })
    assert.deepEqual(
      drawing.lines.map(({ values, isFaint = false }) => [values, isFaint]),
      [
        [[5, null], false],
        [[1, null], true],
        [[900, null], true],
      ],
    )
    assert.deepEqual(drawing.bands, [{ low: 1, high: 2 }])
    assert.deepEqual(drawing.failures, [{ from: start, to: start + minute }])
  })
})

test('a score keeps its digits: a layout shift of 0.25 is poor, and not nothing', () => {
  assert.deepEqual(
    [0.25, 0.1374, 0, null].map((value) => formatValue(value, 'score')),
    ['0.25', '0.137', '0', '–'],
  )
})
