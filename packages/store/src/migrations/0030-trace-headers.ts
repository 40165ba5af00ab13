import type { Kysely } from 'kysely'
import { isSqlite } from '../engine/engine-of.ts'
import { columnTypes } from './table.ts'

/** Headers that nobody asked for can break a signed request: off until somebody switches them on. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { boolean } = columnTypes(db)
  const off = isSqlite(db) ? 0 : false
  await db.schema
    .alterTable('trace_exports')
    .addColumn('send_trace_headers', boolean, (column) => column.notNull().defaultTo(off))
    .execute()
}
