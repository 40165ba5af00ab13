import { setCertificateDomains } from '@sonde/store/checks/certificate-domains.ts'
import { schedulePage } from '@sonde/store/checks/scheduled-checks.ts'
import type { Store } from '@sonde/store/engine/store.ts'
import type { Scheduler } from './scheduler.ts'

/** Checks that are read at once when the program starts. */
const loadSize = 5_000

/** Gives every check of the database, or of one shard, to the scheduler; returns how many there are. */
export async function loadChecks(
  store: Store,
  scheduler: Pick<Scheduler, 'load'>,
  shard?: number,
): Promise<number> {
  let after = 0
  let count = 0
  for (;;) {
    const rows = await schedulePage(store.read, {
      after,
      limit: loadSize,
      ...(shard === undefined ? {} : { shard }),
    })
    const domains: { no: number; domain: string | null }[] = []
    for (const row of rows) {
      const domain = scheduler.load(row)?.domain ?? null
      // A database of before did not note it.
      if (domain !== row.certificateDomain) domains.push({ no: row.no, domain })
    }
    if (domains.length > 0) await store.write((db) => setCertificateDomains(db, domains))
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
