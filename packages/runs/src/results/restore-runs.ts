import type { Store } from '@sonde/store/engine/store.ts'
import type { Run, TicketedRun } from '../run.ts'
import type { FindPrivateLocation } from '../schedule/location-pool.ts'
import { readStoredChecks } from '../schedule/stored-checks.ts'
import { type SnapshotCache, snapshotKey } from './snapshot-cache.ts'

export type RestoreRuns = (runs: readonly TicketedRun[]) => Promise<(Run | null)[]>

/**
 * Makes runs that are known by their tickets alone fit to be handed out again: with the configuration that they were
 * begun with. Null where the check is gone, or what it was then.
 */
export function createRunRestorer(deps: {
  store: Store
  snapshots: SnapshotCache
  find: FindPrivateLocation
}): RestoreRuns {
  return async (runs) => {
    const checks = await readStoredChecks(
      deps.store.read,
      runs.map(({ checkNo }) => checkNo),
      deps.find,
    )
    /** By its id as well: after a backup was restored another check may have the number. */
    const checkOf = ({ checkNo, checkId }: TicketedRun) => {
      const stored = checks.get(checkNo)?.check
      return stored?.checkId === checkId ? stored : null
    }
    const snapshots = await deps.snapshots.of(runs.filter((run) => checkOf(run) !== null))
    return runs.map((run) => {
      const stored = checkOf(run)
      const snapshot = snapshots.get(snapshotKey(run))
      if (stored === null || snapshot === undefined) return null
      const { name, config, sealedSecrets } = snapshot
      return { ...run, check: { ...(run.check ?? stored), name }, config, sealedSecrets }
    })
  }
}
