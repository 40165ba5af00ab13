import { lockStatesOfChecks, updateStates } from '@sonde/store/checks/check-states.ts'
import { stopTimers } from '@sonde/store/heartbeats/heartbeats.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import { deactivatedState, isTrivial } from '../transitions.ts'

/**
 * In the write that switches checks off: they begin anew when they are switched on, and remind nobody until then.
 * Nor does anybody wait for their pings.
 */
export async function resetAlertStates(db: Db, checkIds: readonly string[]): Promise<void> {
  const states = await lockStatesOfChecks(db, checkIds)
  const newStates = states.flatMap((state) => {
    if (state.alert === null) return []
    const alert = deactivatedState(state.alert)
    return [{ ...state, alert: isTrivial(alert) ? null : alert }]
  })
  await updateStates(db, newStates)
  await stopTimers(db, checkIds)
}
