import type { ServedBy } from '@sonde/schema/agents/served-by.ts'
import { createAggregates } from './aggregate-metric.ts'
import { type AnalyticsDeps, readRunStats } from './read-run-stats.ts'
import type { MetricStats } from './run-group-stats.ts'
import { standInPlace } from './stand-ins.ts'
import { sketchSteps } from './sketch.ts'
import type { MeasuredCheck } from '@sonde/store/results/measured-values.ts'
import type { TimeWindow } from './time-window.ts'

export type Bin = { from: number; to: number; runs: number }
type Scale = 'LINEAR' | 'LOGARITHMIC'

/** So many values, each this often. */
export type WeightedValue = { value: number; count: number }

/** From so many runs on, the few slow ones are to be seen beside the many fast ones. */
const fewestForLogarithm = 100
const mostBins = 24

/**
 * Bins over all values, without gaps: equally wide for a few, and from 100 on each wider than the one before by the same
 * factor. Values that are all the same have one bin.
 */
export function binsOf(
  values: readonly WeightedValue[],
  { low, high }: { low: number; high: number },
): { scale: Scale; bins: Bin[] } {
  const total = values.reduce((sum, { count }) => sum + count, 0)
  if (total === 0) return { scale: 'LINEAR', bins: [] }
  const scale: Scale = total >= fewestForLogarithm && low > 0 ? 'LOGARITHMIC' : 'LINEAR'
  const length = high > low ? Math.min(mostBins, Math.max(4, Math.ceil(Math.sqrt(total)))) : 1
  const edgeAt = (index: number) => {
    const share = index / length
    if (index === 0) return low
    if (index === length) return high
    return scale === 'LINEAR' ? low + (high - low) * share : low * (high / low) ** share
  }
  const edges = Array.from({ length: length + 1 }, (_, index) => edgeAt(index))
  const counts = Array.from({ length }, () => 0)
  for (const { value, count } of values) {
    const after = edges.findIndex((edge) => edge > value)
    // A value of a sketch may lie some thousandths outside of what was measured.
    const index = after === -1 ? length - 1 : Math.max(0, Math.min(length, after) - 1)
    counts[index] = (counts[index] ?? 0) + count
  }
  return {
    scale,
    bins: counts.map((runs, index) => ({ from: edges[index] ?? low, to: edges[index + 1] ?? high, runs })),
  }
}

export type Distribution = {
  runs: number
  scale: Scale
  bins: Bin[]
  p50: number | null
  p95: number | null
  p99: number | null
  approximate: boolean
}

/** How the response times of a window are distributed, of all locations or of one place. */
export async function readDistribution(
  deps: AnalyticsDeps,
  {
    check,
    window,
    location,
    servedBy = null,
  }: {
    check: MeasuredCheck
    window: TimeWindow
    location: string | null
    /** Who ran it there; null for who does now. */
    servedBy?: ServedBy | null
  },
): Promise<Distribution> {
  const metrics = new Set(['responseTime'] as const)
  const standIns = new Set<string>(location === null ? [] : await deps.standIns?.locations())
  const place = standInPlace(standIns, deps.standIns?.location ?? '')
  const groups = await readRunStats(deps, {
    placeOf: place.placeOf,
    checks: [check],
    window,
    status: null,
    grouping: { by: location === null ? null : 'location', buckets: null },
    metrics,
    percentiles: metrics,
  })
  const wanted =
    location === null
      ? null
      : servedBy === null
        ? place.placeOf(location)
        : place.placeNamed(servedBy, location)
  const group = groups.find((one) => one.location === wanted)
  const stats = group?.metrics.get('responseTime')
  const aggregates = createAggregates(stats)
  return {
    runs: stats?.n ?? 0,
    ...(stats === undefined || stats.n === 0
      ? { scale: 'LINEAR' as const, bins: [] }
      : binsOf(weightedValues(stats), { low: stats.min, high: stats.max })),
    p50: aggregates.get('p50'),
    p95: aggregates.get('p95'),
    p99: aggregates.get('p99'),
    approximate: aggregates.isApproximate,
  }
}

function weightedValues({ lists, sketch }: MetricStats): WeightedValue[] {
  const listed = lists.flatMap((values) => values.map((value) => ({ value, count: 1 })))
  return sketch === null ? listed : [...listed, ...sketchSteps(sketch)]
}
