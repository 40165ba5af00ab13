import type { CheckFacts } from '../run.ts'
import type { MeasuredReport } from './measured-report.ts'
import type { PlannedRetry } from './report.ts'
import { isTooLateFor, nextAttemptAt, placeOfRetry } from './retry.ts'

export type RetryPorts = {
  /** Whether runs at this place would be taken by somebody. */
  isServed(place: string): boolean
  random(): number
}

/** Whether the next attempt may have to be made elsewhere. */
export function mayRetryElsewhere({ verdict, report: { run } }: MeasuredReport): boolean {
  return verdict === 'failed' && run.retry !== null && !run.retry.sameRegion
}

/** The next attempt after this one, with what the run was begun with; null when this one was the last. */
export function planRetry(
  { report: { run, result }, snapshot, verdict, startedAt, completedAt }: MeasuredReport,
  { facts, now, ports }: { facts: CheckFacts; now: number; ports: RetryPorts },
): PlannedRetry | null {
  if (verdict !== 'failed' || !facts.isActivated || run.retry === null) return null
  const firstStartedAt = run.firstStartedAt ?? startedAt
  const dueAt = nextAttemptAt(run.retry, {
    attempt: run.attempt,
    isNetworkError: result.verdict.isNetworkError,
    firstStartedAt,
    endedAt: completedAt,
    now,
  })
  if (dueAt === null || isTooLateFor(run, Math.max(dueAt, now))) return null
  const triedLocations = [...run.tried, run.location]
  const { isParallel, pool } = facts
  const place = placeOfRetry(run.retry, { ...run, tried: triedLocations, isParallel }, pool ?? [], ports)
  return {
    run: {
      ...run,
      ...place,
      attempt: run.attempt + 1,
      firstStartedAt,
      tried: triedLocations,
      check: { ...(run.check ?? facts), name: snapshot.name },
      config: snapshot.config,
    },
    dueAt,
  }
}
