import type { Clock } from '@sonde/ground/clock.ts'
import type { Store } from '@sonde/store/engine/store.ts'
import { listExportingAccounts } from '@sonde/store/traces/trace-outbox.ts'

/** How long it may take until a new setting counts. */
const keptMs = 1_000

const none: ReadonlySet<string> = new Set()

/** The accounts that export their runs: asked for with every batch of results, and looked up once a second. */
export function createExportingAccounts({
  store,
  clock,
  isNone = () => false,
}: {
  store: Store
  clock: Clock
  /** Whether somebody has just looked, and there is none. */
  isNone?: () => boolean
}): () => Promise<ReadonlySet<string>> {
  let cached: { accounts: ReadonlySet<string>; at: number } | null = null
  return async () => {
    if (isNone()) return none
    const now = clock.now()
    // Also when the clock was set back.
    if (cached !== null && Math.abs(now - cached.at) < keptMs) return cached.accounts
    const accounts = await listExportingAccounts(store.read)
    cached = { accounts, at: now }
    return accounts
  }
}
