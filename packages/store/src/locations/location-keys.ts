import { sql } from 'kysely'
import { prepareBatch } from '../engine/batch-statement.ts'
import { listColumns, type RowOf } from '../engine/column-list.ts'
import type { Db } from '../engine/database.ts'
import { isSqlite } from '../engine/engine-of.ts'
import { prepareQuery } from '../engine/prepared-query.ts'
import { canonicalUuid } from '../engine/uuid.ts'

/** What a key lets an agent serve. */
export type LocationRef =
  | { kind: 'private'; privateLocationId: string }
  | { kind: 'data-center'; dataCenter: string }

/** The key itself is never stored: `hash` is its SHA-256 in hex. */
export type NewLocationKey = {
  id: string
  place: LocationRef
  hash: string
  lastFour: string
  createdAt: number
}

const columns = listColumns('location_keys', {
  id: 'id',
  kind: 'kind',
  privateLocationId: 'private_location_id',
  dataCenter: 'data_center',
  lastFour: 'last_four',
  createdAt: 'created_at',
  lastUsedAt: 'last_used_at',
})

export type LocationKeyRow = RowOf<typeof columns>

/** Who calls as an agent, and for which location: it follows from the key alone. */
export type LocationKeyHolder = { keyId: string; hash: string; location: string } & (
  | { kind: 'private'; accountId: string; privateLocationId: string }
  | { kind: 'data-center'; accountId: null; privateLocationId: null }
)

/** One to replace the other without a break. */
export const mostKeysPerLocation = 2

const selectHolder = prepareQuery(
  (db, { hash }: { hash: string }) =>
    db
      .selectFrom('location_keys')
      .leftJoin('private_locations', 'private_locations.id', 'location_keys.private_location_id')
      .select([
        'location_keys.id',
        'location_keys.hash',
        'location_keys.data_center',
        'private_locations.id as private_location_id',
        'private_locations.account_id',
        'private_locations.slug_name',
      ])
      .where('location_keys.hash', '=', hash),
  { isPlannedOnce: true },
)

export async function findLocationKey(db: Db, hash: string): Promise<LocationKeyHolder | null> {
  const row = (await selectHolder(db, { hash })).rows[0]
  if (row === undefined) return null
  const { id: keyId, data_center, private_location_id, account_id, slug_name } = row
  if (data_center !== null) {
    return {
      keyId,
      hash: row.hash,
      kind: 'data-center',
      accountId: null,
      privateLocationId: null,
      location: data_center,
    }
  }
  if (private_location_id === null || account_id === null || slug_name === null) return null
  return {
    keyId,
    hash: row.hash,
    kind: 'private',
    accountId: account_id,
    privateLocationId: private_location_id,
    location: slug_name,
  }
}

/** Inside `write`. `full`: the location has as many keys as it may have; `gone`: there is no such location. */
export async function insertLocationKey(db: Db, key: NewLocationKey): Promise<'inserted' | 'full' | 'gone'> {
  if (!(await lockPlace(db, key.place))) return 'gone'
  const [column, name] = columnOf(key.place)
  const { count } = await db
    .selectFrom('location_keys')
    .select((builder) => builder.fn.countAll<number>().as('count'))
    .where(column, '=', name)
    .executeTakeFirstOrThrow()
  if (count >= mostKeysPerLocation) return 'full'
  await db
    .insertInto('location_keys')
    .values({
      id: key.id,
      kind: key.place.kind,
      private_location_id: key.place.kind === 'private' ? key.place.privateLocationId : null,
      data_center: key.place.kind === 'data-center' ? key.place.dataCenter : null,
      hash: key.hash,
      last_four: key.lastFour,
      created_at: key.createdAt,
      last_used_at: null,
    })
    .execute()
  return 'inserted'
}

/** Any number will do, as long as nobody else uses it for a pair of locks in the same database. */
const dataCenterLock = 506_377

/**
 * Lets one write at a time give the place a key; SQLite has one writer anyway. A data center has no row that
 * could be locked. False when there is no such private location.
 */
async function lockPlace(db: Db, place: LocationRef): Promise<boolean> {
  if (place.kind === 'private') {
    const query = db.selectFrom('private_locations').select('id').where('id', '=', place.privateLocationId)
    return (await (isSqlite(db) ? query : query.forUpdate()).executeTakeFirst()) !== undefined
  }
  if (!isSqlite(db)) {
    await sql`select pg_advisory_xact_lock(${sql.lit(dataCenterLock)}, hashtext(${place.dataCenter}))`.execute(
      db,
    )
  }
  return true
}

/** Of several private locations at once, oldest first. */
export async function listPrivateLocationKeys(
  db: Db,
  privateLocationIds: readonly string[],
): Promise<LocationKeyRow[]> {
  if (privateLocationIds.length === 0) return []
  const rows = await selectKeys(db).where('private_location_id', 'in', privateLocationIds).execute()
  return rows.map(columns.read)
}

/** Oldest first. */
export async function listDataCenterKeys(db: Db, dataCenter: string): Promise<LocationKeyRow[]> {
  return (await selectKeys(db).where('data_center', '=', dataCenter).execute()).map(columns.read)
}

/** Its agents are forgotten with it. False when the location has no such key. */
export async function deleteLocationKey(db: Db, key: { id: string; place: LocationRef }): Promise<boolean> {
  const id = canonicalUuid(key.id)
  if (id === null) return false
  const [column, name] = columnOf(key.place)
  const { numDeletedRows } = await db
    .deleteFrom('location_keys')
    .where('id', '=', id)
    .where(column, '=', name)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

const touchKey = prepareQuery((db, { id, usedAt }: { id: string; usedAt: number }) =>
  db
    .updateTable('location_keys')
    .set({ last_used_at: usedAt })
    .where('id', '=', id)
    .where((builder) =>
      builder.or([builder('last_used_at', 'is', null), builder('last_used_at', '<', usedAt)]),
    ),
)

// Locked in one order everywhere, so that two servers that touch the same keys never wait for each other in a circle.
const touchBatch = prepareBatch(`
  with used as materialized (
    select keys.id, new.at from location_keys as keys
    join unnest($1::uuid[], $2::bigint[]) as new(id, at) on new.id = keys.id
    order by keys.id for update of keys)
  update location_keys as keys set last_used_at = used.at from used
  where keys.id = used.id and coalesce(keys.last_used_at, 0) < used.at`)

/**
 * Notes when keys were last used, by key id. Never goes back in time; unknown ids are ignored. One statement on PostgreSQL.
 */
export async function touchLocationKeys(db: Db, usedAtById: ReadonlyMap<string, number>): Promise<void> {
  const inOrder = [...usedAtById].toSorted(([left], [right]) => (left < right ? -1 : 1))
  if (!isSqlite(db)) {
    await touchBatch(db, [inOrder.map(([id]) => id), inOrder.map(([, usedAt]) => usedAt)])
    return
  }
  for (const [id, usedAt] of inOrder) {
    await touchKey(db, { id, usedAt })
  }
}

function columnOf(place: LocationRef): ['private_location_id' | 'data_center', string] {
  return place.kind === 'private'
    ? ['private_location_id', place.privateLocationId]
    : ['data_center', place.dataCenter]
}

function selectKeys(db: Db) {
  return db.selectFrom('location_keys').selectAll().orderBy('created_at').orderBy('id')
}
