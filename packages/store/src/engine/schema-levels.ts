import { type Kysely, sql } from 'kysely'
import { isSqlite } from './engine-of.ts'

/** Says for each level that a database was brought to from which level on programs can work on it. */
const levelTable = 'schema_levels'

/**
 * The level of the oldest program that can work on a database of this program, beside it or instead of it: that of the
 * release before. Whoever adds a migration that a program of that release cannot live with makes it a contraction.
 */
const oldestProgram = 42

/** The number of the last of these migrations. */
export function levelOf(names: readonly string[]): number {
  return Math.max(0, ...names.map((name) => Number.parseInt(name, 10)))
}

export async function hasTable<Tables>(db: Kysely<Tables>, name: string): Promise<boolean> {
  const { rows } = isSqlite(db)
    ? await sql`select 1 from sqlite_schema where type = 'table' and name = ${name}`.execute(db)
    : await sql`select 1 where to_regclass(${name}) is not null`.execute(db)
  return rows.length > 0
}

/** Notes what the database was brought to; false when that was known. Databases from before levels have no place for it. */
export async function noteLevel<Tables>(
  db: Kysely<Tables>,
  { level, oldest = oldestProgram }: { level: number; oldest?: number },
): Promise<boolean> {
  if (!(await hasTable(db, levelTable))) return false
  const { numAffectedRows } = await sql`
    insert into ${sql.table(levelTable)} (level, oldest_program) values (${level}, ${Math.min(level, oldest)})
    on conflict (level) do nothing`.execute(db)
  return numAffectedRows === 1n
}

/** Whether a program of this level can work on a database that was brought to a higher one. */
export async function isUsableBy<Tables>(
  db: Kysely<Tables>,
  { program, database }: { program: number; database: number },
): Promise<boolean> {
  if (!(await hasTable(db, levelTable))) return false
  const { rows } = await sql<{ level: number | null; oldest: number | null }>`
    select max(level) as level, max(oldest_program) as oldest from ${sql.table(levelTable)}`.execute(db)
  const { level = null, oldest = null } = rows[0] ?? {}
  return level !== null && oldest !== null && level >= database && oldest <= program
}
