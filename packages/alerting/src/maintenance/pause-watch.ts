import type { Clock } from '@sonde/ground/clock.ts'
import { minuteMs } from '@sonde/ground/durations.ts'
import { type ActiveMaintenance, activeMaintenances } from '@sonde/store/maintenance/maintenances.ts'
import type { Store } from '@sonde/store/engine/store.ts'
import { isPaused, type MaintenanceSubject } from './scope.ts'

/**
 * What is in maintenance now and within the next minute, in memory: the schedule asks for every slot, and
 * cannot wait for a database. Whoever runs the schedule refreshes it within a second; while the database does not
 * answer, what was known goes on by its times.
 */
export type PauseWatch = {
  /** Returns by when it must be refreshed although nothing is written. */
  refresh(): Promise<number>
  isPaused(check: MaintenanceSubject, at: number): boolean
}

export function createPauseWatch({
  store,
  clock,
  isNone = () => false,
}: {
  store: Store
  clock: Clock
  /** Whether somebody has just looked, and there is none. */
  isNone?: () => boolean
}): PauseWatch {
  let pausing: readonly ActiveMaintenance[] = []
  return {
    async refresh() {
      const at = clock.now()
      const active = isNone() ? [] : await activeMaintenances(store.read, { at })
      pausing = active.filter(
        ({ pausesAll, pauseTags, pauseCheckIds, pauseGroupIds }) =>
          pausesAll || pauseTags.length + pauseCheckIds.length + pauseGroupIds.length > 0,
      )
      return at + minuteMs / 2
    },
    isPaused: (check, at) => pausing.length > 0 && isPaused(pausing, { ...check, at }),
  }
}
