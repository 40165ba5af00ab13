import type { Clock } from '@sonde/ground/clock.ts'
import type { Store } from '@sonde/store/engine/store.ts'
import { listExportingAccounts } from '@sonde/store/traces/trace-outbox.ts'

/** How long it may take until a new setting counts. */
const keptMs = 1_000

/** The accounts that export their runs: asked for with every batch of results, and looked up once a second. */
export function createExportingAccounts({
  store,
  clock,
}: {
  store: Store
  clock: Clock
}): () => Promise<ReadonlySet<string>> {
  let known: { accounts: ReadonlySet<string>; at: number } | null = null
  return async () => {
    const now = clock.now()
    // Also when the clock was set back.
    if (known !== null && Math.abs(now - known.at) < keptMs) return known.accounts
    const accounts = await listExportingAccounts(store.read)
    known = { accounts, at: now }
    return accounts
  }
}
