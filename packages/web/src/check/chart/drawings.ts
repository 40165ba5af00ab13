import type { ServedBy } from '@sonde/schema/agents/served-by.ts'
import type { ChartKind, Limit } from '../../check-types/chart-kind.ts'
import type { TimeWindow } from '../../parts/range.ts'
import type { CheckRuns } from '../../resources/check-charts.ts'
import type { CheckVerdicts, Stats } from '../../resources/check-stats.ts'
import { alignRuns, failureSpans, gapOf } from './align-runs.ts'
import { colourOf, dashOf, mostLines } from './colours.ts'
import type { ChartUnit, Drawing, Line } from './drawing.ts'
import { pointsOf, stackValues } from './points.ts'
import { limitsInView } from './scale.ts'

type Answer = Pick<Stats, 'series' | 'metadata' | 'window' | 'intervalMinutes'>
type Place = { runLocation?: string; servedBy?: ServedBy | undefined }
type NameOf = (location: string, servedBy: ServedBy | undefined) => string
type Choice = { selection: readonly string[] | undefined; nameOf: NameOf; limits: readonly Limit[] }

/** Every run, a line for each location of those that were chosen or of the first few. */
export function runsDrawing(
  { series }: Pick<CheckRuns, 'series'>,
  { selection, nameOf, limits }: Choice,
): Drawing {
  const all = locationsIn(series)
  const shown = shownLocations(all, selection)
  const visible = series.filter((place) => shown.includes(placeKey(place)))
  const aligned = alignRuns(visible)
  const gapMs = gapOf(visible)
  return {
    times: aligned.times,
    stepMs: null,
    gapMs,
    unit: 'milliseconds',
    limits: limitsInView(limits, aligned.values.flat()),
    failures: failureSpans(aligned, gapMs),
    lines: visible.map((place, index) => ({
      ...lineLook(placeKey(place), all, shown),
      label: nameOf(place.runLocation, place.servedBy),
      values: aligned.values[index] ?? [],
      verdicts: aligned.verdicts[index] ?? [],
    })),
  }
}

/**
 * More runs than can be drawn: for each location the median of each interval, between its fastest and its slowest run, so
 * that no slow one disappears.
 */
export function intervalsDrawing(
  answer: Answer,
  { time, band: [low, high] }: Pick<ChartKind, 'time' | 'band'>,
  { selection, nameOf, limits, failures }: Choice & { failures: Drawing['failures'] },
): Drawing {
  const all = locationsIn(answer.series)
  const grid = gridOf(answer)
  const shown = shownLocations(all, selection)
  const visible = answer.series.filter((place) => shown.includes(placeKey(place)))
  const lines = visible.flatMap(({ data: rows, ...place }): Line[] => {
    const [median = [], fastest = [], slowest = []] = pointsOf(rows, [`${time}_p50`, low, high], grid).values
    const look = lineLook(placeKey(place), all, shown)
    const label = nameOf(place.runLocation ?? '', place.servedBy)
    return [
      { ...look, label, values: median },
      { ...look, label: `${label}, fastest`, values: fastest, isFaint: true },
      { ...look, label: `${label}, slowest`, values: slowest, isFaint: true },
    ]
  })
  return {
    times: pointsOf([], [], grid).times,
    stepMs: grid.stepMs,
    unit: unitOf(answer, `${time}_p50`),
    limits: limitsInView(
      limits,
      lines.flatMap(({ values }) => values),
    ),
    failures: failures ?? [],
    lines,
    bands: lines.flatMap(({ isFaint }, index) =>
      isFaint === true ? [] : [{ low: index + 1, high: index + 2 }],
    ),
  }
}

/** A location keeps its colour when others are switched off, unless there are more locations than colours. */
function lineLook(
  location: string,
  all: readonly string[],
  shown: readonly string[],
): { colour: string; dash: readonly number[] } {
  const index = (all.length > mostLines ? shown : all).indexOf(location)
  return { colour: colourOf(index), dash: dashOf(index) }
}

/** The intervals in which a run failed. */
export function failedSpans({
  intervalMinutes,
  spans,
}: Pick<CheckVerdicts, 'intervalMinutes' | 'spans'>): TimeWindow[] {
  return spans
    .filter(({ failed }) => failed > 0)
    .map(({ startsAt }) => ({
      from: Date.parse(startsAt),
      to: Date.parse(startsAt) + intervalMinutes * 60_000,
    }))
}

/**
 * By which a place is chosen. A location whose agent came or went is two places in one answer: its agent, and this server,
 * which is one place whatever it stands in for.
 */
export function placeKey({ runLocation = '', servedBy }: Place): string {
  return servedBy === 'STAND_IN' ? '*' : runLocation
}

export function locationsIn(series: readonly Place[]): string[] {
  return series.flatMap((place) => (place.runLocation === undefined ? [] : placeKey(place)))
}

export function shownLocations(
  locations: readonly string[],
  selection: readonly string[] | undefined,
): string[] {
  const matches =
    selection === undefined ? locations : locations.filter((location) => selection.includes(location))
  return (matches.length === 0 ? locations : matches).slice(0, mostLines)
}

export function secondDrawing(
  answer: Answer,
  second: NonNullable<ChartKind['second']>,
  limits: readonly Limit[],
): Drawing {
  const { times, values } = pointsOf(rowsOf(answer), second.metrics, gridOf(answer))
  const isStacked = second.kind === 'stack'
  const heights = isStacked ? stackValues(values) : values
  const [first = ''] = second.metrics
  return {
    times,
    stepMs: gridOf(answer).stepMs,
    unit: unitOf(answer, first),
    limits,
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
