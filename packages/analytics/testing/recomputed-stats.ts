import assert from 'node:assert/strict'
import { isCounted } from '@sonde/schema/runs/run-source.ts'
import type { Buckets } from '@sonde/store/results/measured-values.ts'
import type { ResultRow } from '@sonde/store/results/results.ts'
import { availabilityOf, createAggregates, percentileOf } from '../src/aggregate-metric.ts'
import type { RunStatsRequest } from '../src/read-run-stats.ts'
import type { RunGroupStats } from '../src/run-group-stats.ts'

/** The metrics that are compared. */
export const measured = new Set(['responseTime', 'packetLoss', 'latencyMin'] as const)

type Truth = Pick<RunGroupStats, 'checkNo' | 'location' | 'statusCode' | 'bucket'>

function keyOf({ checkNo, bucket, location, statusCode }: Truth): string {
  return `${checkNo}/${bucket}/${location}/${statusCode}`
}

function naiveBucket(buckets: Buckets, at: number): number {
  if ('widthMs' in buckets) return Math.floor((at - buckets.originAt) / buckets.widthMs)
  return buckets.edges.findIndex((edge, index) => at >= edge && at < (buckets.edges[index + 1] ?? edge))
}

/** The definition, word for word. */
export function recompute(runs: readonly ResultRow[], request: RunStatsRequest): Map<string, ResultRow[]> {
  const { window, status, grouping, checks } = request
  const groups = new Map<string, ResultRow[]>()
  for (const run of runs) {
    const isMeasured = ['passed', 'degraded', 'failed'].includes(run.verdict)
    const hasStatus = status === null || (status === 'failure') === (run.verdict === 'failed')
    const isInside = run.startedAt >= window.from && run.startedAt < window.to
    if (!run.isFinal || !isCounted(run.source) || !isMeasured || !hasStatus || !isInside) continue
    if (!checks.some(({ checkNo }) => checkNo === run.checkNo)) continue
    const bucket = grouping.buckets === null ? 0 : naiveBucket(grouping.buckets, run.startedAt)
    const { placeOf = (code: string) => code } = request
    const location = grouping.by === 'location' ? placeOf(run.location ?? run.origin, run.isStandIn) : null
    const statusCode = grouping.by === 'statusCode' ? run.statusCode : null
    const key = keyOf({ checkNo: run.checkNo, location, statusCode, bucket })
    groups.set(key, [...(groups.get(key) ?? []), run])
  }
  return groups
}

/** Whether these are the stats of those runs: percentiles from sketches may be wrong by so much. */
export function expectSame(
  stats: readonly RunGroupStats[],
  truth: Map<string, ResultRow[]>,
  relativeError: number,
): void {
  assert.deepEqual(stats.map(keyOf).toSorted(), [...truth.keys()].toSorted())
  for (const group of stats) {
    const runs = truth.get(keyOf(group)) ?? []
    const failed = runs.filter(({ verdict }) => verdict === 'failed').length
    assert.deepEqual(
      [group.runs, group.failed, group.retries],
      [runs.length, failed, runs.reduce((sum, { attempt }) => sum + attempt - 1, 0)],
    )
    assert.equal(availabilityOf(group), (100 * (runs.length - failed)) / runs.length)
    for (const metric of measured) {
      const values = runs
        .flatMap((run) => (metric === 'responseTime' ? run.responseTime : run.metrics[metric]) ?? [])
        .toSorted((left, right) => left - right)
      const aggregates = createAggregates(group.metrics.get(metric))
      if (values.length === 0) {
        assert.equal(aggregates.get('avg'), null)
        continue
      }
      const mean = values.reduce((sum, value) => sum + value, 0) / values.length
      const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length
      const largest = Math.max(...values.map(Math.abs))
      expectClose(aggregates.get('avg'), mean, 1e-9 * largest)
      expectClose(aggregates.get('sum'), mean * values.length, 1e-9 * largest * values.length)
      expectClose(aggregates.get('stddev'), Math.sqrt(variance), 1e-6 * largest)
      assert.equal(aggregates.get('min'), values[0])
      assert.equal(aggregates.get('max'), values.at(-1))
      if (metric === 'packetLoss') continue
      for (const [name, percent] of [
        ['p50', 50],
        ['p95', 95],
        ['p99', 99],
      ] as const) {
        const exact = percentileOf(values, percent)
        // Between two values, of which each may be wrong by so much.
        const rank = (percent / 100) * (values.length - 1)
        const neighbours = [values[Math.floor(rank)] ?? 0, values[Math.ceil(rank)] ?? 0].map(Math.abs)
        const error = relativeError * Math.max(...neighbours)
        if (aggregates.isApproximate) expectClose(aggregates.get(name), exact, error)
        else assert.equal(aggregates.get(name), exact)
      }
    }
  }
}

function expectClose(value: number | null, expected: number | null, error: number): void {
  assert.ok(value !== null && expected !== null)
  assert.ok(Math.abs(value - expected) <= error + 1e-9, `${value} is not close to ${expected}`)
}
