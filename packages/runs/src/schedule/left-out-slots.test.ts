import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createUnclaimedSlots } from './left-out-slots.ts'

test('agents have their time again when this process stood still', () => {
  let passedMs = 0
  const unclaimed = createUnclaimedSlots({ steadyMs: () => passedMs, claimMs: 60 })
  const key = { checkNo: 1, scheduledAt: 5, origin: 'eu-west-1' }
  unclaimed.load([{ ...key, attempt: 1, hour: 0, count: 2, hasResult: false }])
  passedMs = 100
  unclaimed.listenAnew()
  assert.deepEqual(unclaimed.takeUnclaimed(), [])
  passedMs = 160
  assert.deepEqual(unclaimed.takeUnclaimed(), [
    { key, counts: [{ attempt: 1, hour: 0, count: 2, hasResult: false }] },
  ])
})
