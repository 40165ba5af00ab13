import { minuteMs } from '@sonde/ground/durations.ts'
import type { RunResult } from '@sonde/schema/agents/agent-protocol.ts'
import { latestStartMs } from '@sonde/store/results/results.ts'
import type { AttemptStatus } from '../queue/run-queue.ts'
import type { Run, TicketedRun } from '../run.ts'
import { type AgentCaller, placeOf } from './agent-caller.ts'

/** Clocks are set now and then, and two servers never agree to the second. */
const clockToleranceMs = 10 * minuteMs

/** The run of a ticket. An agent speaks for its own place only, whatever it has got hold of. */
export function ticketFor({ identity }: AgentCaller, run: TicketedRun | null): TicketedRun | null {
  const place = placeOf(identity)
  return run === null || (place !== null && run.place !== place) ? null : run
}

type Circumstances = {
  status: AttemptStatus
  readTicket: (ticket: string) => TicketedRun | null
  now: number
}

/**
 * The run that a result is of, or why it is of none. A detail was read by the type that its agent names: stored with a
 * run of another type, nobody could read the results of that check any more.
 */
export function matchResult(
  caller: AgentCaller,
  result: RunResult,
  circumstances: Circumstances,
): TicketedRun | 'lost' | 'refused' {
  const run = findRun(caller, result, circumstances)
  return typeof run === 'string' || run.checkType === result.checkType ? run : 'refused'
}

/** The ticket is read only where the run is not known without it: that takes as long as all the rest. */
function findRun(
  caller: AgentCaller,
  result: RunResult,
  { status, readTicket, now }: Circumstances,
): TicketedRun | 'lost' | 'refused' {
  if (status.kind === 'unknown' || status.kind === 'completed' || status.kind === 'handed') {
    const run = ticketFor(caller, handedTo(caller, result, status) ?? readTicket(result.ticket))
    if (run === null || run.runId !== result.runId || run.attempt !== result.attempt) return 'refused'
    if (!isOfItsTime(run, result, now)) return 'refused'
    return status.kind !== 'completed' || status.leaseId === result.leaseId ? run : 'lost'
  }
  // Whoever holds the run now will report it. When nobody does, this result is as good as any.
  if (status.kind === 'held' && status.leaseId !== result.leaseId) return 'lost'
  const isOwn = status.kind === 'waiting' || status.agentId === caller.agentId
  return isOwn && ticketFor(caller, status.run) !== null ? status.run : 'refused'
}

/** What this very lease of this agent is of, where it is remembered. */
function handedTo({ agentId }: AgentCaller, { leaseId }: RunResult, status: AttemptStatus): Run | null {
  return status.kind === 'handed' && status.leaseId === leaseId && status.agentId === agentId
    ? status.run
    : null
}

/** A result may arrive hours later, but what it measured must have been measured for its slot. */
function isOfItsTime(run: TicketedRun, { ageMs, durationMs }: RunResult, now: number): boolean {
  const startedAt = now - ageMs - durationMs
  return startedAt >= run.scheduledAt - clockToleranceMs && startedAt <= run.scheduledAt + latestStartMs
}
