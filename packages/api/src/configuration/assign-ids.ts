import { randomUUIDv7 } from 'node:crypto'
import type { ConfigurationId } from '@sonde/schema/configuration.ts'
import { takenIds, type CountedTable, type UuidTable } from '@sonde/store/imported-ids.ts'
import type { Db } from '@sonde/store/store.ts'
import { canonicalUuid } from '@sonde/store/uuid.ts'

/** Under which id something stands here. */
export type AssignedId = {
  /** Null: a number that the database will choose. */
  id: ConfigurationId | null
  /** Whether it is another one than in the document, so that it must be remembered. */
  isRenamed: boolean
}

/** Somebody who imports a number near the end of all numbers must not leave others without any. */
const highestKeptNumber = 1_000_000_000

type Ids = { type: 'uuid'; table: UuidTable } | { type: 'number'; table: CountedTable }

/**
 * Things keep the ids that they have in the document when those are free, or theirs already. The others get new ones,
 * and keep them: `remembered` are those of earlier imports. `ownIds` are those that the account has of this kind.
 */
export async function assignIds(
  db: Db,
  ids: Ids,
  {
    sourceIds,
    ownIds,
    remembered,
  }: {
    sourceIds: readonly ConfigurationId[]
    ownIds: ReadonlySet<ConfigurationId>
    remembered: ReadonlyMap<string, string>
  },
): Promise<Map<ConfigurationId, AssignedId>> {
  const assigned = new Map<ConfigurationId, AssignedId>()
  const wanted = new Map<ConfigurationId, ConfigurationId>()
  for (const sourceId of sourceIds) {
    const known = remembered.get(String(sourceId))
    const earlier = known === undefined ? null : localForm(ids, known)
    const kept = keepable(ids, sourceId)
    if (earlier !== null && ownIds.has(earlier)) assigned.set(sourceId, { id: earlier, isRenamed: false })
    else if (kept !== null && ownIds.has(kept)) assigned.set(sourceId, { id: kept, isRenamed: false })
    else if (kept !== null) wanted.set(sourceId, kept)
    else assigned.set(sourceId, newId(ids))
  }
  const taken = await takenIds(db, ids.table, [...wanted.values()])
  for (const [sourceId, kept] of wanted) {
    assigned.set(sourceId, taken.has(String(kept)) ? newId(ids) : { id: kept, isRenamed: false })
  }
  return assigned
}

function newId(ids: Ids): AssignedId {
  return { id: ids.type === 'uuid' ? randomUUIDv7() : null, isRenamed: true }
}

function keepable(ids: Ids, sourceId: ConfigurationId): ConfigurationId | null {
  if (ids.type === 'uuid') return typeof sourceId === 'string' ? canonicalUuid(sourceId) : null
  return typeof sourceId === 'number' && sourceId >= 1 && sourceId <= highestKeptNumber ? sourceId : null
}

function localForm(ids: Ids, text: string): ConfigurationId {
  return ids.type === 'uuid' ? text : Number(text)
}
