import type { Db } from '../engine/database.ts'
import type { BindingRow } from './project-resources.ts'

type BindingKey = Pick<BindingRow, 'projectId' | 'type' | 'logicalId'>

/** Fails with a unique violation when the name is taken. Returns whether there was such a binding. */
export async function renameBinding(
  db: Db,
  { projectId, type, logicalId }: BindingKey,
  to: Pick<BindingRow, 'projectId' | 'logicalId'>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('project_resources')
    .set({ project_id: to.projectId, logical_id: to.logicalId })
    .where('project_id', '=', projectId)
    .where('type', '=', type)
    .where('logical_id', '=', logicalId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** With its history. Fails with a unique violation when another project of the account is called so. */
export async function renameProject(
  db: Db,
  { accountId, id, from, to }: { accountId: string; id: string; from: string; to: string },
): Promise<void> {
  await db.updateTable('projects').set({ logical_id: to }).where('id', '=', id).execute()
  await db
    .updateTable('project_deployments')
    .set({ logical_id: to })
    .where('account_id', '=', accountId)
    .where('logical_id', '=', from)
    .execute()
}
