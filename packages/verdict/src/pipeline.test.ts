import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Assertion } from '@sonde/schema/check-types/assertion.ts'
import type { AssertionResult } from '@sonde/schema/check-types/assertion-result.ts'
import type { RunVerdict } from '@sonde/schema/runs/verdict.ts'
import { evaluateEvidence, evaluateDocument, type Evidence } from './pipeline.ts'

const assertion: Assertion = { source: 'S', property: 'p', comparison: 'EQUALS', target: '1', regex: '' }
const result = (error: string | null): AssertionResult => ({ ...assertion, order: 0, actual: 2, error })

const bad = { kind: 'bad', reason: 'it broke', isNetworkError: true, wasTargetAsked: true } as const
const notAsked = { ...bad, reason: 'not allowed here', wasTargetAsked: false } as const
const notRun = { kind: 'not-run', reason: 'may not open raw sockets' } as const
const ok: Evidence = {
  shouldFail: false,
  request: { kind: 'ok' },
  assertions: [],
  responseTime: 12,
  isMeasured: true,
  maxResponseTime: 100,
  degradedResponseTime: 50,
  degradedReasons: [],
}

function levelOf({ kind }: RunVerdict): string {
  return kind
}

suite('the seven steps', () => {
  const cases: [string, Partial<Evidence>, string, string | null, boolean | null][] = [
    ['7: nothing wrong passes', {}, 'passed', null, false],
    ['1: our own trouble withholds the verdict', { request: notRun }, 'withheld', notRun.reason, null],
    [
      '1: and hides everything else',
      { request: notRun, assertions: [result('no')], degradedReasons: ['slow'], responseTime: 500 },
      'withheld',
      notRun.reason,
      null,
    ],
    [
      '1: shouldFail does not turn it',
      { request: notRun, shouldFail: true },
      'withheld',
      notRun.reason,
      null,
    ],
    ['2: a bad outcome fails', { request: bad }, 'failed', 'it broke', false],
    [
      '3: a success that should fail fails',
      { shouldFail: true },
      'failed',
      'Succeeded, although the check expects it to fail',
      false,
    ],
    ['3: a failure that should fail passes', { shouldFail: true, request: bad }, 'passed', null, false],
    [
      '3: a target that was not asked did not fail as it should',
      { shouldFail: true, request: notAsked },
      'failed',
      'not allowed here',
      false,
    ],
    [
      '4: a failing assertion fails',
      { assertions: [result(null), result('no')] },
      'failed',
      'S p: no',
      false,
    ],
    [
      '4: of several that fail the first is told, and how many there are beside it',
      { assertions: [result('no'), result(null), result('never'), result('not at all')] },
      'failed',
      'S p: no (and 2 more)',
      false,
    ],
    ['4: a passing one does not', { assertions: [result(null)] }, 'passed', null, false],
    [
      '4: assertions are not inverted',
      { shouldFail: true, request: bad, assertions: [result('no')] },
      'failed',
      'S p: no',
      false,
    ],
    [
      '5: the limit is reached at its value',
      { responseTime: 100 },
      'failed',
      'Response took 100 ms, limit 100 ms',
      true,
    ],
    ['5: and not below', { responseTime: 99.9999, degradedResponseTime: null }, 'passed', null, false],
    [
      '5: also under shouldFail',
      { shouldFail: true, request: bad, responseTime: 100 },
      'failed',
      'Response took 100 ms, limit 100 ms',
      true,
    ],
    [
      '5: null switches it off',
      { responseTime: 1e9, maxResponseTime: null, degradedResponseTime: null },
      'passed',
      null,
      null,
    ],
    [
      '5: zero is reached by every measured run',
      { responseTime: 0, maxResponseTime: 0 },
      'failed',
      'Response took 0 ms, limit 0 ms',
      true,
    ],
    ['5: nothing measured reaches nothing', { responseTime: null, maxResponseTime: 0 }, 'passed', null, null],
    [
      '5: a time-out that should happen was not measured',
      { shouldFail: true, request: bad, responseTime: 30_000, isMeasured: false },
      'passed',
      null,
      null,
    ],
    ['6: a rule of the type degrades', { degradedReasons: ['lossy', 'old'] }, 'degraded', 'lossy', false],
    [
      '6: so does the time, at its value',
      { responseTime: 50 },
      'degraded',
      'Response took 50 ms, degraded from 50 ms',
      false,
    ],
    [
      '6: a rule of the type says nothing about an accepted failure',
      { shouldFail: true, request: bad, degradedReasons: ['lossy'] },
      'passed',
      null,
      false,
    ],
    [
      '6: but the time does',
      { shouldFail: true, request: bad, degradedReasons: ['lossy'], responseTime: 50 },
      'degraded',
      'Response took 50 ms, degraded from 50 ms',
      false,
    ],
    [
      'the two limits are evaluated each by itself',
      { responseTime: 12, maxResponseTime: 10, degradedResponseTime: 50 },
      'failed',
      'Response took 12 ms, limit 10 ms',
      true,
    ],
    [
      'the worst wins, the first is the reason, and the slow run is still reported',
      { request: bad, assertions: [result('no')], responseTime: 500, degradedReasons: ['lossy'] },
      'failed',
      'it broke',
      true,
    ],
    [
      'an assertion comes before the time',
      { assertions: [result('no')], responseTime: 500 },
      'failed',
      'S p: no',
      true,
    ],
  ]
  for (const [promise, changes, level, reason, over] of cases) {
    test(promise, () => {
      const verdict = evaluateEvidence({ ...ok, ...changes })
      assert.deepEqual([levelOf(verdict), verdict.reason, verdict.overMaxResponseTime], [level, reason, over])
    })
  }

  test('the time is kept as it was measured', () => {
    assert.equal(evaluateEvidence({ ...ok, responseTime: 12.407123456 }).responseTime, 12.407123456)
    assert.equal(evaluateEvidence({ ...ok, request: notRun }).responseTime, null)
  })

  test('only a bad outcome without an answer is a network error', () => {
    assert.equal(evaluateEvidence({ ...ok, request: bad }).isNetworkError, true)
    assert.equal(
      evaluateEvidence({ ...ok, request: { ...bad, isNetworkError: false } }).isNetworkError,
      false,
    )
    assert.equal(evaluateEvidence(ok).isNetworkError, false)
    assert.equal(evaluateEvidence({ ...ok, request: notRun }).isNetworkError, false)
  })

  test('a reason fits into its field', () => {
    const reason = 'x'.repeat(50_000)
    assert.equal(evaluateEvidence({ ...ok, request: { ...bad, reason } }).reason?.length, 10_000)
  })
})

suite('assertions without a document', () => {
  const cases: [string, Pick<Evidence, 'request' | 'shouldFail'>, string | null][] = [
    ['are not evaluated when the run failed', { request: bad, shouldFail: false }, 'not evaluated'],
    ['hold when the failure was wanted', { request: bad, shouldFail: true }, null],
    ['are not evaluated when nobody was asked', { request: notAsked, shouldFail: true }, 'not evaluated'],
    ['are not evaluated when the trouble was ours', { request: notRun, shouldFail: true }, 'not evaluated'],
  ]
  for (const [promise, outcome, error] of cases) {
    test(promise, () =>
      assert.deepEqual(evaluateDocument([assertion], null, outcome), [{ ...result(error), actual: null }]),
    )
  }

  test('and with one they are evaluated even after a failure', () => {
    const find = () => ({ kind: 'one', value: 2 }) as const
    assert.deepEqual(evaluateDocument([assertion], find, { request: bad, shouldFail: false }), [
      result('expected 2 to equal 1'),
    ])
  })
})
