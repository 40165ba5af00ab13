import { sql } from 'kysely'
import type { Db } from '../engine/database.ts'
import { levelOf } from '../engine/schema-levels.ts'
import { migrations } from '../migrations/registry.ts'

/** What a server says of itself with every beat. */
export type ServerSign = {
  id: string
  name: string
  roles: readonly string[]
  version: string
  /** How far its clock is behind that of the database; null: not measured yet. */
  clockOffsetMs: number | null
}

export type KnownServer = ServerSign & { startedAt: number; seenAt: number; silentMs: number }

/** The number of the newest migration that this program knows. */
const schemaLevel = levelOf(Object.keys(migrations))

/** The time by the clock of PostgreSQL, at the moment at which a row is looked at. */
const clockMs = sql<number>`cast(floor(extract(epoch from clock_timestamp()) * 1000) as bigint)`

/** Says that the server is there, and tells the time of the database. */
export async function beat(db: Db, sign: ServerSign): Promise<number> {
  const { id, name, version, clockOffsetMs } = sign
  const { now } = await db
    .insertInto('servers')
    .values({
      id,
      name,
      roles: sign.roles.join(','),
      version,
      schema_level: schemaLevel,
      parcel_version: 1,
      uses_nats: false,
      has_nats: false,
      clock_offset_ms: clockOffsetMs,
      started_at: clockMs,
      seen_at: clockMs,
    })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({ clock_offset_ms: clockOffsetMs, seen_at: sql`excluded.seen_at` }),
    )
    .returning('seen_at as now')
    .executeTakeFirstOrThrow()
  return now
}

/** A server has stopped in order. */
export async function removeServer(db: Db, id: string): Promise<void> {
  await db.deleteFrom('servers').where('id', '=', id).execute()
}

/** Servers that ended without a word, so long ago that nobody asks any more. */
export async function forgetServers(db: Db, { silentMs }: { silentMs: number }): Promise<void> {
  await db
    .deleteFrom('servers')
    .where('seen_at', '<', sql<number>`${clockMs} - ${silentMs}`)
    .execute()
}

/** Every server that was not forgotten. On PostgreSQL: a file of SQLite has one server only. */
export async function listServers(db: Db): Promise<KnownServer[]> {
  const rows = await db
    .selectFrom('servers')
    .selectAll()
    .select(sql<number>`${clockMs} - seen_at`.as('silent_ms'))
    .orderBy('name')
    .orderBy('started_at')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    roles: row.roles.split(','),
    version: row.version,
    clockOffsetMs: row.clock_offset_ms,
    startedAt: row.started_at,
    seenAt: row.seen_at,
    silentMs: row.silent_ms,
  }))
}
