import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { Kysely, sql } from 'kysely'
import { type DatabaseLocation, operatorConnections } from '../engine/exclusive-access.ts'
import type { Database, Db } from '../engine/database.ts'
import { StoreFailure, isDatabaseError } from '../engine/failures.ts'
import { openPostgres } from '../engine/postgres/open-postgres.ts'
import { explainSqlite } from '../engine/sqlite/open-sqlite.ts'
import { createPostgresHosts } from '../engine/postgres/postgres-hosts.ts'
import { openPool } from '../engine/postgres/postgres-pool.ts'
import { createSqliteDialect } from '../engine/sqlite/sqlite-dialect.ts'
import { sqliteFile } from '../engine/sqlite/sqlite-engine.ts'
import { type NeutralValue, neutralFromSqlite, neutralFromText } from './neutral-value.ts'
import type { TableShape } from './table-shapes.ts'

/** Everything as it was at one moment. Servers go on writing; nobody waits for anybody. */
export type Snapshot = {
  engine: 'sqlite' | 'postgres'
  setting: string
  databaseName: string
  db: Db
  /** Before reading: on PostgreSQL, nobody drops one of these tables until the snapshot ends. */
  hold(tables: readonly TableShape[]): Promise<void>
  /** In no order, some hundred rows at a time. */
  rowsOf(table: TableShape): AsyncGenerator<NeutralValue[][]>
}

const busyTimeoutMs = 5_000
const rowsAtOnce = 500

export async function withSnapshot<Result>(
  { dataDir, databaseUrl }: DatabaseLocation,
  work: (snapshot: Snapshot) => Promise<Result>,
): Promise<Result> {
  return databaseUrl === null ? await onSqlite(dataDir, work) : await onPostgres(databaseUrl, work)
}

async function onSqlite<Result>(
  dataDir: string,
  work: (snapshot: Snapshot) => Promise<Result>,
): Promise<Result> {
  const file = sqliteFile(dataDir)
  const setting = 'SONDE_DATA_DIR'
  if (!existsSync(file)) throw new StoreFailure(setting, `there is no database ${file}`)
  let connection: DatabaseSync | undefined
  try {
    connection = new DatabaseSync(file, { timeout: busyTimeoutMs })
    connection.exec('pragma query_only = true')
    // The moment is that of the first read, not of the begin.
    connection.exec('begin; select count(*) from sqlite_schema')
    const db = new Kysely<Database>({ dialect: createSqliteDialect(connection, { onlyInTransaction: true }) })
    return await work({
      engine: 'sqlite',
      setting,
      databaseName: `the database ${file}`,
      db,
      hold: async () => {},
      rowsOf: (table) => sqliteRows(openedOf(connection), table),
    })
  } catch (error) {
    throw isDatabaseError(error) ? explainSqlite(file, error) : error
  } finally {
    connection?.close()
  }
}

function openedOf(connection: DatabaseSync | undefined): DatabaseSync {
  if (connection === undefined) throw new Error('the snapshot has ended')
  return connection
}

async function* sqliteRows(connection: DatabaseSync, table: TableShape): AsyncGenerator<NeutralValue[][]> {
  const columns = table.columns.map(({ name }) => quoted(name)).join(', ')
  const statement = connection.prepare(`select ${columns} from ${quoted(table.name)}`)
  statement.setReadBigInts(true)
  statement.setReturnArrays(true)
  let rows: NeutralValue[][] = []
  for (const row of statement.iterate()) {
    rows.push(Object.values(row).map(neutralFromSqlite))
    if (rows.length < rowsAtOnce) continue
    yield rows
    rows = []
  }
  if (rows.length > 0) yield rows
}

async function onPostgres<Result>(
  databaseUrl: string,
  work: (snapshot: Snapshot) => Promise<Result>,
): Promise<Result> {
  const { engine, setting, databaseName, explain } = await openPostgres(databaseUrl, {
    name: operatorConnections,
  })
  await engine.close()
  const { db: pool } = openPool(createPostgresHosts(databaseUrl), {
    application_name: operatorConnections,
    max: 1,
  })
  try {
    return await pool
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (db) => {
        await sql`set transaction read only`.execute(db)
        await sql`set local idle_in_transaction_session_timeout = 0`.execute(db)
        await sql`set local statement_timeout = 0`.execute(db)
        return await work({
          engine: 'postgres',
          setting,
          databaseName,
          db,
          async hold(tables) {
            const names = sql.join(tables.map(({ name }) => sql.table(name)))
            await sql`lock table ${names} in access share mode`.execute(db)
          },
          rowsOf: (table) => postgresRows(db, table),
        })
      })
  } catch (error) {
    throw isDatabaseError(error) ? explain(error) : error
  } finally {
    await pool.destroy()
  }
}

/** Every column as text, which is exact; bytes as the base64 that a backup has anyway. */
async function* postgresRows(db: Db, table: TableShape): AsyncGenerator<NeutralValue[][]> {
  const columns = table.columns.map(({ name, kind }, position) => {
    const text =
      kind === 'bytes'
        ? sql`replace(encode(${sql.ref(name)}, 'base64'), ${sql.lit('\n')}, '')`
        : sql`${sql.ref(name)}::text`
    return sql`${text} as ${sql.ref(`c${position}`)}`
  })
  await sql`declare backup_rows no scroll cursor for
    select ${sql.join(columns)} from ${sql.table(table.name)}`.execute(db)
  for (;;) {
    const { rows } = await sql<Record<string, string | null>>`
      fetch ${sql.lit(rowsAtOnce)} from backup_rows`.execute(db)
    if (rows.length === 0) break
    yield rows.map((row) =>
      table.columns.map(({ kind }, position) => neutralFromText(row[`c${position}`] ?? null, kind)),
    )
  }
  await sql`close backup_rows`.execute(db)
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
