import assert from 'node:assert/strict'
import { test } from 'node:test'
import { minuteMs } from '@sonde/ground/durations.ts'
import { type CountedRun, isByMinutes, packRuns, tallyPacked } from './packed-runs.ts'

const hour = Date.UTC(2026, 7, 10, 5)

function runAt(startedAt: number, fields: Partial<CountedRun> = {}): CountedRun {
  return {
    startedAt,
    isFailed: false,
    retries: 0,
    statusCode: null,
    metrics: { responseTime: 20 },
    ...fields,
  }
}

const runs = [
  runAt(hour, { metrics: { responseTime: 0.1 + 0.2, daysUntilExpiry: -7 }, statusCode: 200 }),
  runAt(hour + minuteMs - 1, {
    metrics: { responseTime: null, daysUntilExpiry: -7 },
    isFailed: true,
    retries: 300,
  }),
  runAt(hour + 30 * minuteMs, { metrics: { responseTime: 0, daysUntilExpiry: -7 }, statusCode: 200 }),
  runAt(hour + 60 * minuteMs - 1, {
    metrics: { responseTime: 1e99, daysUntilExpiry: -7 },
    statusCode: 503,
    retries: 1,
  }),
]
const packed = packRuns('SSL', runs)
const stored = { checkNo: 3, hour, location: 'eu-west-1', packed }
const all = {
  grouping: { by: null, buckets: null },
  status: null,
  metrics: new Set(['responseTime', 'daysUntilExpiry', 'ocspStapled'] as const),
  percentiles: new Set(['responseTime'] as const),
}

test('packed runs give the same tally as the runs themselves, with every digit', () => {
  assert.deepEqual(tallyPacked(stored, 'SSL', all), [
    {
      checkNo: 3,
      location: null,
      isStandIn: null,
      statusCode: null,
      bucket: 0,
      runs: 4,
      failed: 1,
      retries: 301,
      sums: new Map([['daysUntilExpiry', { n: 4, sum: -28, sumOfSquares: 196, min: -7, max: -7 }]]),
      values: new Map([['responseTime', [0.1 + 0.2, 0, 1e99]]]),
    },
  ])
})

test('packed runs fall into intervals that begin with a minute, wherever that is', () => {
  const buckets = { originAt: hour - 29 * minuteMs, widthMs: 59 * minuteMs }
  const counts = tallyPacked(stored, 'SSL', { ...all, grouping: { by: 'location', buckets } })
  assert.deepEqual(
    counts.map((tally) => [tally.bucket, tally.location, tally.runs]),
    [
      [0, 'eu-west-1', 2],
      [1, 'eu-west-1', 2],
    ],
  )
  assert.ok(isByMinutes({ by: null, buckets }))
  assert.ok(!isByMinutes({ by: null, buckets: { ...buckets, originAt: hour + 1 } }))
  assert.ok(!isByMinutes({ by: null, buckets: { ...buckets, widthMs: 90_001 } }))
})

test('packed runs are told apart by their end and by their status code', () => {
  const codes = (status: 'success' | 'failure' | null) =>
    tallyPacked(stored, 'SSL', { ...all, status, grouping: { by: 'statusCode', buckets: null } }).map(
      (tally) => [tally.statusCode, tally.runs],
    )
  assert.deepEqual(codes(null), [
    [200, 2],
    [null, 1],
    [503, 1],
  ])
  assert.deepEqual(codes('success'), [
    [200, 2],
    [503, 1],
  ])
  assert.deepEqual(codes('failure'), [[null, 1]])
})

test('a column of equal values takes no more room than one of them', () => {
  const hourOfRuns = Array.from({ length: 60 }, (_, index) =>
    runAt(hour + index * minuteMs, { metrics: { daysUntilExpiry: 0 } }),
  )
  assert.ok(packRuns('SSL', hourOfRuns).length < 150)
})

test('packed runs of another form are refused instead of being misread', () => {
  assert.throws(
    () => tallyPacked({ ...stored, packed: new Uint8Array([9, 0]) }, 'SSL', all),
    /unknown form 9/,
  )
})
