import { sql } from 'kysely'
import type { Db } from '../engine/database.ts'
import { levelOf } from '../engine/schema-levels.ts'
import { migrations } from '../migrations/registry.ts'
import { clockMs } from './cluster-clock.ts'

/** What a server says of itself with every beat. */
export type ServerSign = {
  id: string
  name: string
  roles: readonly string[]
  version: string
  /** Whether it shares the schedule with others by way of NATS, and whether it can reach NATS now. */
  usesNats: boolean
  hasNats: boolean
  /** How far its clock is behind that of the database; null: not measured yet. */
  clockOffsetMs: number | null
}

export type KnownServer = ServerSign & { startedAt: number; seenAt: number; silentMs: number }

/** The number of the newest migration that this program knows. */
const schemaLevel = levelOf(Object.keys(migrations))

/** Says that the server is there, and tells the time of the database. */
export async function beat(db: Db, sign: ServerSign): Promise<number> {
  const { rows } = await upsertServer(sign).execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('PostgreSQL did not tell the time')
  return row.now
}

/** To be run alone, or as a part of a larger statement. */
export function upsertServer(sign: ServerSign) {
  const { id, name, roles, version, usesNats, hasNats, clockOffsetMs } = sign
  return sql<{ now: number }>`
    insert into servers
      (id, name, roles, version, schema_level, parcel_version, uses_nats, has_nats, clock_offset_ms, started_at, seen_at)
    values (${id}, ${name}, ${roles.join(',')}, ${version}, ${schemaLevel}, 1, ${usesNats}, ${hasNats},
      ${clockOffsetMs}, ${clockMs}, ${clockMs})
    on conflict (id) do update set
      has_nats = excluded.has_nats, clock_offset_ms = excluded.clock_offset_ms, seen_at = excluded.seen_at
    returning seen_at as now`
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
    usesNats: Boolean(row.uses_nats),
    hasNats: Boolean(row.has_nats),
    clockOffsetMs: row.clock_offset_ms,
    startedAt: row.started_at,
    seenAt: row.seen_at,
    silentMs: row.silent_ms,
  }))
}
