import type { ColumnType } from 'kysely'

/** SQLite answers 1 and 0 where PostgreSQL answers true and false. */
export type BooleanColumn = ColumnType<boolean | number, boolean, boolean>
