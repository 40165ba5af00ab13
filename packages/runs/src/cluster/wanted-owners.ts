import { createHash } from 'node:crypto'

/**
 * Which server is to have each shard, by position. Each shard goes to the server with the highest hash for it that has
 * room left, so that a server that comes or goes moves little more than its own share, and none has more than one shard
 * more than another.
 */
export function wantedOwners(serverIds: readonly string[], shards: number): (string | null)[] {
  const rooms = new Map<string, number>()
  for (const [rank, id] of ranked('room', serverIds).entries()) {
    const rest = rank < shards % serverIds.length ? 1 : 0
    rooms.set(id, Math.floor(shards / serverIds.length) + rest)
  }
  return Array.from({ length: shards }, (_, shard) => {
    const owner = ranked(String(shard), serverIds).find((id) => (rooms.get(id) ?? 0) > 0) ?? null
    if (owner !== null) rooms.set(owner, (rooms.get(owner) ?? 0) - 1)
    return owner
  })
}

/** The server that is to do this; null when there is none. */
export function wantedServer(name: string, serverIds: readonly string[]): string | null {
  return ranked(name, serverIds)[0] ?? null
}

/** The highest hash first. */
function ranked(name: string, serverIds: readonly string[]): string[] {
  return serverIds
    .map((id) => ({ id, hash: createHash('sha256').update(`${name}/${id}`).digest('hex') }))
    .toSorted((one, other) => (one.hash < other.hash ? 1 : -1))
    .map(({ id }) => id)
}
