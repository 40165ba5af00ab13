import assert from 'node:assert/strict'
import { test } from 'node:test'
import { appendRun, packPing, pingKinds, readRuns } from './run-wire.ts'

test('what the worker writes is what the main thread reads', () => {
  const numbers: number[] = []
  appendRun(numbers, {
    id: 7,
    count: 5,
    noiseMs: 0.25,
    isKernelTimed: true,
    rows: Float64Array.from(
      [
        [packPing(pingKinds.reply, 129, 0, 255), 12.000_001],
        [packPing(pingKinds.reply, 0, 0, -1), 0],
        [packPing(pingKinds.error, 3, 13, -1), 0],
        [packPing(pingKinds.refused, 0, 0, -1), 101],
        [0, 0],
      ].flat(),
    ),
  })
  appendRun(numbers, { id: 8, count: 1, noiseMs: -1, isKernelTimed: false, rows: new Float64Array(2) })
  assert.deepEqual(
    [...readRuns(Float64Array.from(numbers))],
    [
      {
        id: 7,
        run: {
          pings: [
            { sequence: 0, kind: 'reply', rttMs: 12.000_001, ttl: 255, type: 129, code: 0 },
            { sequence: 1, kind: 'reply', rttMs: 0, ttl: null, type: 0, code: 0 },
            { sequence: 2, kind: 'error', type: 3, code: 13 },
            { sequence: 3, kind: 'refused', errno: 101, code: 'ENETUNREACH' },
            { sequence: 4, kind: 'lost' },
          ],
          noiseMs: 0.25,
          hasKernelTimes: true,
        },
      },
      { id: 8, run: { pings: [{ sequence: 0, kind: 'lost' }], noiseMs: null, hasKernelTimes: false } },
    ],
  )
})
