import type { Selectable } from 'kysely'
import type { Database, Db } from '../engine/database.ts'
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

/** One notice about a location, however many checks it serves. */
export type LocationEvent = {
  id: string
  /** Null for a data-center location, which belongs to no account. */
  accountId: string | null
  privateLocationId: string | null
  location: string
  kind: LocationEventKind
  detail: string
  at: number
}

export async function insertLocationEvent(db: Db, event: LocationEvent): Promise<void> {
  await db
    .insertInto('location_events')
    .values({
      id: event.id,
      account_id: event.accountId,
      private_location_id: event.privateLocationId,
      location: event.location,
      kind: event.kind,
      detail: event.detail,
      at: event.at,
      delivered_at: null,
    })
    .execute()
  if (event.kind !== 'unavailable') return
  const { accountId, location, at } = event
  await noteLiveChanges(db, [{ type: 'agent', accountId, location, change: 'lost', at }], at)
}

/** Newest first. */
export async function listLocationEvents(db: Db, { limit }: { limit: number }): Promise<LocationEvent[]> {
  const rows = await db
    .selectFrom('location_events')
    .selectAll()
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(toEvent)
}

/** What nobody was told yet and is worth telling, oldest first. */
export async function untoldLocationEvents(
  db: Db,
  { since, limit }: { since: number; limit: number },
): Promise<LocationEvent[]> {
  const rows = await db
    .selectFrom('location_events')
    .selectAll()
    .where('at', '>=', since)
    .where('delivered_at', 'is', null)
    .orderBy('at')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(toEvent)
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

function toEvent(row: Selectable<Database['location_events']>): LocationEvent {
  return {
    id: row.id,
    accountId: row.account_id,
    privateLocationId: row.private_location_id,
    location: row.location,
    kind: kindOf(row.kind),
    detail: row.detail,
    at: row.at,
  }
}

function kindOf(text: string): LocationEventKind {
  const kind = locationEventKinds.find((known) => known === text)
  if (kind === undefined) throw new Error(`unknown kind of location event: ${text}`)
  return kind
}
