import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Aggregation } from '@sonde/schema/check-types/metric.ts'
import { createRunStatsTable } from './run-group-stats.ts'
import { availabilityOf, createAggregates } from './aggregate-metric.ts'

const wanted = new Set(['responseTime'] as const)

/** Through the same table that results go through. */
function aggregatesOf(values: readonly number[]) {
  const table = createRunStatsTable({
    checks: [{ checkNo: 1, checkType: 'ICMP' }],
    metrics: wanted,
    percentiles: wanted,
  })
  const counts = {
    checkNo: 1,
    location: null,
    isStandIn: null,
    statusCode: null,
    bucket: 0,
    runs: 1,
    failed: 0,
    retries: 0,
  }
  table.addTally(
    { ...counts, sums: new Map(), values: new Map([['responseTime', [...values]]]) },
    { sketched: false },
  )
  const aggregates = createAggregates(table.stats()[0]?.metrics.get('responseTime'))
  assert.equal(aggregates.isApproximate, false)
  return aggregates
}

const cases: { name: string; values: number[]; exact: Partial<Record<Aggregation, number | null>> }[] = [
  {
    name: '100, 200, 300, 400',
    values: [300, 100, 400, 200],
    exact: {
      avg: 250,
      p50: 250,
      median: 250,
      p90: 370,
      p95: 385,
      p99: 397,
      stddev: 111.80339887498948,
      sum: 1000,
      min: 100,
      max: 400,
    },
  },
  {
    name: '1 to 100',
    values: Array.from({ length: 100 }, (_, index) => index + 1),
    exact: { p50: 50.5, p95: 95.05, p99: 99.01, stddev: 28.86607004772212 },
  },
  { name: 'one slow run', values: [120, 120, 120, 900], exact: { avg: 315, p50: 120 } },
  {
    name: 'a single value',
    values: [42],
    exact: { avg: 42, p50: 42, p90: 42, p95: 42, p99: 42, stddev: 0, sum: 42 },
  },
  {
    name: 'no value',
    values: [],
    exact: { avg: null, p50: null, stddev: null, sum: null, min: null, max: null },
  },
  {
    name: 'a statistic that is no finite number is none',
    values: [1e308, 1e308, 1],
    exact: { avg: null, sum: null, stddev: null, min: 1, max: 1e308, p50: 1e308 },
  },
  {
    name: 'values on both sides of zero',
    values: [-3, 0, 5, -10],
    exact: { avg: -2, p50: -1.5, p90: 3.5, min: -10, max: 5, sum: -8, stddev: 5.431390245600108 },
  },
  { name: 'equal values have no deviation', values: [0.1, 0.1, 0.1], exact: { stddev: 0, p99: 0.1 } },
]

for (const { name, values, exact } of cases) {
  test(name, () => {
    const aggregates = aggregatesOf(values)
    const names = Object.keys(exact) as Aggregation[]
    assert.deepEqual(Object.fromEntries(names.map((key) => [key, aggregates.get(key)])), exact)
  })
}

test('the percentiles of one slow run among four', () => {
  const aggregates = aggregatesOf([120, 120, 120, 900])
  assert.ok(Math.abs((aggregates.get('p95') ?? 0) - 783) < 1e-9)
  assert.ok(Math.abs((aggregates.get('p99') ?? 0) - 876.6) < 1e-9)
})

test('availability is the share of runs that did not fail', () => {
  assert.equal(availabilityOf({ runs: 4, failed: 1 }), 75)
  assert.equal(availabilityOf({ runs: 1440, failed: 3 }), 99.79166666666667)
  assert.equal(availabilityOf({ runs: 432, failed: 144 }), 66.66666666666667)
  assert.equal(availabilityOf({ runs: 0, failed: 0 }), null)
})
