import type { Kysely } from 'kysely'
import { columnTypes } from './table.ts'

export async function up(db: Kysely<unknown>): Promise<void> {
  const { bigint } = columnTypes(db)

  // Grows with every change of the check or of its group, so that whoever knows a check by an older number asks again.
  await db.schema
    .alterTable('check_states')
    .addColumn('rev', bigint, (column) => column.notNull().defaultTo(0))
    .execute()

  // The host whose certificate the check depends on. Of the checks that there are it is filled in by the server that
  // runs them, when it loads their schedule.
  await db.schema.alterTable('check_states').addColumn('certificate_domain', 'text').execute()
  await db.schema
    .createIndex('check_states_certificate_domain')
    .on('check_states')
    .columns(['account_id', 'certificate_domain'])
    .where('certificate_domain', 'is not', null)
    .execute()
}
