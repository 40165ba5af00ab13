import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayMs, hourMs } from '@sonde/ground/durations.ts'
import { latestStartMs } from '@sonde/store/results/results.ts'
import { rawDeletedBefore, rawHorizon } from './raw-horizon.ts'

test('the figures of as many days as results are kept come from results alone, at any moment', () => {
  for (const now of [0, 1, 59_999, hourMs - 1, hourMs, 17.5 * hourMs].map(
    (ms) => Date.UTC(2026, 7, 10) + ms,
  )) {
    const horizon = rawHorizon(now, 30)
    assert.ok(horizon <= now - 30 * dayMs, `${now}`)
    assert.equal(horizon % hourMs, 0)
    // No run that began from then on may be gone, though its slot was earlier.
    assert.ok(horizon - latestStartMs >= rawDeletedBefore(now, 30))
  }
})
