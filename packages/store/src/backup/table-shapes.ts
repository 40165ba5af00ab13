import { sql } from 'kysely'
import type { Db } from '../engine/database.ts'
import { isSqlite } from '../engine/engine-of.ts'

export type ColumnKind = 'integer' | 'boolean' | 'real' | 'bytes' | 'text'

export type TableShape = {
  name: string
  columns: readonly { name: string; kind: ColumnKind; type: string }[]
  /** The column whose numbers the database gives out, each once. */
  counted: string | null
}

const kinds: Readonly<Record<string, ColumnKind>> = {
  integer: 'integer',
  smallint: 'integer',
  bigint: 'integer',
  boolean: 'boolean',
  real: 'real',
  'double precision': 'real',
  blob: 'bytes',
  bytea: 'bytes',
  text: 'text',
  uuid: 'text',
}

/** These tables as the catalogue of the database describes them, those first that others refer to. */
export async function describeTables(db: Db, names: ReadonlySet<string>): Promise<TableShape[]> {
  const columns = await (isSqlite(db) ? sqliteColumns(db) : postgresColumns(db))
  const byTable = Map.groupBy(columns, ({ table }) => table)
  return (await tablesInOrder(db, names)).map((name) => {
    const own = byTable.get(name) ?? []
    return {
      name,
      columns: own.map(({ column, type }) => ({ name: column, kind: kindOf(name, column, type), type })),
      counted: own.find(({ isCounted }) => isCounted)?.column ?? null,
    }
  })
}

/** Those first that others refer to. */
export async function tablesInOrder(db: Db, names: ReadonlySet<string>): Promise<string[]> {
  const links = await (isSqlite(db) ? sqliteReferences(db) : postgresReferences(db))
  const waiting = new Set([...names].toSorted())
  const ordered: string[] = []
  while (waiting.size > 0) {
    const free = [...waiting].filter(
      (name) => !links.some(({ table, target }) => table === name && target !== name && waiting.has(target)),
    )
    if (free.length === 0) throw new Error(`tables refer to each other: ${[...waiting].join(', ')}`)
    for (const name of free) waiting.delete(name)
    ordered.push(...free)
  }
  return ordered
}

type ColumnRow = { table: string; column: string; type: string; isCounted: boolean }
type Reference = { table: string; target: string }

function kindOf(table: string, column: string, type: string): ColumnKind {
  const kind = kinds[type]
  if (kind === undefined) throw new Error(`the column ${table}.${column} is of the unknown type ${type}`)
  return kind
}

async function sqliteColumns(db: Db): Promise<ColumnRow[]> {
  const { rows } = await sql<{ table: string; column: string; type: string; pk: number; made: string }>`
    select made.name as "table", info.name as "column", lower(info.type) as type, info.pk as pk, made.sql as made
    from sqlite_schema made join pragma_table_info(made.name) info
    where made.type = 'table'
    order by made.name, info.cid`.execute(db)
  return rows.map(({ pk, made, ...row }) => ({
    ...row,
    isCounted: pk > 0 && /\bautoincrement\b/i.test(made),
  }))
}

async function sqliteReferences(db: Db): Promise<Reference[]> {
  const { rows } = await sql<Reference>`
    select made.name as "table", key."table" as target
    from sqlite_schema made join pragma_foreign_key_list(made.name) key
    where made.type = 'table'`.execute(db)
  return rows
}

/** Without partitions: they are read and written through their table. */
async function postgresColumns(db: Db): Promise<ColumnRow[]> {
  const { rows } = await sql<ColumnRow>`
    select made.relname as "table", info.attname as "column", format_type(info.atttypid, info.atttypmod) as type,
      info.attidentity <> '' as "isCounted"
    from pg_class made
    join pg_attribute info on info.attrelid = made.oid and info.attnum > 0 and not info.attisdropped
    where made.relnamespace = current_schema()::regnamespace and made.relkind in ('r', 'p')
      and not made.relispartition and info.attgenerated = ''
    order by made.relname, info.attnum`.execute(db)
  return rows
}

async function postgresReferences(db: Db): Promise<Reference[]> {
  const { rows } = await sql<Reference>`
    select made.relname as "table", target.relname as target
    from pg_constraint
    join pg_class made on made.oid = conrelid
    join pg_class target on target.oid = confrelid
    where contype = 'f' and made.relnamespace = current_schema()::regnamespace`.execute(db)
  return rows
}
