import type { RunResult } from '@sonde/schema/agent-protocol.ts'
import type { RunKind } from '@sonde/schema/check-kind.ts'
import type { Run } from '../run.ts'

const reason = 'agent lost: three agents in a row took the run and were not heard of again'

/** The result of a run that nobody will make any more: it says nothing about its target. */
export function agentLostResult(run: Run, kind: RunKind, now: number): RunResult {
  return {
    runId: run.runId,
    attempt: run.attempt,
    leaseId: 'none',
    ticket: '',
    checkType: run.checkType,
    startedAt: now,
    durationMs: 0,
    ageMs: 0,
    verdict: {
      hasFailures: false,
      isDegraded: false,
      hasErrors: true,
      overMaxResponseTime: null,
      responseTime: null,
      isNetworkError: false,
      reason,
    },
    notRunCause: 'agent-lost',
    detail: kind.detailOfError(run.config, reason),
  }
}
