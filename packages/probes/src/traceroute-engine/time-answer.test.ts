import assert from 'node:assert/strict'
import { test } from 'node:test'
import { timeAnswer, type AnswerTimes } from './time-answer.ts'

// Sent at 100, stamped at 100.2 and 110.2 by the kernel, seen by us at 150; the wall clock is 1,000 ahead.
const times: AnswerTimes = {
  sentStampMs: 1100.2,
  receivedStampMs: 1110.2,
  sentMs: 100,
  receivedMs: 150,
  sendCallMs: 0.3,
  clockOffsetMs: 1000,
  clockShiftMs: 0,
  awakeSinceMs: 90,
}

test('the times of the kernel count where it took both', () => {
  const { rttMs, noiseMs, isKernelTimed } = timeAnswer(times)
  assert.deepEqual([rttMs, noiseMs, isKernelTimed], [10, 40, true])
})

test('without its time of the departure, that of the arrival still keeps our lateness out', () => {
  const { rttMs, noiseMs, isKernelTimed } = timeAnswer({ ...times, sentStampMs: Number.NaN })
  assert.deepEqual([rttMs.toFixed(6), noiseMs, isKernelTimed], ['10.200000', 0.3, false])
})

test('without either, or after a step of the clock, our own times count, with all that we may have added', () => {
  const none = { ...times, sentStampMs: Number.NaN, receivedStampMs: Number.NaN }
  const stepped = { ...times, clockShiftMs: -5000, clockOffsetMs: -4000 }
  for (const given of [none, stepped]) {
    const { rttMs, noiseMs, isKernelTimed } = timeAnswer(given)
    assert.deepEqual([rttMs, noiseMs, isKernelTimed], [50, 60, false])
  }
})
