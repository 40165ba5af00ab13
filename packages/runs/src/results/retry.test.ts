import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { dataCenterQueue } from '../schedule/location-pool.ts'
import { type RetryPlan, retryPlanOf } from '@sonde/schema/checks/retry-plan.ts'
import { nextAttemptAt, placeOfRetry, isTooLateFor } from './retry.ts'

/** Start times of all attempts in seconds when every one of them fails after `runSeconds`. */
function startsOf(strategy: object, runSeconds = 0, { isNetworkError = false } = {}): number[] {
  const plan = retryPlanOf({ retryStrategy: { ...strategy } })
  const starts = [0]
  for (let startedAt = 0; ;) {
    const endedAt = startedAt + runSeconds * 1000
    const failed = { attempt: starts.length, isNetworkError, firstStartedAt: 0, endedAt, now: endedAt }
    const next = nextAttemptAt(plan, failed)
    if (next === null) return starts
    starts.push(next / 1000)
    startedAt = next
  }
}

suite('alerting 5.2: delays', () => {
  const delays = (type: string, baseBackoffSeconds: number, maxRetries?: number): number[] => {
    const starts = startsOf({ type, baseBackoffSeconds, ...(maxRetries === undefined ? {} : { maxRetries }) })
    return starts.slice(1).map((start, index) => start - (starts[index] ?? 0))
  }
  const table: [string, number, number | undefined, number[]][] = [
    ['FIXED', 5, 3, [5, 5, 5]],
    ['FIXED', 10, undefined, [10, 10]],
    ['FIXED', 60, undefined, [60, 60]],
    ['LINEAR', 5, 3, [5, 10, 15]],
    ['LINEAR', 10, undefined, [10, 20]],
    ['LINEAR', 60, undefined, [60, 120]],
    ['EXPONENTIAL', 5, 3, [5, 25, 125]],
    ['EXPONENTIAL', 10, undefined, [10, 100]],
    ['EXPONENTIAL', 60, undefined, [60]],
    ['EXPONENTIAL', 1, 3, [1, 1, 1]],
    ['EXPONENTIAL', 0, 3, [0, 0, 0]],
    ['SINGLE_RETRY', 5, undefined, [5]],
    ['SINGLE_RETRY', 10, undefined, [10]],
    ['SINGLE_RETRY', 60, undefined, [60]],
    ['SINGLE_RETRY', 600, undefined, [600]],
    ['FIXED', 0, 10, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0]],
  ]
  for (const [type, base, retries, expected] of table) {
    test(`${type} with base ${base} and ${retries ?? 'the usual'} retries waits ${expected.join(', ')} s`, () => {
      assert.deepEqual(delays(type, base, retries), expected)
    })
  }
})

suite('alerting 5.2: examples', () => {
  test('EXPONENTIAL base 5, 3 retries, instant runs: 0, 5, 30, 155 s', () => {
    assert.deepEqual(startsOf({ type: 'EXPONENTIAL', baseBackoffSeconds: 5, maxRetries: 3 }), [0, 5, 30, 155])
  })
  test('FIXED base 30, at most 120 s, a run takes 90 s: one retry at 120 s, the next is refused', () => {
    const strategy = { type: 'FIXED', baseBackoffSeconds: 30, maxDurationSeconds: 120 }
    assert.deepEqual(startsOf(strategy, 90), [0, 120])
  })
  test('LINEAR base 30, 4 retries, at most 300 s, a run takes 2 s: 0, 32, 94, 186, and 308 is refused', () => {
    const strategy = { type: 'LINEAR', baseBackoffSeconds: 30, maxRetries: 4, maxDurationSeconds: 300 }
    assert.deepEqual(startsOf(strategy, 2), [0, 32, 94, 186])
  })
  test('the same with instant runs: the last at 300 s exactly is made', () => {
    const strategy = { type: 'LINEAR', baseBackoffSeconds: 30, maxRetries: 4, maxDurationSeconds: 300 }
    assert.deepEqual(startsOf(strategy), [0, 30, 90, 180, 300])
  })
  test('EXPONENTIAL base 4, 4 retries: 0, 4, 20, 84, 340', () => {
    const strategy = { type: 'EXPONENTIAL', baseBackoffSeconds: 4, maxRetries: 4, maxDurationSeconds: 600 }
    assert.deepEqual(startsOf(strategy), [0, 4, 20, 84, 340])
  })
  test('X6: EXPONENTIAL base 60 within 600 s: one retry at 60 s', () => {
    assert.deepEqual(
      startsOf({ type: 'EXPONENTIAL', baseBackoffSeconds: 60, maxDurationSeconds: 600 }),
      [0, 60],
    )
  })
  test('a longest duration of 0 means no retries, unless nothing takes any time', () => {
    assert.deepEqual(startsOf({ type: 'FIXED', baseBackoffSeconds: 60, maxDurationSeconds: 0 }), [0])
    assert.deepEqual(startsOf({ type: 'FIXED', baseBackoffSeconds: 0, maxDurationSeconds: 0 }, 0.001), [0])
  })
  test('a single retry comes however long the run took', () => {
    assert.deepEqual(startsOf({ type: 'SINGLE_RETRY', baseBackoffSeconds: 600 }, 1_800), [0, 2_400])
  })
})

