import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // JSON: hosts that the runs of a trigger may take secrets to. Those that there are allow the target of their check alone.
  for (const table of ['check_triggers', 'group_triggers', 'deployment_triggers']) {
    await db.schema
      .alterTable(table)
      .addColumn('allowed_hosts', 'text', (column) => column.notNull().defaultTo('[]'))
      .execute()
  }
}
