import type { Clock } from '@sonde/ground/clock.ts'
import type { Store } from '@sonde/store/engine/store.ts'
import { runsWithFirstResult } from '@sonde/store/cluster/shard-runs.ts'
import type { RunKey } from '@sonde/store/runs/left-out-slots.ts'
import { findPendingRuns } from '@sonde/store/runs/pending-runs.ts'
import type { TicketedRun } from '../run.ts'
import { isTrialRun, type TrialRuns } from '../trial-runs/trial-runs.ts'
import { fromPendingRun } from './pending-run.ts'
import { isTooLateFor } from './retry.ts'

/** Where several servers share the schedule: tells by the database of which attempts a result is still wanted, in their order. */
export function createOpenAttempts(deps: {
  store: Store
  clock: Clock
  trialRuns: Pick<TrialRuns, 'restore'>
}): (runs: readonly TicketedRun[]) => Promise<boolean[]> {
  const { store, clock } = deps

  return async (runs) => {
    const kept = runs.filter((run) => !isTrialRun(run) && !isFirstOfSchedule(run))
    const pending = await findPendingRuns(
      store.read,
      kept.map(({ runId }) => runId),
    )
    const attemptOf = new Map(pending.map((row) => [row.runId, fromPendingRun(row).attempt]))
    const firsts = runs.filter((run) => !isTrialRun(run) && isFirstOfSchedule(run))
    const made = new Set((await runsWithFirstResult(store.read, firsts)).map(nameOf))
    return await Promise.all(
      runs.map(async (run) => {
        if (isTooLateFor(run, clock.now())) return false
        if (isTrialRun(run)) return (await deps.trialRuns.restore(run)) !== null
        // Whatever is not the first attempt of a slot is written down until it has its result or is given up.
        return isFirstOfSchedule(run) ? !made.has(nameOf(run)) : attemptOf.get(run.runId) === run.attempt
      }),
    )
  }
}

function nameOf({ checkNo, scheduledAt, origin }: RunKey): string {
  return `${checkNo}/${scheduledAt}/${origin}`
}

function isFirstOfSchedule({ source, attempt }: TicketedRun): boolean {
  return source === 'SCHEDULER' && attempt === 1
}
