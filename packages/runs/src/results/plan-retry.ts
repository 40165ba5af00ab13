import { mostAttempts } from '@sonde/schema/agents/agent-protocol.ts'
import type { CheckFacts, TicketedRun } from '../run.ts'
import type { MeasuredReport } from './measured-report.ts'
import type { PlannedRetry } from './report.ts'
import { isTooLateFor, nextAttemptAt, placeOfRetry } from './retry.ts'

export type RetryPorts = {
  /** Whether runs at this place would be taken by somebody. */
  isServed(place: string): boolean
  random(): number
}

/** A run whose first attempt was not timed well is repeated this often: where every agent is busy, it has no verdict. */
const mostNoisyAttempts = 1

/** Whether the next attempt may have to be made elsewhere. */
export function mayRetryElsewhere(measured: MeasuredReport): boolean {
  const { run } = measured.report
  if (isNoisy(measured)) return true
  return measured.verdict === 'failed' && run.retry !== null && !run.retry.sameRegion
}

/** The agent was too busy to time it, which says nothing about the target. */
function isNoisy({ report: { result }, verdict }: MeasuredReport): boolean {
  return verdict === 'withheld' && result.notRunCause === 'noisy'
}

/** The next attempt after this one, with what the run was begun with; null when this one was the last. */
export function planRetry(
  measured: MeasuredReport,
  { facts, now, ports }: { facts: CheckFacts; now: number; ports: RetryPorts },
): PlannedRetry | null {
  const { snapshot, startedAt } = measured
  const { run } = measured.report
  if (!facts.isActivated || run.attempt === mostAttempts) return null
  const firstStartedAt = run.firstStartedAt ?? startedAt
  const dueAt = isNoisy(measured) ? repeatAt(run, now) : retryAt(measured, firstStartedAt, now)
  if (dueAt === null || isTooLateFor(run, Math.max(dueAt, now))) return null
  const triedLocations = [...run.tried, run.location]
  const { isParallel, pool } = facts
  const sameRegion = !isNoisy(measured) && run.retry?.sameRegion === true
  const place = placeOfRetry({ sameRegion }, { ...run, tried: triedLocations, isParallel }, pool ?? [], ports)
  return {
    run: {
      ...run,
      ...place,
      attempt: run.attempt + 1,
      noisyAttempts: run.noisyAttempts + (isNoisy(measured) ? 1 : 0),
      firstStartedAt,
      tried: triedLocations,
      check: { ...(run.check ?? facts), name: snapshot.name },
      config: snapshot.config,
      sealedSecrets: snapshot.sealedSecrets,
    },
    dueAt,
  }
}

/** At once, and elsewhere if there is another location: a real outage is not to wait for a quiet moment. */
function repeatAt({ noisyAttempts }: TicketedRun, now: number): number | null {
  return noisyAttempts < mostNoisyAttempts ? now : null
}

function retryAt(
  { report: { run, result }, verdict, completedAt }: MeasuredReport,
  firstStartedAt: number,
  now: number,
): number | null {
  if (verdict !== 'failed' || run.retry === null) return null
  return nextAttemptAt(run.retry, {
    attempt: run.attempt - run.noisyAttempts,
    isNetworkError: result.verdict.isNetworkError,
    firstStartedAt,
    endedAt: completedAt,
    now,
  })
}
