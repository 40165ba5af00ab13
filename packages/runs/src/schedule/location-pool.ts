import type { JsonObject } from '@sonde/store/engine/json-column.ts'

/**
 * Somewhere to run a check. `location` is what people call it, and unique only within an account; `place` is
 * unique everywhere, and names its queue.
 */
export type LocationQueue = { place: string; location: string }

/** Finds a private location of an account by its slug or its id. */
export type FindPrivateLocation = (accountId: string, name: string) => LocationQueue | null

export function dataCenterQueue(code: string): LocationQueue {
  return { place: code, location: code }
}

export function privateLocationQueue({ id, slugName }: { id: string; slugName: string }): LocationQueue {
  return { place: `private/${id}`, location: slugName }
}

/** Where a check runs, in the order of its lists: data centers first. Every place once. */
export function poolOf(config: JsonObject, accountId: string, find: FindPrivateLocation): LocationQueue[] {
  const pool = new Map<string, LocationQueue>()
  for (const code of namesIn(config['locations'])) {
    pool.set(code, dataCenterQueue(code))
  }
  for (const name of namesIn(config['privateLocations'])) {
    const place = find(accountId, name)
    if (place !== null) pool.set(place.place, place)
  }
  return [...pool.values()]
}

function namesIn(list: unknown): string[] {
  return Array.isArray(list) ? list.filter((name) => typeof name === 'string') : []
}

/**
 * The next place of a rotation: the one after the last used, or the first when that one is gone. Places that
 * nobody serves are passed over; null when nobody serves any.
 */
export function nextInRotation(
  pool: readonly LocationQueue[],
  lastLocation: string | null,
  isServed: (place: string) => boolean,
): LocationQueue | null {
  const start = pool.findIndex(({ location }) => location === lastLocation) + 1
  for (let step = 0; step < pool.length; step += 1) {
    const candidate = pool[(start + step) % pool.length]
    if (candidate !== undefined && isServed(candidate.place)) return candidate
  }
  return null
}
