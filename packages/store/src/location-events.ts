import type { Db } from './database.ts'

export const locationEventKinds = ['unavailable', 'available', 'errors', 'errors-over'] as const
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
  return rows.map((row) => ({
    id: row.id,
    accountId: row.account_id,
    privateLocationId: row.private_location_id,
    location: row.location,
    kind: kindOf(row.kind),
    detail: row.detail,
    at: row.at,
  }))
}

function kindOf(text: string): LocationEventKind {
  const kind = locationEventKinds.find((known) => known === text)
  if (kind === undefined) throw new Error(`unknown kind of location event: ${text}`)
  return kind
}
