import { randomUUIDv7 } from 'node:crypto'
import type { ConfigurationId } from '@sonde/schema/accounts/configuration.ts'
import { takenIds, type CountedTable, type UuidTable } from '@sonde/store/imports/imported-ids.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import { canonicalUuid } from '@sonde/store/engine/uuid.ts'

/** Under which id something stands here. */
export type AssignedId = {
  /** Null: a number that the database will choose. */
  id: ConfigurationId | null
  /** Whether later imports could not know by the document alone that it is this one. */
  mustRemember: boolean
}

/** Somebody who imports a number near the end of all numbers must not leave others without any. */
const highestKeptNumber = 1_000_000_000

type Ids = { type: 'uuid'; table: UuidTable } | { type: 'number'; table: CountedTable }

/** A thing in the document: its id there, and when it was made, if the document says so. */
export type Source = { sourceId: ConfigurationId; createdAt: number | null }

/**
 * What an import remembers a thing by. Every server counts from one: a number says which thing is meant only together
 * with the time at which it was made.
 */
export function memoryNameOf({ sourceId, createdAt }: Source): string {
  return typeof sourceId === 'number' && createdAt !== null ? `${sourceId}@${createdAt}` : String(sourceId)
}

/** The id in such a name. */
export function sourceIdIn(memoryName: string): string {
  return /^(?<id>\d+)@\d+$/.exec(memoryName)?.groups?.['id'] ?? memoryName
}

/**
 * Things keep the ids that they have in the document when those are free, or theirs already. The others get new ones,
 * and keep them: `remembered` are those of earlier imports. `own` are those that the account has of this kind, with
 * the times at which they were made; `claimed` are those that stand for other things of the document.
 */
export async function assignIds(
  db: Db,
  ids: Ids,
  {
    sources,
    own,
    claimed,
    remembered,
    now,
  }: {
    sources: readonly Source[]
    own: ReadonlyMap<ConfigurationId, number>
    claimed: ReadonlySet<ConfigurationId>
    remembered: ReadonlyMap<string, string>
    now: number
  },
): Promise<Map<ConfigurationId, AssignedId>> {
  const assigned = new Map<ConfigurationId, AssignedId>()
  const candidates = new Map<ConfigurationId, { id: ConfigurationId; mustRemember: boolean }>()
  const used = new Set(claimed)
  for (const source of sources) {
    const { sourceId, createdAt } = source
    const earlierId = remembered.get(memoryNameOf(source))
    const earlier = earlierId === undefined ? null : localForm(ids, earlierId)
    const candidate = keepable(ids, sourceId)
    const same = [
      ...(earlier !== null && own.has(earlier) ? [earlier] : []),
      ...(candidate !== null &&
      own.has(candidate) &&
      (ids.type === 'uuid' || own.get(candidate) === createdAt)
        ? [candidate]
        : []),
    ].find((id) => !used.has(id))
    if (same !== undefined) {
      used.add(same)
      assigned.set(sourceId, { id: same, mustRemember: false })
    } else if (candidate !== null && !own.has(candidate)) {
      const isKnownByTime = createdAt !== null && createdAt <= now
      candidates.set(sourceId, { id: candidate, mustRemember: ids.type === 'number' && !isKnownByTime })
    } else assigned.set(sourceId, newId(ids))
  }
  const idsInUse = await takenIds(
    db,
    ids.table,
    [...candidates.values()].map(({ id }) => id),
  )
  for (const [sourceId, { id, mustRemember }] of candidates) {
    assigned.set(sourceId, idsInUse.has(String(id)) ? newId(ids) : { id, mustRemember })
  }
  return assigned
}

function newId(ids: Ids): AssignedId {
  return { id: ids.type === 'uuid' ? randomUUIDv7() : null, mustRemember: true }
}

function keepable(ids: Ids, sourceId: ConfigurationId): ConfigurationId | null {
  if (ids.type === 'uuid') return typeof sourceId === 'string' ? canonicalUuid(sourceId) : null
  return typeof sourceId === 'number' && sourceId >= 1 && sourceId <= highestKeptNumber ? sourceId : null
}

function localForm(ids: Ids, text: string): ConfigurationId {
  return ids.type === 'uuid' ? text : Number(text)
}
