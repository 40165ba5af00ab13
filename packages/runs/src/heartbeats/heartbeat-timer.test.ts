import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { hourMs, minuteMs } from '@sonde/ground/durations.ts'
import type { HeartbeatTimer } from '@sonde/store/heartbeats/heartbeats.ts'
import { type HeartbeatTerms, missPing, takePing, timerFrom, toleranceMs } from './heartbeat-timer.ts'

const sixAndTwo: HeartbeatTerms = { periodMs: 6 * hourMs, graceMs: 2 * hourMs }

test('H1: before the first ping nothing is waited for, and the first is on time', () => {
  assert.deepEqual(takePing(null, sixAndTwo, 0), { state: 'RECEIVED', timer: timerFrom(0, sixAndTwo) })
})

test('H2: with a period of 6 h and a grace of 2 h, a ping at hour 7 is in grace and the next is due at hour 13', () => {
  const { timer } = takePing(null, sixAndTwo, 0)
  const later = takePing(timer, sixAndTwo, 7 * hourMs)
  assert.equal(later.state, 'GRACE')
  assert.deepEqual(later.timer, { expectedAt: 13 * hourMs, deadlineAt: 15 * hourMs })
})

const states: [what: string, terms: HeartbeatTerms, at: number, state: string][] = [
  ['just too early', sixAndTwo, 6 * hourMs - minuteMs - 1, 'EARLY'],
  ['a minute early', sixAndTwo, 6 * hourMs - minuteMs, 'RECEIVED'],
  ['in time', sixAndTwo, 6 * hourMs, 'RECEIVED'],
  ['a minute late', sixAndTwo, 6 * hourMs + minuteMs, 'RECEIVED'],
  ['just too late', sixAndTwo, 6 * hourMs + minuteMs + 1, 'GRACE'],
  ['at the deadline', sixAndTwo, 8 * hourMs, 'GRACE'],
  ['after it, before anybody has looked', sixAndTwo, 8 * hourMs + 1, 'LATE'],
  ['a second late without grace', { periodMs: 30_000, graceMs: 0 }, 31_000, 'RECEIVED'],
  ['more than that without grace', { periodMs: 30_000, graceMs: 0 }, 31_001, 'LATE'],
  ['1 % of ten minutes early', { periodMs: 600_000, graceMs: 0 }, 594_000, 'RECEIVED'],
  ['more than that', { periodMs: 600_000, graceMs: 0 }, 593_999, 'EARLY'],
]
for (const [what, terms, at, state] of states) {
  test(`a ping ${what} is ${state}`, () => {
    assert.equal(takePing(timerFrom(0, terms), terms, at).state, state)
  })
}

test('the tolerance is 1 % of the period, a second at least and a minute at most', () => {
  assert.deepEqual([30_000, 300_000, 365 * 24 * hourMs].map(toleranceMs), [1_000, 3_000, 60_000])
})

test('H1: silence fails at the deadline, not before, and again after another period and grace', () => {
  const first = timerFrom(0, sixAndTwo)
  assert.equal(missPing(first, sixAndTwo, { now: 8 * hourMs - 1, upSince: 0 }), null)
  const missed = missPing(first, sixAndTwo, { now: 8 * hourMs + 4_000, upSince: 0 })
  assert.deepEqual(missed, {
    at: 8 * hourMs,
    timer: { expectedAt: 14 * hourMs, deadlineAt: 16 * hourMs },
  })
})

test('a deadline that passed while nobody was there fails now, and the next period begins now', () => {
  const now = 100 * hourMs
  const missed = missPing(timerFrom(0, sixAndTwo), sixAndTwo, { now, upSince: 99 * hourMs })
  assert.deepEqual(missed, { at: now, timer: timerFrom(now, sixAndTwo) })
})

const someTerms = fc.record({
  periodMs: fc.integer({ min: 30_000, max: 365 * 24 * hourMs }),
  graceMs: fc.integer({ min: 0, max: 365 * 24 * hourMs }),
})

test('whatever happens, a job that pings in time never fails, and silence fails once for each deadline', () => {
  const steps = fc.array(
    fc.oneof(
      fc.record({ kind: fc.constant('ping' as const), share: fc.double({ min: 0, max: 1, noNaN: true }) }),
      fc.record({ kind: fc.constant('look' as const), share: fc.double({ min: 0, max: 3, noNaN: true }) }),
    ),
    { maxLength: 40 },
  )
  fc.assert(
    fc.property(someTerms, steps, (terms, taken) => {
      const wholeMs = terms.periodMs + terms.graceMs
      let now = 1_000_000
      let timer: HeartbeatTimer | null = null
      const failedAt = new Set<number>()
      for (const { kind, share } of taken) {
        now += Math.floor(share * wholeMs)
        if (kind === 'ping') {
          const isInTime: boolean = timer !== null && now <= timer.deadlineAt
          const ping = takePing(timer, terms, now)
          assert.ok(!isInTime || ping.state !== 'LATE')
          assert.equal(ping.timer.deadlineAt - now, wholeMs)
          ;({ timer } = ping)
          continue
        }
        while (timer !== null) {
          const { deadlineAt }: HeartbeatTimer = timer
          const missed = missPing(timer, terms, { now, upSince: 0 })
          assert.equal(missed === null, now < deadlineAt)
          if (missed === null) break
          assert.equal(missed.at, deadlineAt)
          assert.ok(!failedAt.has(missed.at))
          failedAt.add(missed.at)
          assert.equal(missed.timer.deadlineAt, deadlineAt + wholeMs)
          ;({ timer } = missed)
        }
      }
    }),
  )
})
