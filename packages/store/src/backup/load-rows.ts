import { CompiledQuery } from 'kysely'
import { dayMs } from '@sonde/ground/durations.ts'
import type { Db } from '../engine/database.ts'
import { makeMonths, type MonthlyTable, monthlyTables, monthOf } from '../results/monthly-partitions.ts'
import { makePartition } from '../results/result-partitions.ts'
import { describeError } from '../engine/failures.ts'
import { DirectSqliteAdapter } from '../engine/sqlite/sqlite-dialect.ts'
import { BackupFailure } from './backup-failure.ts'
import { type NeutralValue, postgresFromNeutral, sqliteFromNeutral } from './neutral-value.ts'
import type { TableShape } from './table-shapes.ts'

/** Rows of days and months beyond these stay in the partition for others, where clocks that were wrong put theirs too. */
const mostPartitions = 800

type Rows = readonly (readonly NeutralValue[])[]
type Insert = (rows: Rows) => Promise<void>

/** Puts rows of a backup into the tables of this database; `order` says which column each value is for. */
export function createLoader(
  db: Db,
  {
    tables,
    order,
  }: { tables: readonly TableShape[]; order: readonly { name: string; columns: readonly string[] }[] },
): { insert(table: string, rows: Rows): Promise<void> } {
  const inserts = new Map<string, Insert>()
  const counts = new Map<string, number>()
  const made = new Map<string, Set<number>>()
  return {
    async insert(table, rows) {
      let insert = inserts.get(table)
      if (insert === undefined) {
        insert = prepareInsert(db, columnsInOrder(table, tables, order), table)
        inserts.set(table, insert)
      }
      await makePartitions(table, rows)
      const before = counts.get(table) ?? 0
      await insertNamingRow(db, insert, { table, rows, before })
      counts.set(table, before + rows.length)
    },
  }

  async function makePartitions(table: string, rows: Rows): Promise<void> {
    const parts = partsOf(table)
    if (parts === null) return
    const position = order.find(({ name }) => name === table)?.columns.indexOf(parts.time) ?? -1
    const known = made.get(table) ?? new Set()
    made.set(table, known)
    for (const row of rows) {
      const at = row[position]
      if (typeof at !== 'number') continue
      const from = parts.begin(at)
      if (known.has(from) || known.size >= mostPartitions) continue
      known.add(from)
      await parts.make(db, from)
    }
  }
}

/** Which partitions the rows of a table belong into; null for tables without. */
function partsOf(table: string) {
  if (table === 'results')
    return { time: 'scheduled_at', begin: (at: number) => at - (at % dayMs), make: makePartition }
  if (!isMonthly(table)) return null
  return {
    time: monthlyTables[table].time,
    begin: (at: number) => monthOf(at).from,
    make: (db: Db, at: number): Promise<unknown> => makeMonths(db, table, { from: at, to: at }),
  }
}

function isMonthly(table: string): table is MonthlyTable {
  return Object.hasOwn(monthlyTables, table)
}

/** Whoever has to mend a backup must know where: a row that the database does not take is looked for, and named. */
async function insertNamingRow(
  db: Db,
  insert: Insert,
  { table, rows, before }: { table: string; rows: Rows; before: number },
): Promise<void> {
  const failure = await failureOf(db, () => insert(rows))
  if (failure === null) return
  for (const [index, row] of rows.entries()) {
    const cause = await failureOf(db, () => insert([row]))
    if (cause === null) continue
    const message = `row ${before + index + 1} of the table ${table} cannot be loaded: ${describeError(cause.error)}; nothing was changed`
    throw new BackupFailure(message, { cause: cause.error })
  }
  throw failure.error
}

/** What went wrong, with everything as it was before; null when nothing did. */
async function failureOf(db: Db, work: () => Promise<void>): Promise<{ error: unknown } | null> {
  const run = (text: string) => db.executeQuery(CompiledQuery.raw(text))
  await run('savepoint load_rows')
  try {
    await work()
  } catch (error) {
    await run('rollback to savepoint load_rows')
    await run('release savepoint load_rows')
    return { error }
  }
  await run('release savepoint load_rows')
  return null
}

type Column = TableShape['columns'][number]

function columnsInOrder(
  table: string,
  tables: readonly TableShape[],
  order: readonly { name: string; columns: readonly string[] }[],
): Column[] {
  const shape = tables.find(({ name }) => name === table)
  const names = order.find(({ name }) => name === table)?.columns ?? []
  return names.map((name) => {
    const column = shape?.columns.find((each) => each.name === name)
    if (column === undefined) throw new BackupFailure(`the backup has an unknown column ${table}.${name}`)
    return column
  })
}

function prepareInsert(db: Db, columns: readonly Column[], table: string): Insert {
  const { adapter } = db.getExecutor()
  const names = columns.map(({ name }) => quoted(name)).join(', ')
  if (adapter instanceof DirectSqliteAdapter) {
    const text = `insert into ${quoted(table)} (${names}) values (${columns.map(() => '?').join(', ')})`
    return async (rows) => {
      for (const row of rows) adapter.execute(text, row.map(sqliteFromNeutral))
    }
  }
  // One list per column: PostgreSQL reads it several times as fast as as many rows of parameters.
  const lists = columns.map(({ type }, position) => `$${position + 1}::${type}[]`).join(', ')
  const text = `insert into ${quoted(table)} (${names}) select * from unnest(${lists})`
  return async (rows) => {
    const values = columns.map(({ kind }, position) =>
      rows.map((row) => postgresFromNeutral(row[position] ?? null, kind)),
    )
    await db.executeQuery(CompiledQuery.raw(text, values))
  }
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
