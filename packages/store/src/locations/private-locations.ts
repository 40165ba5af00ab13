import { chunks } from '@sonde/ground/chunks.ts'
import { prepareRowUpdates } from '../engine/change-rows.ts'
import { listColumns, type RowOf } from '../engine/column-list.ts'
import type { Db } from '../engine/database.ts'
import { deleteRows } from '../engine/delete-rows.ts'
import { isSqlite } from '../engine/engine-of.ts'
import { insertRows } from '../engine/insert-rows.ts'
import { prepareQuery } from '../engine/prepared-query.ts'
import { keysPerStatement } from '../engine/statement-limits.ts'
import { canonicalUuid } from '../engine/uuid.ts'

const columns = listColumns('private_locations', {
  id: 'id',
  accountId: 'account_id',
  name: 'name',
  /** Never changes: results are stored under it. */
  slugName: 'slug_name',
  icon: 'icon',
  /** Sealed with `proxySealContext`; null without a proxy. */
  proxyUrlSealed: 'proxy_url_sealed',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
  /** Since when no agent was heard of although checks are assigned; null while all is well. */
  unavailableSince: 'unavailable_since',
  /** Since when activated checks are assigned without a break; null while there are none. */
  assignedSince: 'assigned_since',
})

const contentColumns = columns.pick('name', 'icon', 'proxyUrlSealed', 'updatedAt')

export type PrivateLocationRow = RowOf<typeof columns>

type LocationKey = { accountId: string; id: string }

/** What the proxy of a location is sealed for. */
export function proxySealContext(id: string): string {
  return `private_locations/${id}`
}

/** Throws a unique violation when the account has the slug already. */
export async function insertPrivateLocation(db: Db, location: PrivateLocationRow): Promise<void> {
  await insertPrivateLocations(db, [location])
}

export async function insertPrivateLocations(
  db: Db,
  locations: readonly PrivateLocationRow[],
): Promise<void> {
  await insertRows(db, 'private_locations', locations.map(columns.write))
}

/** Newest first. */
export async function listPrivateLocationsOf(db: Db, accountId: string): Promise<PrivateLocationRow[]> {
  const uuid = canonicalUuid(accountId)
  if (uuid === null) return []
  const rows = await db
    .selectFrom('private_locations')
    .selectAll()
    .where('account_id', '=', uuid)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map(columns.read)
}

const selectLocation = prepareQuery((db, { accountId, id }: LocationKey) =>
  db.selectFrom('private_locations').selectAll().where('id', '=', id).where('account_id', '=', accountId),
)

/** SQLite has one writer at a time, so there is nothing to lock. */
const selectLocationForUpdate = prepareQuery((db, { accountId, id }: LocationKey) => {
  const query = db
    .selectFrom('private_locations')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', accountId)
  return isSqlite(db) ? query : query.forUpdate()
})

export async function findPrivateLocation(db: Db, key: LocationKey): Promise<PrivateLocationRow | null> {
  return await findBy(selectLocation, db, key)
}

/** As `findPrivateLocation`, but inside `write`: nobody changes the location, gives it a key or assigns a
 * check to it until the write ends. */
export async function findPrivateLocationForUpdate(
  db: Db,
  key: LocationKey,
): Promise<PrivateLocationRow | null> {
  return await findBy(selectLocationForUpdate, db, key)
}

async function findBy(
  query: typeof selectLocation,
  db: Db,
  key: LocationKey,
): Promise<PrivateLocationRow | null> {
  const [accountId, id] = [canonicalUuid(key.accountId), canonicalUuid(key.id)]
  if (accountId === null || id === null) return null
  const row = (await query(db, { accountId, id })).rows[0]
  return row === undefined ? null : columns.read(row)
}

