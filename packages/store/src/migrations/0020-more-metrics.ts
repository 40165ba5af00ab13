import type { Kysely } from 'kysely'
import { isSqlite } from '../engine/engine-of.ts'

const added = ['metric_7', 'metric_8', 'metric_9', 'metric_10', 'metric_11', 'metric_12']

/** Both engines only note it: no row is written anew. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // URL monitors kept their status code among the metrics; no other type used this column.
  await db.schema.alterTable('results').renameColumn('metric_6', 'status_code').execute()
  for (const column of added) {
    await db.schema
      .alterTable('results')
      .addColumn(column, isSqlite(db) ? 'real' : 'double precision')
      .execute()
  }
}
