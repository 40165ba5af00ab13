import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hourMs } from '@sonde/ground/durations.ts'
import { reconcileRoundTrip, type RoundTripTimes } from './reconcile-round-trip.ts'

const plain: RoundTripTimes = {
  sentStampMs: 1000.02,
  receivedStampMs: 1012.02,
  sentMs: 50,
  receivedMs: 62.5,
  clockShiftMs: 0,
}

const cases: { name: string; times: RoundTripTimes; rttMs: number; delayMs: number | null }[] = [
  {
    name: 'the kernel says how long it took, and our own delay is the rest',
    times: plain,
    rttMs: 12,
    delayMs: 0.5,
  },
  {
    name: 'a busy thread does not lengthen the round trip',
    times: { ...plain, receivedMs: 950 },
    rttMs: 12,
    delayMs: 888,
  },
  {
    name: 'I13: the wall clock stepped forward by an hour',
    times: { ...plain, receivedStampMs: 1012.02 + hourMs, clockShiftMs: hourMs },
    rttMs: 12.5,
    delayMs: null,
  },
  {
    name: 'I13: the wall clock stepped back by an hour',
    times: { ...plain, receivedStampMs: 1012.02 - hourMs, clockShiftMs: -hourMs },
    rttMs: 12.5,
    delayMs: null,
  },
  {
    name: 'I13: a step that hides inside the round trip is seen by the clocks moving apart',
    times: { ...plain, receivedStampMs: 1007.02, clockShiftMs: -5 },
    rttMs: 12.5,
    delayMs: null,
  },
  {
    name: 'I13: a step that both readings of the clocks missed is seen by its impossible result',
    times: { ...plain, receivedStampMs: 1012.02 + hourMs },
    rttMs: 12.5,
    delayMs: null,
  },
  {
    name: 'a reply cannot be older than its request',
    times: { ...plain, receivedStampMs: 999 },
    rttMs: 12.5,
    delayMs: null,
  },
  {
    name: 'without a transmit stamp our own times count',
    times: { ...plain, sentStampMs: null },
    rttMs: 12.5,
    delayMs: null,
  },
  {
    name: 'without a receive stamp our own times count',
    times: { ...plain, receivedStampMs: null },
    rttMs: 12.5,
    delayMs: null,
  },
  {
    name: 'the noise of reading two clocks is no step',
    times: { ...plain, clockShiftMs: 0.05 },
    rttMs: 12,
    delayMs: 0.5,
  },
]

for (const { name, times, rttMs, delayMs } of cases) {
  test(name, () => {
    const found = reconcileRoundTrip(times)
    assert.ok(Math.abs(found.rttMs - rttMs) < 1e-9, `${found.rttMs} is not ${rttMs}`)
    if (delayMs === null) assert.equal(found.delayMs, null)
    else assert.ok(Math.abs((found.delayMs ?? -1) - delayMs) < 1e-9, `${found.delayMs} is not ${delayMs}`)
  })
}

test('I13: an hour forward, then an hour back, and every round trip of the run keeps its length', () => {
  const rtts = [0, hourMs, hourMs, 0, 0].map((shift, ping, shifts) => {
    const before = shifts[ping - 1] ?? 0
    const sentMs = ping * 500
    return reconcileRoundTrip({
      sentStampMs: sentMs + before,
      receivedStampMs: sentMs + 12 + shift,
      sentMs,
      receivedMs: sentMs + 12.25,
      clockShiftMs: shift - before,
    }).rttMs
  })
  for (const rttMs of rtts) assert.ok(rttMs >= 12 && rttMs <= 12.25, `${rttMs} ms`)
})
