import type { ChartKind } from '../../check-types/chart-kind.ts'
import type { Stats } from '../../resources/check-stats.ts'
import { colourOf, dashOf, mostLines } from './colours.ts'
import type { ChartUnit, Drawing } from './drawing.ts'
import { pointsOf, stackValues } from './points.ts'

type Answer = Pick<Stats, 'series' | 'metadata' | 'window' | 'intervalMinutes'>

const accent = 'var(--color-accent)'

/** The average, between the fastest and the slowest, and below which 95 of 100 stay. */
export function timeDrawing(answer: Answer, { time, band }: Pick<ChartKind, 'time' | 'band'>): Drawing {
  const { times, values } = pointsOf(rowsOf(answer), [`${time}_avg`, `${time}_p95`, ...band], gridOf(answer))
  const [average = [], p95 = [], low = [], high = []] = values
  return {
    times,
    stepMs: gridOf(answer).stepMs,
    unit: unitOf(answer, `${time}_avg`),
    lines: [
      { label: 'Fastest', colour: accent, values: low, isFaint: true },
      { label: 'Slowest', colour: accent, values: high, isFaint: true },
      { label: 'p95', colour: colourOf(1), dash: dashOf(1), values: p95 },
      { label: 'Average', colour: accent, values: average },
    ],
    band: { low: 0, high: 1 },
  }
}

/** A line for each location, of those that were chosen or of the first few. */
export function locationDrawing(
  answer: Answer,
  metric: string,
  { selection, nameOf }: { selection: readonly string[] | undefined; nameOf: (location: string) => string },
): Drawing {
  const locations = shownLocations(locationsIn(answer), selection)
  const grid = gridOf(answer)
  const lines = locations.map((location, index) => {
    const rows = answer.series.find(({ runLocation }) => runLocation === location)?.data ?? []
    const [values = []] = pointsOf(rows, [metric], grid).values
    return { label: nameOf(location), colour: colourOf(index), dash: dashOf(index), values }
  })
  return { times: pointsOf([], [], grid).times, stepMs: grid.stepMs, unit: unitOf(answer, metric), lines }
}

export function locationsIn({ series }: Pick<Answer, 'series'>): string[] {
  return series.flatMap(({ runLocation }) => runLocation ?? [])
}

export function shownLocations(
  locations: readonly string[],
  selection: readonly string[] | undefined,
): string[] {
  const matches =
    selection === undefined ? locations : locations.filter((location) => selection.includes(location))
  return (matches.length === 0 ? locations : matches).slice(0, mostLines)
}

export function secondDrawing(answer: Answer, second: NonNullable<ChartKind['second']>): Drawing {
  const { times, values } = pointsOf(rowsOf(answer), second.metrics, gridOf(answer))
  const isStacked = second.kind === 'stack'
  const heights = isStacked ? stackValues(values) : values
  const [first = ''] = second.metrics
  return {
    times,
    stepMs: gridOf(answer).stepMs,
    unit: unitOf(answer, first),
    lines: second.metrics.map((metric, index) => ({
      label: answer.metadata[metric]?.label ?? metric,
      colour: colourOf(index),
      dash: dashOf(index),
      values: values[index] ?? [],
      ...(isStacked ? { heights: heights[index] ?? [] } : {}),
    })),
    ...(isStacked ? { isStacked } : {}),
  }
}

function rowsOf({ series }: Answer) {
  return series[0]?.data ?? []
}

function gridOf({ window, intervalMinutes }: Answer) {
  return { ...window, stepMs: (intervalMinutes ?? 1) * 60_000 }
}

function unitOf({ metadata }: Answer, metric: string): ChartUnit {
  return metadata[metric]?.unit ?? 'milliseconds'
}
