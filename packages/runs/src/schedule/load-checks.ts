import { schedulePage } from '@sonde/store/checks/scheduled-checks.ts'
import type { Store } from '@sonde/store/engine/store.ts'
import type { Scheduler } from './scheduler.ts'

/** Checks that are read at once when the program starts. */
const loadSize = 5_000

/** Gives every check of the database to the scheduler; returns how many there are. */
export async function loadChecks(store: Store, scheduler: Scheduler): Promise<number> {
  let after = 0
  let count = 0
  for (;;) {
    const rows = await schedulePage(store.read, { after, limit: loadSize })
    for (const row of rows) scheduler.load(row)
    count += rows.length
    const last = rows.at(-1)
    if (last === undefined || rows.length < loadSize) return count
    after = last.no
    // Lets the server answer between two pages.
    await new Promise((resolve) => {
      setImmediate(resolve)
    })
  }
}
