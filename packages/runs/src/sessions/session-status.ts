import type { SessionStatus } from '@sonde/schema/runs/check-session.ts'
import type { SessionRunState } from '@sonde/store/runs/session-run-state.ts'

/**
 * What a session says about its runs. A run without a verdict counts as a failed one here: whoever asked for
 * the session must not read "passed" where nobody judged. The threshold of parallel checks does not apply.
 */
export function sessionStatus(states: readonly SessionRunState[]): SessionStatus {
  const has = (...expected: SessionRunState[]) => states.some((state) => expected.includes(state))
  if (has('open')) {
    if (has('failed', 'withheld')) return 'PROGRESS_FAILED'
    if (has('degraded')) return 'PROGRESS_DEGRADED'
    return states.some((state) => state !== 'open') ? 'PROGRESS' : 'STARTED'
  }
  if (has('cancelled')) return 'CANCELLED'
  if (has('failed', 'withheld')) return 'FAILED'
  if (has('degraded')) return 'DEGRADED'
  // Also without any run: nothing was reported.
  return has('passed') && !has('dropped') ? 'PASSED' : 'TIMED_OUT'
}

/** Version 1 of the API was made before sessions could be cancelled. */
export function sessionStatusV1(status: SessionStatus): SessionStatus {
  return status === 'CANCELLED' ? 'TIMED_OUT' : status
}
