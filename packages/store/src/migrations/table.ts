import { type ColumnDefinitionBuilder, type CreateTableBuilder, type Kysely, sql } from 'kysely'
import { isSqlite } from '../engine/engine-of.ts'

/** The column types that the two engines spell differently. */
export function columnTypes(db: Kysely<unknown>) {
  return isSqlite(db)
    ? ({ uuid: 'text', integer: 'integer', bigint: 'integer', boolean: 'integer' } as const)
    : ({ uuid: 'uuid', integer: 'integer', bigint: 'bigint', boolean: 'boolean' } as const)
}

/** SQLite's tables are made strict, so that both engines refuse a value of the wrong type. */
export function createTable<Name extends string>(
  db: Kysely<unknown>,
  name: Name,
): CreateTableBuilder<Name, never> {
  const table = db.schema.createTable(name)
  return isSqlite(db) ? table.modifyEnd(sql`strict`) : table
}

/** A number that grows with every row, also when rows were deleted. */
export function counted(db: Kysely<unknown>) {
  return (column: ColumnDefinitionBuilder) =>
    isSqlite(db)
      ? column.primaryKey().autoIncrement().notNull()
      : column.primaryKey().generatedByDefaultAsIdentity().notNull()
}
