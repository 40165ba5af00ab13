import { type Kysely, sql } from 'kysely'
import { columnTypes } from './table.ts'

/**
 * Whether others were told what a deployment has written: a server that dies in between leaves that to the next one.
 * And where a deployment came from, which its audit entries name it for.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { uuid, bigint, boolean } = columnTypes(db)
  await db.schema.alterTable('project_deployments').addColumn('announced_at', bigint).execute()
  await db.schema
    .alterTable('project_deployments')
    .addColumn('schedules', boolean, (column) =>
      column.notNull().defaultTo(sql`${sql.lit(boolean === 'integer' ? 0 : false)}`),
    )
    .execute()
  await db.schema.alterTable('project_deployments').addColumn('origin', 'text').execute()
  await sql`update project_deployments set announced_at = ended_at where ended_at is not null`.execute(db)
  await db.schema
    .createIndex('project_deployments_unannounced')
    .on('project_deployments')
    .columns(['seen_at'])
    .where(sql.ref('announced_at'), 'is', null)
    .execute()
  await db.schema.alterTable('audit_log').addColumn('deployment_id', uuid).execute()
}
