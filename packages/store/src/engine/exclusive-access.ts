import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { Kysely, sql } from 'kysely'
import { prepareDataFolder } from '../installation/data-folder.ts'
import type { Database, Db } from './database.ts'
import { workerSlots } from './engine.ts'
import { StoreFailure, isDatabaseError } from './failures.ts'
import { openPostgres } from './postgres/open-postgres.ts'
import { explainSqlite } from './sqlite/open-sqlite.ts'
import { serverConnections } from './postgres/postgres-engine.ts'
import { postgresLocks } from './postgres/postgres-locks.ts'
import { createSqliteDialect } from './sqlite/sqlite-dialect.ts'
import { makePrivateFile, sqliteFile } from './sqlite/sqlite-engine.ts'
import { primarySqliteCode, sqliteResult } from './sqlite/sqlite-errors.ts'

/** Where an installation keeps its rows. */
export type DatabaseLocation = { dataDir: string; databaseUrl: string | null }

export type ExclusiveDatabase = {
  db: Db
  /** The setting that says where the database is, and its name in a sentence. */
  setting: string
  databaseName: string
}

/** How the connections of commands are called in PostgreSQL's own lists. */
export const operatorConnections = 'sonde operator'

/** A server that was killed a moment ago may still have connections at PostgreSQL. */
const serverExitMs = 3_000
const pollMs = 100

/**
 * All or nothing, with no server and no other command on the database, and none that starts before this ends.
 * Throws a `StoreFailure` when there is one. The database is neither made nor migrated here.
 */
export async function withExclusiveDatabase<Result>(
  { dataDir, databaseUrl }: DatabaseLocation,
  work: (database: ExclusiveDatabase) => Promise<Result>,
): Promise<Result> {
  return databaseUrl === null
    ? await exclusiveSqlite(dataDir, work)
    : await exclusivePostgres(databaseUrl, work)
}

async function exclusiveSqlite<Result>(
  dataDir: string,
  work: (database: ExclusiveDatabase) => Promise<Result>,
): Promise<Result> {
  const file = sqliteFile(dataDir)
  prepareDataFolder(dataDir)
  try {
    makePrivateFile(file)
  } catch (error) {
    throw explainSqlite(file, error)
  }
  let connection: DatabaseSync | undefined
  try {
    connection = new DatabaseSync(file, { timeout: pollMs, enableForeignKeyConstraints: true })
    lockFile(connection, file)
    const db = new Kysely<Database>({ dialect: createSqliteDialect(connection, { onlyInTransaction: true }) })
    const result = await work({ db, setting: 'SONDE_DATA_DIR', databaseName: `the database ${file}` })
    connection.exec('commit')
    return result
  } catch (error) {
    if (connection?.isTransaction === true) connection.exec('rollback')
    throw isDatabaseError(error) ? explainSqlite(file, error) : error
  } finally {
    connection?.close()
  }
}

/** Whoever has a database open in WAL mode keeps others from leaving that mode: so nobody has. */
function lockFile(connection: DatabaseSync, file: string): void {
  try {
    connection.exec('pragma locking_mode = exclusive')
    connection.exec('pragma journal_mode = delete')
    connection.exec('pragma synchronous = full')
    connection.exec('begin exclusive')
  } catch (error) {
    if (primarySqliteCode(error) !== sqliteResult.busy) throw error
    throw new StoreFailure(
      'SONDE_DATA_DIR',
      `another program uses ${file}: stop the server first, then try again`,
      error,
    )
  }
}

async function exclusivePostgres<Result>(
  databaseUrl: string,
  work: (database: ExclusiveDatabase) => Promise<Result>,
): Promise<Result> {
  const { engine, setting, databaseName, explain } = await openPostgres(databaseUrl, {
    name: operatorConnections,
  })
  try {
    const lock = await engine.lockRunner()
    if (lock === null) throw serverIsConnected(databaseName)
    try {
      return await engine.startExclusively(async (db) => {
        await sql`set local idle_in_transaction_session_timeout = 0`.execute(db)
        await sql`set local statement_timeout = 0`.execute(db)
        await requireNoServer(db, databaseName)
        return await work({ db, setting, databaseName })
      })
    } finally {
      await lock.release()
    }
  } catch (error) {
    throw isDatabaseError(error) ? explain(error) : error
  } finally {
    await engine.close()
  }
}

/** Who starts meanwhile waits for the lock of starters, which this transaction holds. */
async function requireNoServer(db: Db, databaseName: string): Promise<void> {
  for (let waitedMs = 0; ; waitedMs += pollMs) {
    if (!(await isServerConnected(db))) return
    if (waitedMs >= serverExitMs) throw serverIsConnected(databaseName)
    await wait(pollMs)
  }
}

async function isServerConnected(db: Db): Promise<boolean> {
  const { rows } = await sql<{ is_connected: boolean }>`
    with held as (
      select pid, (classid::bigint << 32) | objid::bigint as key
      from pg_locks
      where locktype = 'advisory' and objsubid = 1 and granted
        and database = (select oid from pg_database where datname = current_database())
    )
    select exists (
      select 1 from held
      where key > ${sql.lit(postgresLocks.workerSlots)}
        and key <= ${sql.lit(postgresLocks.workerSlots + workerSlots)}
    ) or exists (
      select 1 from pg_stat_activity
      where datname = current_database()
        and application_name in (${sql.join(serverConnections)})
        and pid not in (select pid from held where key = ${sql.lit(postgresLocks.runner)})
    ) as is_connected`.execute(db)
  return rows[0]?.is_connected === true
}

function serverIsConnected(databaseName: string): StoreFailure {
  return new StoreFailure(
    'DATABASE_URL',
    `a server is connected to ${databaseName}: stop every server of it first`,
  )
}
