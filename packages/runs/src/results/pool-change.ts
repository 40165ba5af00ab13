import { isDeepStrictEqual } from 'node:util'
import type { Clock } from '@sonde/ground/clock.ts'
import { lockStates, setCheckStatus, updateStates } from '@sonde/store/checks/check-states.ts'
import type { Store } from '@sonde/store/engine/store.ts'
import { noteCheckNews } from '@sonde/store/live/live-changes.ts'
import type { CheckFacts } from '../run.ts'
import { statePoolOf } from './apply-finals.ts'
import { inPool } from './check-state.ts'

/** Locations that a check has left have no say in its status any more. */
export async function leaveLocations(
  { store, clock }: { store: Store; clock: Clock },
  before: CheckFacts,
  after: CheckFacts & { no: number },
): Promise<void> {
  const [had, has] = [statePoolOf(before), statePoolOf(after)]
  if (!has.isParallel || isDeepStrictEqual(had, has)) return
  await store.write(async (db) => {
    const state = (await lockStates(db, [after.no])).get(after.no)
    if (state === undefined) return
    const next = inPool(state, has)
    await updateStates(db, [next])
    const { no: checkNo, checkId, status, completedAt } = next
    if (status === null || status === state.status) return
    await setCheckStatus(db, [checkId], status)
    await noteCheckNews(db, [{ checkNo, status, statusSince: completedAt, lastResult: null }], clock.now())
  })
}
