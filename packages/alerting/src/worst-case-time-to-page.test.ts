import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { rounds } from '@sonde/ground/testing/thoroughness.ts'
import { initialAlertState } from '@sonde/store/alerts/alert-state.ts'
import * as fc from 'fast-check'
import { settingsFor } from '../testing/alerted-check.ts'
import { decide } from './transitions.ts'
import { type PagingConfiguration, worstCaseTimeToPage } from './worst-case-time-to-page.ts'

type Retry = NonNullable<PagingConfiguration['retry']>

const fixed = (baseBackoffSeconds: number, maxRetries: number, maxDurationSeconds = 600): Retry => ({
  type: 'FIXED',
  baseBackoffSeconds,
  maxRetries,
  maxDurationSeconds,
})

function configure(given: Partial<PagingConfiguration> & { rule?: string } = {}): PagingConfiguration {
  const { rule = 'R1', ...rest } = given
  return {
    periodSeconds: 60,
    longestAttemptSeconds: 10,
    retry: null,
    escalation: settingsFor(rule),
    service: { beginSeconds: 0, pickUpSeconds: 0 },
    ...rest,
  }
}

suite('the worst case', () => {
  for (const { name, given, expected } of [
    { name: 'a minute, no retries', given: {}, expected: [60, 10, 0, 70] },
    { name: 'three runs', given: { rule: 'R3' }, expected: [60, 10, 120, 190] },
    {
      name: 'two runs, each with a retry that takes longer than the period',
      given: { rule: 'R2', retry: fixed(60, 1) },
      expected: [60, 80, 120, 260],
    },
    { name: 'double check', given: { retry: fixed(0, 1) }, expected: [60, 20, 0, 80] },
    { name: 'ten minutes by time', given: { rule: 'T10' }, expected: [60, 10, 600, 670] },
    {
      name: 'five minutes by time on an hourly check',
      given: { rule: 'T5', periodSeconds: 3600 },
      expected: [3600, 10, 3600, 7210],
    },
    {
      name: 'ten minutes by time every 45 seconds: 630 is the first slot after it',
      given: { rule: 'T10', periodSeconds: 45 },
      expected: [45, 10, 630, 685],
    },
    {
      name: 'an attempt as long as the period misses the next slot',
      given: { periodSeconds: 10 },
      expected: [20, 10, 0, 30],
    },
    {
      name: 'a run of 80 seconds in front of the threshold skips a slot',
      given: { rule: 'T5', retry: fixed(60, 1) },
      expected: [60, 80, 240 + 120, 500],
    },
  ]) {
    test(name, () => {
      const { waitForRun, attempts, escalation, total } = worstCaseTimeToPage(configure(given))
      assert.deepEqual([waitForRun, attempts, escalation, total], expected)
    })
  }

  test('what the service adds is counted: each attempt may begin late, and so may the first delivery', () => {
    const service = { beginSeconds: 1, pickUpSeconds: 2 }
    const time = worstCaseTimeToPage(configure({ retry: fixed(5, 2), service }))
    assert.deepEqual([time.attempts, time.total, time.totalToFirstTry], [43, 103, 105])
  })
})

suite('the longest run', () => {
  for (const { name, longest, retry, seconds } of [
    {
      name: 'slow attempts use the maximum up: 90 + 30 + 90',
      longest: 90,
      retry: fixed(30, 2, 120),
      seconds: 210,
    },
    { name: 'the last attempt is not cut', longest: 50, retry: fixed(30, 10, 120), seconds: 170 },
    { name: 'a maximum of 0 means no retries', longest: 10, retry: fixed(30, 2, 0), seconds: 10 },
    {
      name: 'linear delays',
      longest: 0,
      retry: { type: 'LINEAR' as const, baseBackoffSeconds: 30, maxRetries: 4, maxDurationSeconds: 300 },
      seconds: 300,
    },
    {
      name: 'exponential delays',
      longest: 0,
      retry: { type: 'EXPONENTIAL' as const, baseBackoffSeconds: 4, maxRetries: 4, maxDurationSeconds: 600 },
      seconds: 340,
    },
    {
      name: 'a single retry has no maximum',
      longest: 400,
      retry: {
        type: 'SINGLE_RETRY' as const,
        baseBackoffSeconds: 600,
        maxRetries: 9,
        maxDurationSeconds: null,
      },
      seconds: 1400,
    },
  ]) {
    test(name, () => {
      const given = configure({ longestAttemptSeconds: longest, retry })
      assert.equal(worstCaseTimeToPage(given).attempts, seconds)
    })
  }

  test('alerting case 28: exponential from 60 seconds makes exactly one retry, its second delay is too long', () => {
    const retry: Retry = {
      type: 'EXPONENTIAL',
      baseBackoffSeconds: 60,
      maxRetries: 2,
      maxDurationSeconds: 600,
    }
    assert.equal(worstCaseTimeToPage(configure({ retry })).attempts, 10 + 60 + 10)
    assert.equal(worstCaseTimeToPage(configure({ retry: { ...retry, maxDurationSeconds: 0 } })).attempts, 10)
  })

  test('no mixture of quick and slow attempts takes longer, and one of them takes as long', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('FIXED' as const, 'LINEAR' as const, 'EXPONENTIAL' as const),
        fc.integer({ min: 0, max: 4 }),
        fc.integer({ min: 1, max: 4 }),
        fc.integer({ min: 0, max: 30 }),
        fc.integer({ min: 0, max: 5 }),
        (type, baseBackoffSeconds, maxRetries, maxDurationSeconds, longestAttemptSeconds) => {
          const retry = { type, baseBackoffSeconds, maxRetries, maxDurationSeconds }
          const { attempts } = worstCaseTimeToPage(configure({ longestAttemptSeconds, retry }))
          assert.equal(attempts, longestByTrying(retry, longestAttemptSeconds))
        },
      ),
      { numRuns: rounds(500) },
    )
  })
})

