import type { RunResult } from '@sonde/schema/agents/agent-protocol.ts'
import { toWireVerdict } from '@sonde/schema/agents/wire-verdict.ts'
import type { RunKind } from '@sonde/schema/check-types/check-kind.ts'
import type { NotRunCause } from '@sonde/schema/runs/outcome.ts'
import { withheldVerdict } from '@sonde/schema/runs/verdict.ts'
import type { Run } from '../run.ts'

const agentLost = 'Agent lost: three agents in a row started the run and did not report back'

/** The result of a run that nobody will make any more: it says nothing about its target. */
export function agentLostResult(run: Run, kind: RunKind, now: number): RunResult {
  return unmadeResult(run, kind, { now, cause: 'agent-lost', reason: agentLost })
}

/** The result of a run that came to nothing before any agent could look at its target. */
export function unmadeResult(
  run: Run,
  kind: RunKind,
  { now, cause, reason }: { now: number; cause: NotRunCause; reason: string },
): RunResult {
  return {
    runId: run.runId,
    attempt: run.attempt,
    leaseId: 'none',
    ticket: '',
    checkType: run.checkType,
    startedAt: now,
    durationMs: 0,
    ageMs: 0,
    verdict: toWireVerdict(withheldVerdict(reason)),
    notRunCause: cause,
    detail: kind.detailOfError(run.config, reason),
  }
}
