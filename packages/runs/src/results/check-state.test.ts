import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { CheckState } from '@sonde/store/checks/check-states.ts'
import { type FinalResult, inPool, stateAfter } from './check-state.ts'

const fresh: CheckState = {
  no: 1,
  checkId: '6f0c2f5e-7c1d-4a53-9f6e-2b8a4c1d0e99',
  accountId: '00000000-0000-4000-8000-000000000001',
  rev: 0,
  status: null,
  verdicts: {},
  completedAt: null,
  longestRun: null,
  shortestRun: null,
  lastRunLocation: null,
  lastCheckRunId: null,
  firstResultAt: null,
  lastResultAt: null,
  alert: null,
}

function final(fields: Partial<FinalResult> = {}): FinalResult {
  return {
    verdict: 'passed',
    location: 'a',
    checkRunId: 1,
    responseTime: 10,
    ageMs: 20,
    completedAt: 1_000,
    receivedAt: 1_020,
    ...fields,
  }
}

const oneByOne = { isParallel: false, locations: ['a', 'b', 'c'] }
const together = { isParallel: true, locations: ['a', 'b', 'c'] }

function follow(results: readonly Partial<FinalResult>[], check = oneByOne): CheckState {
  return results.reduce<CheckState>((state, result) => stateAfter(state, final(result), check), fresh)
}

test('the first result gives a check everything that it can say', () => {
  assert.deepEqual(follow([{ checkRunId: 7, location: 'b' }]), {
    ...fresh,
    status: 'passed',
    completedAt: 1_000,
    longestRun: 10,
    shortestRun: 10,
    lastRunLocation: 'b',
    lastCheckRunId: 7,
    firstResultAt: 1_020,
    lastResultAt: 1_020,
  })
})

test('one location at a time: the last result is the status, wherever it ran', () => {
  assert.equal(follow([{ verdict: 'failed' }, { location: 'b' }]).status, 'passed')
  assert.equal(follow([{}, { location: 'b', verdict: 'degraded' }]).status, 'degraded')
  assert.equal(follow([{}, { verdict: 'failed' }]).status, 'failed')
})

test('longest and shortest run follow what was measured, and nothing measured changes neither', () => {
  const state = follow([{ responseTime: 10 }, { responseTime: null, verdict: 'failed' }, { responseTime: 3 }])
  assert.deepEqual([state.longestRun, state.shortestRun], [10, 3])
})

suite('in parallel', () => {
  test('the worst of the last results of all locations is the status', () => {
    const results: Partial<FinalResult>[] = [
      { location: 'a' },
      { location: 'b', verdict: 'degraded' },
      { location: 'c' },
    ]
    assert.equal(follow(results, together).status, 'degraded')
    assert.equal(follow([...results, { location: 'c', verdict: 'failed' }], together).status, 'failed')
    const recovered = follow(
      [...results, { location: 'c', verdict: 'failed' }, { location: 'c' }, { location: 'b' }],
      together,
    )
    assert.equal(recovered.status, 'passed')
    const passing = { status: 'passed', completedAt: 1_000 }
    assert.deepEqual(recovered.verdicts, { a: passing, b: passing, c: passing })
  })
  test('a location that the check has left has no say any more', () => {
    const failing = follow([{ location: 'c', verdict: 'failed' }], together)
    const after = stateAfter(failing, final({ location: 'a' }), { isParallel: true, locations: ['a', 'b'] })
    assert.equal(after.status, 'passed')
    assert.deepEqual(after.verdicts, { a: { status: 'passed', completedAt: 1_000 } })
  })
  test('a check that changes to one location at a time forgets the verdicts of the others', () => {
    const failing = follow([{ location: 'c', verdict: 'failed' }], together)
    const after = stateAfter(failing, final({ location: 'a' }), oneByOne)
    assert.deepEqual([after.status, after.verdicts], ['passed', {}])
  })
})

for (const verdict of ['withheld', 'cancelled'] as const) {
  test(`a result without a verdict (${verdict}) changes nothing at all`, () => {
    const before = follow([{ verdict: 'failed' }])
    assert.equal(stateAfter(before, final({ verdict, checkRunId: 9, completedAt: 9_000 }), oneByOne), before)
    assert.equal(stateAfter(fresh, final({ verdict }), together), fresh)
  })
}

suite('late results', () => {
  const before = follow([{ completedAt: 100_000, receivedAt: 100_020, checkRunId: 5 }])
  test('one that is older than the last one counted changes no status', () => {
    const late = final({
      verdict: 'failed',
      ageMs: 5_001,
      completedAt: 99_999,
      receivedAt: 105_000,
      responseTime: 50,
    })
    assert.deepEqual(stateAfter(before, late, oneByOne), { ...before, longestRun: 50 })
  })
  test('one that is newer counts, however late it comes', () => {
    const late = final({ verdict: 'failed', ageMs: 180_000, completedAt: 100_001, receivedAt: 280_001 })
    assert.equal(stateAfter(before, late, oneByOne).status, 'failed')
  })
  test('a fresh one counts also when the clock of the server went back', () => {
    const now = final({ verdict: 'failed', ageMs: 5_000, completedAt: 40_000, receivedAt: 45_000 })
    const after = stateAfter(before, now, oneByOne)
    assert.deepEqual([after.status, after.completedAt, after.lastResultAt], ['failed', 40_000, 45_000])
  })
  test('a late one is the first of its check: it counts', () => {
    assert.equal(follow([{ ageMs: 900_000, verdict: 'failed' }]).status, 'failed')
  })
})

suite('in parallel, late or moved', () => {
  test('a late result of one location is measured by that location alone', () => {
    const state = follow(
      [
        { location: 'a', completedAt: 9_000 },
        { location: 'b', verdict: 'failed', completedAt: 5_000, ageMs: 9_000 },
      ],
      together,
    )
    assert.equal(state.status, 'failed')
  })

  test('a location that the check has left says nothing any more', () => {
    const left = { isParallel: true, locations: ['a'] }
    const state = follow([{ location: 'a' }], together)
    assert.equal(stateAfter(state, final({ location: 'b', verdict: 'failed' }), left).status, 'passed')
    const failing = follow([{ location: 'a' }, { location: 'b', verdict: 'failed' }], together)
    assert.equal(inPool(failing, left).status, 'passed')
    assert.equal(inPool(failing, { isParallel: true, locations: ['c'] }).status, 'failed')
  })
})
