import { secondMs } from '@sonde/ground/durations.ts'
import { findLocationKey, type LocationKeyHolder } from '@sonde/store/locations/location-keys.ts'
import type { Db } from '@sonde/store/engine/store.ts'

/** How long a key that was deleted may still be good, where servers share the work. */
export const keptMs = 2 * secondMs
/** So that what is known of keys that are not used any more takes no memory. */
const mostKept = 1_000

/**
 * Whose a key of a location is. Agents send several requests a second, mostly each to another server: where there are
 * several, each remembers for a moment what it has read.
 */
export function createLocationKeyHolders({
  read,
  isShared,
  steadyMs = () => performance.now(),
}: {
  read: Db
  isShared: boolean
  steadyMs?: () => number
}): (hash: string) => Promise<LocationKeyHolder | null> {
  const known = new Map<string, { holder: LocationKeyHolder; untilMs: number }>()
  return async (hash) => {
    const kept = known.get(hash)
    if (kept !== undefined && steadyMs() < kept.untilMs) return kept.holder
    known.delete(hash)
    const holder = await findLocationKey(read, hash)
    if (!isShared || holder === null) return holder
    if (known.size >= mostKept) known.clear()
    known.set(hash, { holder, untilMs: steadyMs() + keptMs })
    return holder
  }
}
