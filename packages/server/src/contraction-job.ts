import { minuteMs } from '@sonde/ground/durations.ts'
import { repeatWork, type RepeatingWork } from '@sonde/ground/repeat-work.ts'
import { contractSchema } from '@sonde/store/engine/contract-schema.ts'
import type { Store } from '@sonde/store/engine/store.ts'
import { contractions } from '@sonde/store/migrations/registry.ts'
import type { Logger } from 'pino'

/** On one server at a time: takes away what only the release before needed, once no server of it is left. */
export function createContractionJob({ store, log }: { store: Store; log: Logger }): RepeatingWork {
  return repeatWork({
    name: 'migrations that wait for older servers',
    pauseMs: 10 * minuteMs,
    log,
    async work() {
      const waiting = await contractSchema(store, contractions)
      if (waiting !== null)
        log.info({ migration: waiting }, 'a migration waits until no older server is left')
    },
  })
}
