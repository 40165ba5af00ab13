import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SessionStatus } from '@sonde/schema/runs/check-session.ts'
import type { SessionRunState } from '@sonde/store/runs/session-run-state.ts'
import { sessionStatus, sessionStatusV1 } from './session-status.ts'

const cases: readonly { states: SessionRunState[]; status: SessionStatus; name: string }[] = [
  { name: 'nothing has ended yet', states: ['open', 'open'], status: 'STARTED' },
  { name: 'one of two has passed', states: ['passed', 'open'], status: 'PROGRESS' },
  { name: 'SA 54: one failed, one runs', states: ['failed', 'open'], status: 'PROGRESS_FAILED' },
  { name: 'one ended without a verdict, one runs', states: ['open', 'withheld'], status: 'PROGRESS_FAILED' },
  { name: 'one is degraded, one runs', states: ['degraded', 'open'], status: 'PROGRESS_DEGRADED' },
  {
    name: 'failed outweighs degraded on the way',
    states: ['degraded', 'failed', 'open'],
    status: 'PROGRESS_FAILED',
  },
  { name: 'one was dropped, one runs', states: ['dropped', 'open'], status: 'PROGRESS' },
  { name: 'one was cancelled, one runs', states: ['cancelled', 'open'], status: 'PROGRESS' },
  { name: 'all passed', states: ['passed', 'passed'], status: 'PASSED' },
  { name: 'one of many failed', states: ['passed', 'failed', 'degraded', 'dropped'], status: 'FAILED' },
  { name: 'a run without a verdict', states: ['passed', 'withheld'], status: 'FAILED' },
  { name: 'one degraded', states: ['passed', 'degraded'], status: 'DEGRADED' },
  { name: 'degraded outweighs dropped', states: ['dropped', 'degraded'], status: 'DEGRADED' },
  { name: 'one that never reported', states: ['passed', 'dropped'], status: 'TIMED_OUT' },
  { name: 'none that ever reported', states: ['dropped'], status: 'TIMED_OUT' },
  { name: 'SA 54: cancelled', states: ['cancelled'], status: 'CANCELLED' },
  { name: 'cancelled outweighs failed', states: ['failed', 'cancelled', 'passed'], status: 'CANCELLED' },
  { name: 'no run at all is no pass', states: [], status: 'TIMED_OUT' },
]

for (const { name, states, status } of cases) {
  test(`a session is ${status}: ${name}`, () => assert.equal(sessionStatus(states), status))
}

test('SA 54: version 1 calls a cancelled session timed out, and changes nothing else', () => {
  assert.equal(sessionStatusV1('CANCELLED'), 'TIMED_OUT')
  for (const status of ['STARTED', 'PROGRESS_FAILED', 'PASSED', 'FAILED', 'TIMED_OUT'] as const) {
    assert.equal(sessionStatusV1(status), status)
  }
})
