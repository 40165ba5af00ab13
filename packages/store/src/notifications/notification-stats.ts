import { sql } from 'kysely'
import type { Db } from '../engine/database.ts'
import { isOpen } from './notification-lanes.ts'

/** Of all accounts: how much is still to be sent, and since when the oldest of it waits. */
export type WaitingNotifications = { count: number; oldestAt: number | null }

/** From the index of the open rows alone, however many have ended. */
export async function waitingNotifications(db: Db): Promise<WaitingNotifications> {
  const { rows } = await sql<{ count: number; oldest_at: number | null }>`
    select count(*) as count, min(created_at) as oldest_at from notifications where ${isOpen(db)}`.execute(db)
  const [row] = rows
  return { count: Number(row?.count ?? 0), oldestAt: row?.oldest_at ?? null }
}
