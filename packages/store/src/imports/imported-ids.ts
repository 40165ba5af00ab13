import { sql } from 'kysely'
import { chunks } from '@sonde/ground/chunks.ts'
import type { Db } from '../engine/database.ts'
import { isSqlite } from '../engine/engine-of.ts'
import { keysPerStatement } from '../engine/statement-limits.ts'

/** Under which id something that was imported stands here, when it could not keep its own. */
export type ImportedId = { kind: string; sourceId: string; localId: string }

/** Of one account, all of them. */
export async function importedIdsOf(db: Db, accountId: string): Promise<ImportedId[]> {
  const rows = await db
    .selectFrom('imported_ids')
    .select(['kind', 'source_id', 'local_id'])
    .where('account_id', '=', accountId)
    .execute()
  return rows.map((row) => ({ kind: row.kind, sourceId: row.source_id, localId: row.local_id }))
}

/** Of these things only, whatever kind they are of. */
export async function importedIdsFor(
  db: Db,
  { accountId, sourceIds }: { accountId: string; sourceIds: readonly string[] },
): Promise<ImportedId[]> {
  const pairs: ImportedId[] = []
  for (const chunk of chunks(sourceIds, keysPerStatement)) {
    const rows = await db
      .selectFrom('imported_ids')
      .select(['kind', 'source_id', 'local_id'])
      .where('account_id', '=', accountId)
      .where('source_id', 'in', chunk)
      .execute()
    pairs.push(...rows.map((row) => ({ kind: row.kind, sourceId: row.source_id, localId: row.local_id })))
  }
  return pairs
}

/** Any number will do, as long as nobody else uses it for a pair of locks in the same database. */
const importLock = 506_378

/** Until the write ends, no other one imports into this account; SQLite has one writer anyway. */
export async function lockImports(db: Db, accountId: string): Promise<void> {
  if (isSqlite(db)) return
  await sql`select pg_advisory_xact_lock(${sql.lit(importLock)}, hashtext(${accountId}))`.execute(db)
}

/** An earlier word on the same thing counts no more. */
export async function rememberImportedId(
  db: Db,
  { accountId, kind, sourceId, localId, at }: ImportedId & { accountId: string; at: number },
): Promise<void> {
  await db
    .insertInto('imported_ids')
    .values({ account_id: accountId, kind, source_id: sourceId, local_id: localId, created_at: at })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'kind', 'source_id'])
        .doUpdateSet({ local_id: localId, created_at: at }),
    )
    .execute()
}

const uuidTables = [
  'checks',
  'client_certificates',
  'private_locations',
  'status_page_cards',
  'status_page_rules',
  'status_page_services',
  'status_pages',
] as const
const countedTables = [
  'alert_channels',
  'check_groups',
  'check_triggers',
  'dashboards',
  'deployment_triggers',
  'group_triggers',
  'maintenance_windows',
  'snippets',
] as const
export type UuidTable = (typeof uuidTables)[number]
export type CountedTable = (typeof countedTables)[number]

/** Which of these ids something of whatever account has. */
export async function takenIds(
  db: Db,
  table: UuidTable | CountedTable,
  ids: readonly (string | number)[],
): Promise<Set<string>> {
  const taken = new Set<string>()
  for (const chunk of chunks(ids, keysPerStatement)) {
    const { rows } = await sql<{ id: string | number }>`
      select id from ${sql.table(table)} where id in (${sql.join(chunk)})`.execute(db)
    for (const { id } of rows) taken.add(String(id))
  }
  return taken
}

/** Inside `write`: so many numbers that nothing has, and that nothing else is given. */
export async function takeRowNumbers(db: Db, table: CountedTable, count: number): Promise<number[]> {
  if (!isSqlite(db)) {
    const { rows } = await sql<{ id: string | number }>`
      select nextval(pg_get_serial_sequence(${table}, 'id')) as id from generate_series(1, ${count}::integer)`.execute(
      db,
    )
    return rows.map(({ id }) => Number(id))
  }
  // SQLite numbers rows from the larger of what it remembers here and what it finds in the table.
  const { rows } = await sql<{ last: number }>`
    select max(
      coalesce((select seq from sqlite_sequence where name = ${table}), 0),
      coalesce((select max(id) from ${sql.table(table)}), 0)) as last`.execute(db)
  const last = rows[0]?.last ?? 0
  await sql`delete from sqlite_sequence where name = ${table}`.execute(db)
  await sql`insert into sqlite_sequence (name, seq) values (${table}, ${last + count})`.execute(db)
  return Array.from({ length: count }, (_, index) => last + 1 + index)
}

/** Before a row with this number is written: nothing else is given the number meanwhile or later. */
export async function reserveNumber(db: Db, table: CountedTable, id: number): Promise<void> {
  // SQLite looks at the rows themselves.
  if (isSqlite(db)) return
  await sql`
    select setval(sequence, greatest(nextval(sequence), ${id}::bigint))
    from pg_get_serial_sequence(${table}, 'id') as sequence`.execute(db)
}
