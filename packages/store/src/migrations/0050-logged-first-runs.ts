import { type Kysely, sql } from 'kysely'
import { columnTypes } from './table.ts'

/** Whether the server that has the shard of a check gives it its first run when it hears of it from another server. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { boolean } = columnTypes(db)
  await db.schema
    .alterTable('check_change_log')
    .addColumn('starts_at_once', boolean, (column) =>
      column.notNull().defaultTo(sql`${sql.lit(boolean === 'integer' ? 1 : true)}`),
    )
    .execute()
}
