import type { RunResult } from '@sonde/schema/agents/agent-protocol.ts'
import { latestStartMs } from '@sonde/store/results/results.ts'

/** Beyond this the agent's clock is wrong, and only the server's dates anything. */
const largestSkewMs = 30_000

type DatedReport = {
  run: { scheduledAt: number }
  result: Pick<RunResult, 'ageMs' | 'startedAt' | 'durationMs'>
  /** The agent's clock when it sent the result. */
  sentAt: number
}

/**
 * When the attempt ran, by the server's clock. The agent's word is taken while its clock agrees with ours,
 * within what is possible: not before the run was due, not after its result was here.
 */
export function datesOf(
  { run, result, sentAt }: DatedReport,
  now: number,
): { startedAt: number; completedAt: number } {
  const isAgentRight = Math.abs(now - sentAt) <= largestSkewMs
  const completedAt = Math.round(now - result.ageMs)
  const startedAt = isAgentRight ? result.startedAt : Math.round(completedAt - result.durationMs)
  const latest = Math.min(now, run.scheduledAt + latestStartMs)
  return { startedAt: Math.max(run.scheduledAt, Math.min(startedAt, latest)), completedAt }
}
