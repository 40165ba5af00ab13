import { verdictOfApi } from '@sonde/schema/runs/api-verdicts.ts'
import type { Verdict } from '@sonde/schema/runs/verdict.ts'
import { minuteMs } from '@sonde/ground/durations.ts'
import type { RunSeries } from '../../resources/check-charts.ts'

export type AlignedRuns = {
  times: number[]
  /** For each series: the value of its run at each moment, null where it measured nothing, undefined without a run. */
  values: (number | null | undefined)[][]
  verdicts: (Verdict | undefined)[][]
}

/** The runs of several places on one axis: every run is a moment, also those that began in the same millisecond. */
export function alignRuns(
  series: readonly Pick<RunSeries, 'startedAt' | 'responseTime' | 'verdict'>[],
): AlignedRuns {
  const moments = series
    .flatMap(({ startedAt }, place) => startedAt.map((at, run) => ({ at, place, run })))
    .toSorted((left, right) => left.at - right.at || left.place - right.place)
  const columns = series.map(() => ({
    values: Array.from<number | null | undefined>({ length: moments.length }),
    verdicts: Array.from<Verdict | undefined>({ length: moments.length }),
  }))
  for (const [index, { place, run }] of moments.entries()) {
    const column = columns[place]
    const verdict = series[place]?.verdict[run]
    if (column === undefined || verdict === undefined) continue
    column.values[index] = series[place]?.responseTime[run] ?? null
    column.verdicts[index] = verdictOfApi(verdict)
  }
  return {
    times: moments.map(({ at }) => at),
    values: columns.map(({ values }) => values),
    verdicts: columns.map(({ verdicts }) => verdicts),
  }
}

const leastGapMs = 3 * minuteMs

/** How far apart two runs of a place may be to be joined by a line: three times as far as they mostly are. */
export function gapOf(series: readonly Pick<RunSeries, 'startedAt'>[]): number {
  const medians = series.flatMap(({ startedAt }) => {
    const distances = startedAt
      .slice(1)
      .map((at, index) => at - (startedAt[index] ?? at))
      // Runs that were begun together at places that are one are no rhythm.
      .filter((distance) => distance >= 5000)
      .toSorted((left, right) => left - right)
    return distances[Math.floor(distances.length / 2)] ?? []
  })
  return Math.max(leastGapMs, 3 * Math.max(0, ...medians))
}

/** From where to where runs failed: those that follow each other within `joinMs` are one span. */
export function failureSpans(
  { times, verdicts }: Pick<AlignedRuns, 'times' | 'verdicts'>,
  joinMs: number,
): { from: number; to: number }[] {
  const spans: { from: number; to: number }[] = []
  let isOpen = false
  for (const [index, at] of times.entries()) {
    const here = verdicts.flatMap((line) => line[index] ?? [])
    if (here.includes('failed')) {
      const last = spans.at(-1)
      if (isOpen && last !== undefined && at - last.to <= joinMs) last.to = at
      else spans.push({ from: at, to: at })
      isOpen = true
    } else if (here.length > 0 && at - (spans.at(-1)?.to ?? 0) > 1000) {
      // A place that passes in the same second does not end the failure of another.
      isOpen = false
    }
  }
  return spans
}
