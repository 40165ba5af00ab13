/** What may be on its way in for one account at a time: none of it counts as used yet. */
const mostIncomingBytes = 2_000_000_000
/** However small they are: each is a file on the disk. */
const mostIncomingFiles = 500

/** A file on its way, with all the bytes that it will have. `active`: connections that bring it. */
type Place = { bytes: number; active: number }

/**
 * Keeps count of what is on its way in, by account. A file of which only a part has come keeps its place until the rest
 * comes or the part is removed: whoever began files and ended none could else fill the disk.
 */
export function createIncomingBudget({
  receivedOf,
}: {
  /** How much of a file lies on the disk. */
  receivedOf(key: string): Promise<number>
}) {
  const placesOf = new Map<string, Map<string, Place>>()

  function hasRoom(places: ReadonlyMap<string, Place>, bytes: number): boolean {
    const taken = [...places.values()].reduce((sum, place) => sum + place.bytes, 0)
    return taken + bytes <= mostIncomingBytes && places.size < mostIncomingFiles
  }

  async function leaveIfGone(places: Map<string, Place>, key: string): Promise<void> {
    const received = await receivedOf(key)
    if (received === 0 && places.get(key)?.active === 0) places.delete(key)
  }

  async function enter(accountId: string, { key, bytes }: { key: string; bytes: number }) {
    const places = placesOf.get(accountId) ?? new Map<string, Place>()
    placesOf.set(accountId, places)
    if (!places.has(key) && !hasRoom(places, bytes)) {
      // Some may have been given up and removed since.
      for (const known of places.keys()) await leaveIfGone(places, known)
      if (!places.has(key) && !hasRoom(places, bytes)) return null
    }
    const place = places.get(key) ?? { bytes, active: 0 }
    places.set(key, place)
    place.active += 1
    return {
      async leave(): Promise<void> {
        place.active -= 1
        await leaveIfGone(places, key)
        if (places.size === 0 && placesOf.get(accountId) === places) placesOf.delete(accountId)
      },
    }
  }

  return {
    /** Null, without anything done, when too much is on its way already. */
    async within<Result>(
      accountId: string,
      file: { key: string; bytes: number },
      work: () => Promise<Result>,
    ): Promise<Result | null> {
      const entered = await enter(accountId, file)
      if (entered === null) return null
      try {
        return await work()
      } finally {
        await entered.leave()
      }
    },
  }
}

export type IncomingBudget = ReturnType<typeof createIncomingBudget>
