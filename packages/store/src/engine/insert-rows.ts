import { setImmediate } from 'node:timers/promises'
import { chunks } from '@sonde/ground/chunks.ts'
import { sql, type Insertable } from 'kysely'
import type { Database, Db } from './database.ts'
import { DirectSqliteAdapter } from './sqlite/sqlite-dialect.ts'
import { rowsBetweenPauses, rowsPerStatement } from './statement-limits.ts'

/**
 * Inside `write`: many rows, each with the same columns. SQLite is given one prepared statement row by row, which is
 * quicker than to build a statement of many rows; PostgreSQL is far away, and gets as many as fit into one.
 */
export async function insertRows<Table extends keyof Database & string>(
  db: Db,
  table: Table,
  rows: readonly Readonly<Insertable<Database[Table]>>[],
): Promise<void> {
  const [first] = rows
  if (first === undefined) return
  const columns = Object.keys(first)
  const valuesOf = (row: Readonly<Record<string, unknown>>) => columns.map((column) => row[column])
  const into = sql`insert into ${sql.table(table)} (${sql.join(columns.map((column) => sql.ref(column)))})`
  const listOf = (row: Readonly<Record<string, unknown>>) => sql`(${sql.join(valuesOf(row))})`
  const { adapter } = db.getExecutor()
  if (!(adapter instanceof DirectSqliteAdapter)) {
    for (const chunk of chunks(rows, rowsPerStatement))
      await sql`${into} values ${sql.join(chunk.map(listOf))}`.execute(db)
    return
  }
  const statement = sql`${into} values ${listOf(first)}`.compile(db)
  for (const [index, row] of rows.entries()) {
    adapter.execute(statement.sql, valuesOf(row))
    if (index % rowsBetweenPauses === rowsBetweenPauses - 1) await setImmediate()
  }
}
