import { setImmediate } from 'node:timers/promises'
import { chunks } from '@sonde/ground/chunks.ts'
import { prepareBatch } from './batch-statement.ts'
import type { Database, Db } from './database.ts'
import { DirectSqliteAdapter } from './sqlite/sqlite-dialect.ts'
import { rowsBetweenPauses, rowsPerStatement } from './statement-limits.ts'

// As with `insertRows`, SQLite is given one prepared statement row by row, and PostgreSQL one for each few hundred rows.

type Table = keyof Database & string
type ColumnType = 'uuid' | 'text' | 'bigint' | 'integer' | 'boolean'
type Columns = Readonly<Record<string, ColumnType>>
type RowOf<Listed extends Columns> = Readonly<Record<keyof Listed, string | number | boolean | null>>
/** Inside `write`; says how many rows there were. */
type ChangeRows<Listed extends Columns> = (db: Db, rows: readonly RowOf<Listed>[]) => Promise<number>

/** Writes the same columns of many rows, each with values of its own. */
export function prepareRowUpdates<const Listed extends Columns>(
  table: Table,
  key: (keyof Listed & string) | readonly (keyof Listed & string)[],
  columns: Listed,
): ChangeRows<Listed> {
  const keys = [key].flat()
  const changed = namesOf(columns).filter((name) => !keys.includes(name))
  return prepareChange({
    columns,
    parameters: [...changed, ...keys],
    one: `update ${table} set ${changed.map((name) => `${name} = ?`).join(', ')}
      where ${keys.map((name) => `${name} = ?`).join(' and ')}`,
    many: (rows) => `
      update ${table} set ${changed.map((name) => `${name} = row.${name}`).join(', ')}
      from ${rows} where ${keys.map((name) => `${table}.${name} = row.${name}`).join(' and ')}`,
  })
}

/** Deletes many rows, each known by all of these columns. */
export function prepareRowDeletions<const Listed extends Columns>(
  table: Table,
  columns: Listed,
): ChangeRows<Listed> {
  const names = namesOf(columns)
  return prepareChange({
    columns,
    parameters: names,
    one: `delete from ${table} where ${names.map((name) => `${name} = ?`).join(' and ')}`,
    many: (rows) => `
      delete from ${table} using ${rows}
      where ${names.map((name) => `${table}.${name} = row.${name}`).join(' and ')}`,
  })
}

function prepareChange<const Listed extends Columns>({
  columns,
  parameters,
  one,
  many,
}: {
  columns: Listed
  /** Of `one`, in its order. */
  parameters: readonly (keyof Listed & string)[]
  one: string
  /** Given the rows as a table that is called `row`. */
  many(rows: string): string
}): ChangeRows<Listed> {
  const names = namesOf(columns)
  const lists = names.map((name, index) => `$${index + 1}::${columns[name]}[]`)
  const batch = prepareBatch(many(`unnest(${lists.join(', ')}) as row(${names.join(', ')})`))
  return async (db, rows) => {
    const { adapter } = db.getExecutor()
    let count = 0n
    if (!(adapter instanceof DirectSqliteAdapter)) {
      for (const chunk of chunks(rows, rowsPerStatement)) {
        const { numAffectedRows = 0n } = await batch(
          db,
          names.map((name) => chunk.map((row) => row[name])),
        )
        count += numAffectedRows
      }
      return Number(count)
    }
    for (const [index, row] of rows.entries()) {
      const { numAffectedRows = 0n } = adapter.execute(
        one,
        parameters.map((name) => row[name]),
      )
      count += numAffectedRows
      if (index % rowsBetweenPauses === rowsBetweenPauses - 1) await setImmediate()
    }
    return Number(count)
  }
}

/** Safe because the columns are written out where these are called. */
function namesOf<Listed extends Columns>(columns: Listed): (keyof Listed & string)[] {
  return Object.keys(columns) as (keyof Listed & string)[]
}
