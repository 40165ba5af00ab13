import { findSnapshots } from '@sonde/store/checks/check-snapshots.ts'
import type { SealedParts } from '@sonde/store/checks/sealed-secrets.ts'
import type { Store } from '@sonde/store/engine/store.ts'

/** The part of a check that its runs are made with. */
export type RunSnapshot = SealedParts<unknown> & { name: string }

type SnapshotKey = { checkNo: number; snapshot: number }

export type SnapshotCache = {
  /** By `snapshotKey`, in one question for all that are not known yet. Those that there are not are missing. */
  of(keys: readonly SnapshotKey[]): Promise<ReadonlyMap<string, RunSnapshot>>
}

export function snapshotKey({ checkNo, snapshot }: SnapshotKey): string {
  return `${checkNo}/${snapshot}`
}

const mostBytes = 64 * 1024 * 1024
/** Of the limit, what is kept when room is made. */
const restShare = 0.9
/** Of an entry beside its text, about. */
const entryBytes = 200
/** What a character takes in memory, at most. */
const bytesPerCharacter = 2

/**
 * As text: parsed, a snapshot takes several times as much, and a server that has no room for those of all its checks
 * reads each of them anew for every run.
 */
type Kept = { name: string; config: string; sealedSecrets: string | null; bytes: number }

/** Snapshots never change, so that what was read once is kept, as far as memory goes: the longest unused goes first. */
export function createSnapshotCache(
  { store }: { store: Pick<Store, 'read'> },
  { limitBytes = mostBytes }: { limitBytes?: number } = {},
): SnapshotCache {
  const entries = new Map<string, Kept>()
  let keptBytes = 0

  function keep(key: string, entry: Kept): void {
    const before = entries.get(key)
    if (before !== undefined) keptBytes -= before.bytes
    entries.delete(key)
    entries.set(key, entry)
    keptBytes += entry.bytes
    if (keptBytes > limitBytes) makeRoom()
  }

  /** Some at once: to find the longest unused one, all that was used since has to be passed over. */
  function makeRoom(): void {
    for (const [oldest, { bytes }] of entries) {
      if (keptBytes <= limitBytes * restShare) return
      entries.delete(oldest)
      keptBytes -= bytes
    }
  }

  return {
    async of(keys) {
      const snapshots = new Map<string, RunSnapshot>()
      const missing = new Map<string, SnapshotKey>()
      for (const key of keys) {
        const name = snapshotKey(key)
        const entry = entries.get(name)
        if (entry === undefined) {
          missing.set(name, key)
          continue
        }
        keep(name, entry)
        snapshots.set(name, snapshotOf(entry))
      }
      for (const row of await findSnapshots(store.read, [...missing.values()])) {
        const { name, config, sealedSecrets } = row
        const characters = name.length + config.length + (sealedSecrets?.length ?? 0)
        const kept = { name, config, sealedSecrets, bytes: entryBytes + characters * bytesPerCharacter }
        snapshots.set(snapshotKey(row), snapshotOf(kept))
        keep(snapshotKey(row), kept)
      }
      return snapshots
    },
  }
}

function snapshotOf({ name, config, sealedSecrets }: Kept): RunSnapshot {
  return { name, config: JSON.parse(config) as unknown, sealedSecrets }
}
