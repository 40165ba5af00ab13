import type { AlertIntake } from '@sonde/alerting/raise/alert-intake.ts'
import type { FinishedRun } from '@sonde/alerting/raise/finished-run.ts'
import { type CheckState, setCheckStatus, updateStates } from '@sonde/store/checks/check-states.ts'
import { noteCheckNews } from '@sonde/store/live/live-changes.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import { checkNewsOf } from './check-news.ts'

/** The states as the results left them, together with what they mean for alerting. */
export async function writeStates(
  db: Db,
  alerts: AlertIntake,
  {
    states,
    changedStates,
    finished,
    now,
  }: {
    /** Locked in this write. */
    states: ReadonlyMap<number, CheckState>
    changedStates: Map<number, CheckState>
    finished: readonly FinishedRun[]
    now: number
  },
): Promise<void> {
  for (const [no, alert] of await alerts.apply(db, finished, states, now)) {
    const state = changedStates.get(no) ?? states.get(no)
    if (state !== undefined) changedStates.set(no, { ...state, alert })
  }
  await updateStates(db, [...changedStates.values()])
  const turned = [...changedStates.values()].filter(({ no, status }) => status !== states.get(no)?.status)
  // Together, because an outage turns many at once.
  for (const [status, those] of Map.groupBy(turned, (state) => state.status)) {
    if (status === null) continue
    const ids = those.map(({ checkId }) => checkId)
    await setCheckStatus(db, ids, status)
  }
  await noteCheckNews(db, checkNewsOf({ states, changedStates, finished }), now)
}
