import type { FinishedRun } from '@sonde/alerting/raise/finished-run.ts'
import type { CheckState } from '@sonde/store/checks/check-states.ts'
import type { ResultRow } from '@sonde/store/results/results.ts'
import type { CheckFacts, TicketedRun } from '../run.ts'
import { type StatePool, stateAfter } from './check-state.ts'
import { finishedRun } from './finished-run.ts'

/** The last attempt of a run, as it was stored. */
export type FinalAttempt = {
  run: TicketedRun
  row: ResultRow
  facts: CheckFacts
  /** What the response of the target called its status; null when nobody knows. */
  statusText: string | null
  /** From the end of the attempt until it was known that it is the last, and until its agent sent it. */
  ageMs: number
  sentAgeMs: number
  completedAt: number
}

/** What these attempts make of the states of their checks, one after the other, and what alerting is told of them. */
export function applyFinals(
  states: ReadonlyMap<number, CheckState>,
  finals: readonly FinalAttempt[],
  now: number,
): { changedStates: Map<number, CheckState>; finished: FinishedRun[] } {
  const changedStates = new Map<number, CheckState>()
  const finished: FinishedRun[] = []
  for (const { run, row, facts, statusText, ageMs, sentAgeMs, completedAt } of finals) {
    const before = changedStates.get(row.checkNo) ?? states.get(row.checkNo)
    if (before === undefined) continue
    finished.push(
      finishedRun(row, {
        run,
        statusText,
        isParallel: facts.isParallel,
        verdicts: before.verdicts,
        ageMs: sentAgeMs,
        completedAt,
        lastCompletedAt: before.completedAt,
        judgedAt: now,
      }),
    )
    const { verdict, location, checkRunId, responseTime } = row
    const isStandIn = row.isStandIn === true
    const after = stateAfter(
      before,
      { verdict, location, checkRunId, responseTime, ageMs, completedAt, receivedAt: now, isStandIn },
      statePoolOf(facts),
    )
    if (after !== before) changedStates.set(row.checkNo, after)
  }
  return { changedStates, finished }
}

export function statePoolOf({ isParallel, pool }: CheckFacts): StatePool {
  return { isParallel, locations: isParallel ? (pool ?? []).map(({ location }) => location) : [] }
}
