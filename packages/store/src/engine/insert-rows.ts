import { setImmediate } from 'node:timers/promises'
import { chunks } from '@sonde/ground/chunks.ts'
import { CompiledQuery, sql, type Insertable } from 'kysely'
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
  const { adapter } = db.getExecutor()
  if (!(adapter instanceof DirectSqliteAdapter)) {
    // Written as text: to build a statement of thousands of values costs more than to send it.
    const head = into.compile(db).sql
    for (const chunk of chunks(rows, rowsPerStatement))
      await db.executeQuery(
        CompiledQuery.raw(`${head} values ${listsOf(chunk.length, columns.length)}`, chunk.flatMap(valuesOf)),
      )
    return
  }
  const statement = sql`${into} values (${sql.join(valuesOf(first))})`.compile(db)
  for (const [index, row] of rows.entries()) {
    adapter.execute(statement.sql, valuesOf(row))
    if (index % rowsBetweenPauses === rowsBetweenPauses - 1) await setImmediate()
  }
}

/** `($1,$2),($3,$4)` */
function listsOf(rows: number, columns: number): string {
  const list = (row: number) =>
    Array.from({ length: columns }, (_, column) => `$${row * columns + column + 1}`).join()
  return Array.from({ length: rows }, (_, row) => `(${list(row)})`).join()
}
