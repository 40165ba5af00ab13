import type { Selectable } from 'kysely'
import type { Database } from './database.ts'
import { type JsonObject, parseJsonObject, parseTextList } from './json-column.ts'

type Column<Table extends keyof Database> = keyof Selectable<Database[Table]> & string

/** A column whose value has another type in the program than in the database. */
type ConvertedColumn<Name extends string, Value> = {
  readonly column: Name
  read(stored: unknown): Value
  write(value: Value): unknown
}

type Fields<Table extends keyof Database> = Readonly<
  Record<string, Column<Table> | ConvertedColumn<Column<Table>, unknown>>
>

type ColumnOf<Field> = Field extends { column: infer Name extends string } ? Name : Field & string

type ValueOf<Table extends keyof Database, Field> = Field extends { read(stored: never): infer Value }
  ? Value
  : Field extends Column<Table>
    ? Selectable<Database[Table]>[Field]
    : never

/** A row as the program sees it. */
type Row<Table extends keyof Database, List extends Fields<Table>> = {
  -readonly [Name in keyof List]: ValueOf<Table, List[Name]>
}

/** A row as it is written. */
type Written<Table extends keyof Database, List extends Fields<Table>> = {
  [Name in keyof List as ColumnOf<List[Name]>]: List[Name] extends { write(value: never): infer Stored }
    ? Stored
    : ValueOf<Table, List[Name]>
}

/** Columns of a table, each listed once: what is selected, the type of a row and its reading and writing follow. */
export type ColumnList<Table extends keyof Database, List extends Fields<Table>> = {
  readonly names: readonly ColumnOf<List[keyof List]>[]
  read(
    stored: Pick<Selectable<Database[Table]>, ColumnOf<List[keyof List]> & Column<Table>>,
  ): Row<Table, List>
  write(row: Readonly<Row<Table, List>>): Written<Table, List>
  pick<Name extends keyof List & string>(...names: readonly Name[]): ColumnList<Table, Pick<List, Name>>
  omit<Name extends keyof List & string>(...names: readonly Name[]): ColumnList<Table, Omit<List, Name>>
}

/** The type of the rows that a list of columns reads. */
export type RowOf<List> = List extends { read(stored: never): infer Read } ? Read : never

/** `fields`: what a row calls each column, and the column, by its name alone where its value is taken as it is. */
export function listColumns<Table extends keyof Database, const List extends Fields<Table>>(
  _table: Table,
  fields: List,
): ColumnList<Table, List> {
  return makeList<Table, List>(fields)
}

function makeList<Table extends keyof Database, List extends Fields<Table>>(
  fields: List,
): ColumnList<Table, List> {
  const columns = Object.entries(fields).map(([name, field]) =>
    typeof field === 'string'
      ? { name, column: field, read: asItIs, write: asItIs }
      : { name, column: field.column, read: field.read, write: field.write },
  )
  // Rows are copies of one that has every field: to add the fields one by one takes several times as long.
  const blankRow = Object.fromEntries(columns.map(({ name }) => [name, undefined]))
  const blankStored = Object.fromEntries(columns.map(({ column }) => [column, undefined]))
  const without = (isLeftOut: (name: string) => boolean) =>
    Object.fromEntries(Object.entries(fields).filter(([name]) => !isLeftOut(name)))
  // The casts are safe: each object has exactly the entries that the list names, made by the list's own functions.
  return {
    names: columns.map(({ column }) => column) as ColumnOf<List[keyof List]>[],
    read(stored) {
      const values: Readonly<Record<string, unknown>> = stored
      const row: Record<string, unknown> = { ...blankRow }
      for (const { name, column, read } of columns) row[name] = read(values[column])
      return row as Row<Table, List>
    },
    write(row) {
      const values: Readonly<Record<string, unknown>> = row
      const stored: Record<string, unknown> = { ...blankStored }
      for (const { name, column, write } of columns) stored[column] = write(values[name])
      return stored as Written<Table, List>
    },
    pick: (...names) => {
      const kept = new Set<string>(names)
      return makeList<Table, Pick<List, (typeof names)[number]>>(
        without((name) => !kept.has(name)) as Pick<List, (typeof names)[number]>,
      )
    },
    omit: (...names) => {
      const dropped = new Set<string>(names)
      return makeList<Table, Omit<List, (typeof names)[number]>>(
        without((name) => dropped.has(name)) as Omit<List, (typeof names)[number]>,
      )
    },
  }
}

function asItIs(value: unknown): unknown {
  return value
}

/** SQLite answers 1 and 0 where PostgreSQL answers true and false. */
export function booleanColumn<const Name extends string>(column: Name) {
  return { column, read: (stored: boolean | number) => Boolean(stored), write: (value: boolean) => value }
}

export function jsonColumn<const Name extends string>(column: Name) {
  return { column, read: parseJsonObject, write: (value: Readonly<JsonObject>) => JSON.stringify(value) }
}

export function textListColumn<const Name extends string>(column: Name) {
  return { column, read: parseTextList, write: (value: readonly string[]) => JSON.stringify(value) }
}
