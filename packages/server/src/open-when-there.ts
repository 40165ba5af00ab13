import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from '@sonde/ground/logger.ts'
import { StoreFailure } from '@sonde/store/engine/failures.ts'
import type { Store } from '@sonde/store/engine/store.ts'

const retryMs = 500
/** Whoever looks at the log is told for what the start waits. */
const tellEveryMs = 5_000

/** Opens the database as soon as it is there, however long that takes. What does not pass by itself is thrown. */
export async function openWhenThere(open: () => Promise<Store>, log: Logger): Promise<Store> {
  let toldAt = -Infinity
  for (;;) {
    try {
      return await open()
    } catch (error) {
      if (!(error instanceof StoreFailure) || !error.isPassing) throw error
      if (performance.now() - toldAt >= tellEveryMs) {
        toldAt = performance.now()
        log.warn({ reason: error.message }, 'waiting for PostgreSQL: it is not there yet')
      }
      await delay(retryMs)
    }
  }
}
