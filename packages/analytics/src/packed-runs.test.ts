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
    response_time: 20,
    metric_1: null,
    metric_2: null,
    metric_3: null,
    metric_4: null,
    metric_5: null,
    metric_6: null,
    ...fields,
  }
}

const runs = [
  runAt(hour, { response_time: 0.1 + 0.2, metric_1: -7, metric_6: 200 }),
  runAt(hour + minuteMs - 1, { response_time: null, metric_1: -7, isFailed: true, retries: 300 }),
  runAt(hour + 30 * minuteMs, { response_time: 0, metric_1: -7, metric_6: 200 }),
  runAt(hour + 60 * minuteMs - 1, { response_time: 1e99, metric_1: -7, metric_6: 503, retries: 1 }),
]
const packed = packRuns(runs)
const stored = { checkNo: 3, hour, location: 'eu-west-1', packed }
const all = {
  grouping: { by: null, buckets: null },
  status: null,
  columns: new Set(['response_time', 'metric_1', 'metric_5'] as const),
  percentileColumns: new Set(['response_time'] as const),
}

test('packed runs give the same tally as the runs themselves, with every digit', () => {
  assert.deepEqual(tallyPacked(stored, all), [
    {
      checkNo: 3,
      location: null,
      statusCode: null,
      bucket: 0,
      runs: 4,
      failed: 1,
      retries: 301,
      sums: new Map([['metric_1', { n: 4, sum: -28, sumOfSquares: 196, min: -7, max: -7 }]]),
      values: new Map([['response_time', [0.1 + 0.2, 0, 1e99]]]),
    },
  ])
})

test('packed runs fall into intervals that begin with a minute, wherever that is', () => {
  const buckets = { originAt: hour - 29 * minuteMs, widthMs: 59 * minuteMs }
  const counts = tallyPacked(stored, { ...all, grouping: { by: 'location', buckets } })
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
    tallyPacked(stored, { ...all, status, grouping: { by: 'statusCode', buckets: null } }).map((tally) => [
      tally.statusCode,
      tally.runs,
    ])
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
  const hourOfRuns = Array.from({ length: 60 }, (_, index) => runAt(hour + index * minuteMs, { metric_1: 0 }))
  assert.ok(packRuns(hourOfRuns).length < 150)
})

test('packed runs of another form are refused instead of being misread', () => {
  assert.throws(() => tallyPacked({ ...stored, packed: new Uint8Array([9, 0]) }, all), /unknown form 9/)
})
