import type { Clock } from '@sonde/ground/clock.ts'
import type { Store } from '@sonde/store/engine/store.ts'
import { attemptsAt } from '@sonde/store/results/results.ts'
import { findPendingRuns } from '@sonde/store/runs/pending-runs.ts'
import type { TicketedRun } from '../run.ts'
import { isTrialRun, type TrialRuns } from '../trial-runs/trial-runs.ts'
import { fromPendingRun } from './pending-run.ts'
import { isTooLateFor } from './retry.ts'

/** Tells by the database of which attempts a result is still wanted, in their order. */
export function createOpenAttempts(deps: {
  store: Store
  clock: Clock
  trialRuns: Pick<TrialRuns, 'restore'>
}): (runs: readonly TicketedRun[]) => Promise<boolean[]> {
  const { store, clock } = deps

  async function hasResult(run: TicketedRun): Promise<boolean> {
    const attempts = await attemptsAt(store.read, run)
    return attempts.some(({ origin, attempt }) => origin === run.origin && attempt === run.attempt)
  }

  return async (runs) => {
    const kept = runs.filter((run) => !isTrialRun(run) && !isFirstOfSchedule(run))
    const pending = await findPendingRuns(
      store.read,
      kept.map(({ runId }) => runId),
    )
    const attemptOf = new Map(pending.map((row) => [row.runId, fromPendingRun(row).attempt]))
    return await Promise.all(
      runs.map(async (run) => {
        if (isTooLateFor(run, clock.now())) return false
        if (isTrialRun(run)) return (await deps.trialRuns.restore(run)) !== null
        // Whatever is not the first attempt of a slot is written down until it has its result or is given up.
        return isFirstOfSchedule(run) ? !(await hasResult(run)) : attemptOf.get(run.runId) === run.attempt
      }),
    )
  }
}

function isFirstOfSchedule({ source, attempt }: TicketedRun): boolean {
  return source === 'SCHEDULER' && attempt === 1
}
