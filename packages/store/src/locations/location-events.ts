import { sql } from 'kysely'
import { listColumns, type RowOf } from '../engine/column-list.ts'
import type { Db } from '../engine/database.ts'
import { noteLiveChanges } from '../live/live-changes.ts'

export const locationEventKinds = [
  'unavailable',
  'available',
  'errors',
  'errors-over',
  'no-scripts',
  'scripts-again',
] as const
export type LocationEventKind = (typeof locationEventKinds)[number]

/** Tells the lock of a location from others with two numbers. */
const newsLock = 1

const columns = listColumns('location_events', {
  id: 'id',
  /** Null for a data-center location, which belongs to no account. */
  accountId: 'account_id',
  privateLocationId: 'private_location_id',
  location: 'location',
  kind: { column: 'kind', read: kindOf, write: (kind: LocationEventKind): string => kind },
  detail: 'detail',
  at: 'at',
})

/** One notice about a location, however many checks it serves. */
export type LocationEvent = RowOf<typeof columns>

export async function insertLocationEvent(db: Db, event: LocationEvent): Promise<void> {
  await db
    .insertInto('location_events')
    .values({ ...columns.write(event), delivered_at: null })
    .execute()
  if (event.kind !== 'unavailable') return
  const { accountId, location, at } = event
  await noteLiveChanges(db, [{ type: 'agent', accountId, location, change: 'lost', at }], at)
}

/** Of each pair the second ends the first. */
const matters = [
  ['unavailable', 'available'],
  ['errors', 'errors-over'],
  ['no-scripts', 'scripts-again'],
] as const satisfies readonly (readonly LocationEventKind[])[]

/** The same on PostgreSQL unless it is known already: several servers come upon the same trouble, and upon its end. */
export async function insertLocationNews(db: Db, event: LocationEvent): Promise<void> {
  const { accountId, privateLocationId, location } = event
  const lock = `${privateLocationId ?? ''} ${location}`
  await sql`select pg_advisory_xact_lock(${sql.lit(newsLock)}, hashtext(${lock}))`.execute(db)
  const kinds: readonly LocationEventKind[] =
    matters.find((matter) => matter.some((kind) => kind === event.kind)) ?? []
  const last = await db
    .selectFrom('location_events')
    .select('kind')
    .where('location', '=', location)
    .where('account_id', 'is not distinct from', accountId)
    .where('private_location_id', 'is not distinct from', privateLocationId)
    .where('kind', 'in', kinds)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (last?.kind !== event.kind) await insertLocationEvent(db, event)
}

/** Newest first. */
export async function listLocationEvents(db: Db, { limit }: { limit: number }): Promise<LocationEvent[]> {
  const rows = await db
    .selectFrom('location_events')
    .select(columns.names)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(columns.read)
}

/** What nobody was told yet and is worth telling, oldest first. */
export async function untoldLocationEvents(
  db: Db,
  { since, limit }: { since: number; limit: number },
): Promise<LocationEvent[]> {
  const rows = await db
    .selectFrom('location_events')
    .select(columns.names)
    .where('at', '>=', since)
    .where('delivered_at', 'is', null)
    .orderBy('at')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(columns.read)
}

/** False when somebody else has told it. */
export async function noteLocationEventTold(db: Db, id: string, at: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('location_events')
    .set({ delivered_at: at })
    .where('id', '=', id)
    .where('delivered_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

function kindOf(text: string): LocationEventKind {
  const kind = locationEventKinds.find((known) => known === text)
  if (kind === undefined) throw new Error(`unknown kind of location event: ${text}`)
  return kind
}
