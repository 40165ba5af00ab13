import type { Kysely } from 'kysely'
import { columnTypes, createTable } from './table.ts'

/** Slots that were left out because an agent held a run, until it is known whether somebody was looking. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { bigint, integer } = columnTypes(db)
  await createTable(db, 'left_out_slots')
    .addColumn('check_no', bigint, (column) => column.notNull())
    .addColumn('scheduled_at', bigint, (column) => column.notNull())
    .addColumn('origin', 'text', (column) => column.notNull())
    .addColumn('attempt', integer, (column) => column.notNull())
    .addColumn('hour', bigint, (column) => column.notNull())
    .addColumn('count', integer, (column) => column.notNull())
    .addPrimaryKeyConstraint('left_out_slots_pkey', ['check_no', 'scheduled_at', 'origin', 'attempt', 'hour'])
    .execute()
}