/** The rule for one retry after another, for every duration that each attempt may have. */
function longestByTrying(retry: Retry, longestAttempt: number): number {
  function from(startAt: number, attempt: number): number {
    let longest = 0
    for (let duration = 0; duration <= longestAttempt; duration += 1) {
      const endAt = startAt + duration
      const nextAt = nextAttempt(retry, attempt, endAt)
      longest = Math.max(longest, nextAt === null ? endAt : from(nextAt, attempt + 1))
    }
    return longest
  }
  return from(0, 1)
}

function nextAttempt(retry: Retry, attempt: number, endAt: number): number | null {
  if (attempt > retry.maxRetries) return null
  const base = retry.baseBackoffSeconds
  const delays = { FIXED: base, SINGLE_RETRY: base, LINEAR: base * attempt, EXPONENTIAL: base ** attempt }
  const dueAt = endAt + delays[retry.type]
  return dueAt <= (retry.maxDurationSeconds ?? Infinity) ? dueAt : null
}

suite('a schedule that is lived through', () => {
  const rule = fc.constantFrom('R1', 'R2', 'R3', 'R5', 'T5', 'T10')
  const retry = fc.option(
    fc.record({
      type: fc.constantFrom('FIXED' as const, 'LINEAR' as const),
      baseBackoffSeconds: fc.integer({ min: 0, max: 40 }),
      maxRetries: fc.integer({ min: 1, max: 3 }),
      maxDurationSeconds: fc.integer({ min: 0, max: 120 }),
    }),
  )

  test('never alerts later than the worst case says', () => {
    fc.assert(
      fc.property(
        rule,
        retry,
        fc.constantFrom(10, 30, 60),
        fc.integer({ min: 0, max: 40 }),
        fc.infiniteStream(fc.nat({ max: 1_000 })),
        (escalation, plan, periodSeconds, longestAttemptSeconds, luck) => {
          const given = configure({ rule: escalation, retry: plan, periodSeconds, longestAttemptSeconds })
          const duration = () => ((luck.next().value ?? 0) * longestAttemptSeconds) / 1_000
          const seconds = secondsUntilAlert(given, escalation, duration)
          assert.ok(seconds <= worstCaseTimeToPage(given).total, `${seconds}`)
        },
      ),
      { numRuns: rounds(2_000) },
    )
  })

  for (const escalation of ['R1', 'R2', 'R5', 'T5', 'T10']) {
    for (const periodSeconds of [30, 45, 60, 300, 3600]) {
      test(`alerts as late as that with ${escalation} every ${periodSeconds} s, when every attempt is slow`, () => {
        const given = configure({ rule: escalation, periodSeconds })
        const seconds = secondsUntilAlert(given, escalation, () => given.longestAttemptSeconds)
        assert.equal(seconds, worstCaseTimeToPage(given).total)
      })
    }
  }
})

/** From an outage just after the run of slot 0 has looked until the alert is written, by the state machine itself. */
function secondsUntilAlert(given: PagingConfiguration, rule: string, duration: () => number): number {
  const { periodSeconds, retry } = given
  let freeAt = duration()
  let state = initialAlertState
  for (let slot = 1; slot < 10_000; slot += 1) {
    const slotAt = slot * periodSeconds
    if (slotAt <= freeAt && freeAt > 0) continue
    let attempt = 1
    let endAt = duration()
    for (;;) {
      const nextAt = retry === null ? null : nextAttempt(retry, attempt, endAt)
      if (nextAt === null) break
      attempt += 1
      endAt = nextAt + duration()
    }
    freeAt = slotAt + endAt
    const occurrence = { verdict: 'failed' as const, scheduledAt: slotAt * 1_000, isOwn: true }
    const decision = decide(state, occurrence, settingsFor(rule), 'none', freeAt * 1_000)
    state = decision.state
    if (decision.raise !== null) return freeAt
  }
  throw new Error('the outage was never alerted')
}
