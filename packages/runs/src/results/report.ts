import type { RunResult } from '@sonde/schema/agents/agent-protocol.ts'
import type { RunEnd } from '@sonde/schema/runs/verdict.ts'
import type { Run, TicketedRun } from '../run.ts'

/**
 * A result as it came in. `sentAt` is the agent's clock when it sent it; `isStandIn` whether the embedded agent ran it in
 * place of an agent of the location, and null when nobody ran it.
 */
export type Report = { run: TicketedRun; result: RunResult; sentAt: number; isStandIn: boolean | null }

/** The next attempt of a run that has failed. */
export type PlannedRetry = { run: Run; dueAt: number }

/** What became of a report whose check there is. */
export type StoredReport = {
  run: TicketedRun
  verdict: RunEnd
  /** False when the result was there already. */
  isNew: boolean
  /** Whether the check is still what it was when the run began, as far as its runs are concerned. */
  isCurrent: boolean
  retry: PlannedRetry | null
}
