import type { FinishedRun } from '@sonde/alerting/raise/finished-run.ts'
import type { CheckState } from '@sonde/store/checks/check-states.ts'
import type { CheckNews } from '@sonde/store/live/live-changes.ts'

/** What open pages are told of results: of each check the last one, unless it came late and is none of interest. */
export function checkNewsOf({
  states,
  changedStates,
  finished,
}: {
  /** As they were. */
  states: ReadonlyMap<number, CheckState>
  changedStates: ReadonlyMap<number, CheckState>
  finished: readonly FinishedRun[]
}): CheckNews[] {
  const last = new Map<number, FinishedRun>()
  for (const run of finished) if (run.result !== null) last.set(run.checkNo, run)
  return [...last.values()].flatMap((run): CheckNews[] => {
    const { checkNo, verdict, result, completedAt } = run
    const before = states.get(checkNo)
    const after = changedStates.get(checkNo) ?? before
    if (before === undefined || after === undefined || result === null) return []
    const hasTurned = after.status !== before.status
    const isLate = verdict !== null && after.completedAt !== completedAt
    if (isLate && !hasTurned) return []
    const { startedAt: at, location, responseTime } = result
    return [
      {
        checkNo,
        status: after.status,
        statusSince: hasTurned ? after.completedAt : undefined,
        lastResult: isLate ? null : { at, location, responseTime, verdict },
      },
    ]
  })
}