/** The same for many, in the order of their ids: those that the account has. */
export async function lockPrivateLocations(
  db: Db,
  { accountId, ids }: { accountId: string; ids: readonly string[] },
): Promise<PrivateLocationRow[]> {
  const locations: PrivateLocationRow[] = []
  for (const chunk of chunks(ids.toSorted(), keysPerStatement)) {
    const query = db
      .selectFrom('private_locations')
      .selectAll()
      .where('account_id', '=', accountId)
      .where('id', 'in', chunk)
      .orderBy('id')
    locations.push(...(await (isSqlite(db) ? query : query.forUpdate()).execute()).map(columns.read))
  }
  return locations
}

/** Writes what a user may change. False when the account has no such location. */
export async function updatePrivateLocation(
  db: Db,
  location: Pick<PrivateLocationRow, 'accountId' | 'id' | 'name' | 'icon' | 'proxyUrlSealed' | 'updatedAt'>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('private_locations')
    .set(contentColumns.write(location))
    .where('id', '=', location.id)
    .where('account_id', '=', location.accountId)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

const updateContents = prepareRowUpdates('private_locations', 'id', {
  id: 'uuid',
  name: 'text',
  icon: 'text',
  proxy_url_sealed: 'text',
  updated_at: 'bigint',
})

/** As `updatePrivateLocation`, for many that were locked in the same write. */
export async function updatePrivateLocations(
  db: Db,
  locations: readonly PrivateLocationRow[],
): Promise<void> {
  await updateContents(
    db,
    locations.map((location) => ({ id: location.id, ...contentColumns.write(location) })),
  )
}

/**
 * Their keys, agents and samples go with them. Throws a foreign-key violation while checks refer to one of them. Returns how
 * many there were.
 */
export async function deletePrivateLocations(
  db: Db,
  locations: readonly Pick<PrivateLocationRow, 'id'>[],
): Promise<number> {
  return await deleteRows(db, 'private_locations', locations)
}

/** A location as those see it who watch over all of them. */
export type LocationState = Pick<
  PrivateLocationRow,
  'id' | 'accountId' | 'name' | 'slugName' | 'createdAt' | 'unavailableSince' | 'assignedSince'
> & { hasActivatedChecks: boolean }

const selectStates = prepareQuery((db, { activated }: { activated: boolean | number }) =>
  db
    .selectFrom('private_locations')
    .select(['id', 'account_id', 'name', 'slug_name', 'created_at', 'unavailable_since', 'assigned_since'])
    .select((builder) =>
      builder
        .exists(
          builder
            .selectFrom('check_private_locations')
            .innerJoin('checks', 'checks.id', 'check_private_locations.check_id')
            .select('checks.id')
            .whereRef('check_private_locations.private_location_id', '=', 'private_locations.id')
            .where('checks.activated', '=', activated),
        )
        .as('has_activated_checks'),
    )
    .orderBy('id'),
)

/** Of every account. */
export async function allPrivateLocations(db: Db): Promise<LocationState[]> {
  const { rows } = await selectStates(db, { activated: isSqlite(db) ? 1 : true })
  return rows.map((row) => ({
    id: row.id,
    accountId: row.account_id,
    name: row.name,
    slugName: row.slug_name,
    createdAt: row.created_at,
    unavailableSince: row.unavailable_since,
    assignedSince: row.assigned_since,
    hasActivatedChecks: Boolean(row.has_activated_checks),
  }))
}

/** What people call the private locations of an account, by slug. */
export async function privateLocationNames(db: Db, accountId: string): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('private_locations')
    .select(['slug_name', 'name'])
    .where('account_id', '=', accountId)
    .execute()
  return new Map(rows.map((row) => [row.slug_name, row.name]))
}

/** False when the location is gone or was in that state already: exactly one caller sees a change. */
export async function setUnavailable(db: Db, id: string, at: number | null): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('private_locations')
    .set({ unavailable_since: at })
    .where('id', '=', id)
    .where('unavailable_since', at === null ? 'is not' : 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Since when checks are assigned; an earlier time stays. Null when there are none any more. */
export async function setAssigned(db: Db, id: string, at: number | null): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('private_locations')
    .set({ assigned_since: at })
    .where('id', '=', id)
    .where('assigned_since', at === null ? 'is not' : 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}
