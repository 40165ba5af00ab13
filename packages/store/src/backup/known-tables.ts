import { DatabaseSync } from 'node:sqlite'
import { Kysely, sql } from 'kysely'
import type { Database, Db } from '../engine/database.ts'
import { lockTable, migrateToLatest, migrationTable } from '../engine/migrate.ts'
import { migrations } from '../migrations/registry.ts'
import { createSqliteDialect } from '../engine/sqlite/sqlite-dialect.ts'

/** Tables that are in no backup, and why nothing is lost. Every other one is. */
export const leftOutTables: Readonly<Record<string, string>> = {
  check_change_log: 'notes between servers that run; whoever starts reads all checks anyway',
  check_changes: 'notes between servers that run; whoever starts reads all checks anyway',
  check_day_figures: 'computed anew within minutes',
  check_tries: 'runs of unsaved checks, forgotten after an hour, or with their test session',
  dispatches: 'runs on their way to agents, of seconds ago',
  job_leases: 'who does what at this moment',
  live_changes: 'what open pages are told, forgotten after minutes',
  schema_levels: 'which programs can work on the database: written by the one that restores',
  session_messages: 'what whoever watches a test session is told, forgotten after minutes',
  servers: 'who is there at this moment',
  shard_leases: 'who schedules what at this moment',
  test_sessions: 'records of single runs of code, which the next pipeline makes anew',
  upload_parts: 'files on their way, which agents send again',
  unreadable_parcels: 'runs of a queue that is in no backup either',
  web_sessions: 'people sign in again; an old copy must not open what was closed since',
}

/** The migrations of this program among those of a database or a backup, and the first that it does not know. */
export function knownMigrations(names: readonly string[]) {
  return {
    known: Object.fromEntries(Object.entries(migrations).filter(([name]) => names.includes(name))),
    unknown: names.find((name) => !Object.hasOwn(migrations, name)) ?? null,
  }
}

/** What was run on this database; null when it is none of Sonde's. */
export async function executedMigrations(db: Db): Promise<string[] | null> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some(({ name }) => name === migrationTable)) return null
  const { rows } = await sql<{ name: string }>`
    select name from ${sql.table(migrationTable)} order by name`.execute(db)
  return rows.map(({ name }) => name)
}

const knownTables = new Map<string, Promise<ReadonlySet<string>>>()

/**
 * The tables that these migrations make, by making them in memory, without those that tell of migrations themselves:
 * what else is in a database belongs to somebody else, and a table that somebody adds cannot be forgotten.
 */
export async function tablesOf(names: readonly string[]): Promise<ReadonlySet<string>> {
  const key = names.join()
  const tables = knownTables.get(key) ?? makeTables(names)
  knownTables.set(key, tables)
  return await tables
}

async function makeTables(names: readonly string[]): Promise<ReadonlySet<string>> {
  const connection = new DatabaseSync(':memory:')
  try {
    connection.exec('begin')
    const db = new Kysely<Database>({ dialect: createSqliteDialect(connection, { onlyInTransaction: true }) })
    await migrateToLatest(db, knownMigrations(names).known)
    const tables = await db.introspection.getTables()
    const kept = new Set([migrationTable, lockTable])
    return new Set(
      tables.map(({ name }) => name).filter((name) => !name.startsWith('sqlite_') && !kept.has(name)),
    )
  } finally {
    connection.close()
  }
}
