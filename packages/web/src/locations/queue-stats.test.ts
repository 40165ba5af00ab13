import assert from 'node:assert/strict'
import { test } from 'node:test'
import { queueStats } from './queue-stats.ts'

test('the figures of a queue, and unknown where nothing was recorded', () => {
  const metrics = { timestamps: ['a', 'b', 'c'], queueSize: [1, 9, 2], oldestScheduledCheckRun: [0, 40, 3] }
  assert.deepEqual(queueStats(metrics), { waiting: 2, mostWaiting: 9, longestWaitSeconds: 40 })
  const nothing = { timestamps: [], queueSize: [], oldestScheduledCheckRun: [] }
  assert.deepEqual(queueStats(nothing), { waiting: null, mostWaiting: null, longestWaitSeconds: 0 })
})