test('onlyOn: only attempts without an answer of the target are retried', () => {
  const strategy = { type: 'FIXED', baseBackoffSeconds: 5, onlyOn: ['NETWORK_ERROR'] }
  assert.deepEqual(startsOf(strategy, 0, { isNetworkError: false }), [0])
  assert.deepEqual(startsOf(strategy, 0, { isNetworkError: true }), [0, 5, 10])
})

test('X12: without a strategy the double check is one immediate retry elsewhere, and off means none', () => {
  const doubleCheck: RetryPlan = {
    type: 'FIXED',
    baseBackoffSeconds: 0,
    sameRegion: false,
    maxRetries: 1,
    maxDurationSeconds: 600,
    onlyOnNetworkError: false,
  }
  assert.deepEqual(retryPlanOf({ retryStrategy: null, doubleCheck: true }), doubleCheck)
  assert.deepEqual(retryPlanOf({}), doubleCheck)
  assert.equal(retryPlanOf({ retryStrategy: null, doubleCheck: false }), null)
})

test('a strategy wins over the double check, with the defaults of the contract', () => {
  assert.deepEqual(retryPlanOf({ retryStrategy: { type: 'LINEAR' }, doubleCheck: false }), {
    type: 'LINEAR',
    baseBackoffSeconds: 60,
    sameRegion: true,
    maxRetries: 2,
    maxDurationSeconds: 600,
    onlyOnNetworkError: false,
  })
})

suite('X7: where a retry is made', () => {
  const pool = ['a', 'b', 'c'].map(dataCenterQueue)
  const plan = retryPlanOf({ retryStrategy: { type: 'FIXED', sameRegion: false } })
  assert.ok(plan !== null)
  const elsewhere: RetryPlan = plan

  function placesOf(
    run: { at: string; tried: string[]; isParallel?: boolean },
    { places = pool, dead = [] as string[], retry = elsewhere } = {},
  ): string[] {
    const found = new Set<string>()
    for (let roll = 0; roll < 1; roll += 0.05) {
      const place = placeOfRetry(
        retry,
        { ...dataCenterQueue(run.at), tried: run.tried, isParallel: run.isParallel ?? false },
        places,
        { isServed: (name) => !dead.includes(name), random: () => roll },
      )
      found.add(place.location)
    }
    return [...found].toSorted()
  }

  test('three locations: at one of the others, whichever the dice say', () => {
    assert.deepEqual(placesOf({ at: 'a', tried: ['a'] }), ['b', 'c'])
  })
  test('not yet tried ones come first, then any other one', () => {
    assert.deepEqual(placesOf({ at: 'b', tried: ['a', 'b'] }), ['c'])
    assert.deepEqual(placesOf({ at: 'c', tried: ['a', 'b', 'c'] }), ['a', 'b'])
  })
  test('one location: there', () => {
    assert.deepEqual(placesOf({ at: 'a', tried: ['a'] }, { places: pool.slice(0, 1) }), ['a'])
  })
  test('locations without an agent do not count; without another one, in place', () => {
    assert.deepEqual(placesOf({ at: 'a', tried: ['a'] }, { dead: ['b'] }), ['c'])
    assert.deepEqual(placesOf({ at: 'a', tried: ['a'] }, { dead: ['b', 'c'] }), ['a'])
    assert.deepEqual(placesOf({ at: 'b', tried: ['a', 'b'] }, { dead: ['c'] }), ['a'])
  })
  test('parallel checks and sameRegion: in place', () => {
    assert.deepEqual(placesOf({ at: 'a', tried: ['a'], isParallel: true }), ['a'])
    assert.deepEqual(placesOf({ at: 'a', tried: ['a'] }, { retry: { ...elsewhere, sameRegion: true } }), [
      'a',
    ])
  })
})

test('no attempt is made more than 50 minutes after its slot: it would say nothing about it', () => {
  const slot = { scheduledAt: 1_000_000 }
  assert.equal(isTooLateFor(slot, slot.scheduledAt + 50 * 60_000), false)
  assert.equal(isTooLateFor(slot, slot.scheduledAt + 50 * 60_000 + 1), true)
})

test('a failed result that comes late is retried only while its strategy lasts', () => {
  const plan = retryPlanOf({ retryStrategy: null })
  const failed = { attempt: 1, isNetworkError: false, firstStartedAt: 0, endedAt: 5_000 }
  assert.equal(nextAttemptAt(plan, { ...failed, now: 600_000 }), 5_000)
  assert.equal(nextAttemptAt(plan, { ...failed, now: 600_001 }), null)
})
