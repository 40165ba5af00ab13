import { sql } from 'kysely'
import type { Db } from '../engine/database.ts'
import { isSqlite } from '../engine/engine-of.ts'
import { lockTable, migrationTable } from '../engine/migrate.ts'
import { migrations } from '../migrations/registry.ts'
import { executedMigrations, knownMigrations, tablesOf } from './known-tables.ts'
import { tablesInOrder } from './table-shapes.ts'

export type DatabaseContent =
  /** Nothing, or tables of Sonde without an account in them. */
  | { kind: 'empty'; tables: readonly string[] }
  | { kind: 'full'; tables: readonly string[]; description: string }
  /** Tables that are called like ours and are not. */
  | { kind: 'foreign'; tables: readonly string[] }

/** What a restore would replace. */
export async function describeContent(db: Db): Promise<DatabaseContent> {
  const present = await presentTables(db)
  const executed = await executedMigrations(db)
  if (executed === null) {
    const ours = await tablesOf(Object.keys(migrations))
    const clashing = present.filter((name) => ours.has(name))
    return clashing.length > 0 ? { kind: 'foreign', tables: clashing } : { kind: 'empty', tables: [] }
  }
  const { unknown } = knownMigrations(executed)
  const ours = new Set([...(await tablesOf(executed)), migrationTable, lockTable])
  // A newer version has tables whose names only it knows; its database is its own.
  const tables = unknown === null ? present.filter((name) => ours.has(name)) : present
  const accounts = await countRows(db, 'accounts', present)
  if (accounts === 0 && unknown === null) return { kind: 'empty', tables }
  const checks = await countRows(db, 'checks', present)
  const version =
    unknown === null ? '' : `, written by a newer version: all of its ${tables.length} tables are deleted`
  return { kind: 'full', tables, description: `accounts: ${accounts}, checks: ${checks}${version}` }
}

async function presentTables(db: Db): Promise<string[]> {
  const { rows } = isSqlite(db)
    ? await sql<{ name: string }>`
        select name from sqlite_schema where type = 'table' and name not like 'sqlite\\_%' escape '\\'`.execute(
        db,
      )
    : await sql<{ name: string }>`
        select relname as name from pg_class
        where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')
          and not relispartition`.execute(db)
  return rows.map(({ name }) => name)
}

async function countRows(db: Db, table: string, present: readonly string[]): Promise<number> {
  if (!present.includes(table)) return 0
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(db)
  return Number(rows[0]?.count ?? 0)
}

/** Drops the tables, those first that refer to others. */
export async function clearDatabase(db: Db, { tables }: DatabaseContent): Promise<void> {
  for (const name of (await tablesInOrder(db, new Set(tables))).toReversed()) {
    await sql`drop table ${sql.table(name)}`.execute(db)
  }
}
