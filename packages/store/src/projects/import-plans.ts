import type { Db } from '../engine/database.ts'
import { listColumns, type RowOf } from '../engine/column-list.ts'

const columns = listColumns('import_plans', {
  id: 'id',
  accountId: 'account_id',
  projectId: 'project_id',
  changes: 'changes',
  createdAt: 'created_at',
  appliedAt: 'applied_at',
  committedAt: 'committed_at',
})

/** What is to become part of a project, and how far that has come. */
export type ImportPlanRow = RowOf<typeof columns>

export async function insertImportPlan(db: Db, plan: ImportPlanRow): Promise<void> {
  await db.insertInto('import_plans').values(columns.write(plan)).execute()
}

/** Of an account, or of one of its projects, oldest first. */
export async function importPlansOf(
  db: Db,
  { accountId, projectId = null }: { accountId: string; projectId?: string | null },
): Promise<ImportPlanRow[]> {
  const ofAccount = db.selectFrom('import_plans').where('account_id', '=', accountId)
  const wanted = projectId === null ? ofAccount : ofAccount.where('project_id', '=', projectId)
  const rows = await wanted.select(columns.names).orderBy('created_at').orderBy('id').execute()
  return rows.map(columns.read)
}

export async function findImportPlan(
  db: Db,
  { accountId, id }: Pick<ImportPlanRow, 'accountId' | 'id'>,
): Promise<ImportPlanRow | null> {
  const row = await db
    .selectFrom('import_plans')
    .select(columns.names)
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row === undefined ? null : columns.read(row)
}

/** False when another one was quicker. */
export async function markImportPlan(
  db: Db,
  { id }: Pick<ImportPlanRow, 'id'>,
  step: { appliedAt: number } | { committedAt: number },
): Promise<boolean> {
  const open = db.updateTable('import_plans').where('id', '=', id).where('committed_at', 'is', null)
  const { numUpdatedRows } = await (
    'appliedAt' in step
      ? open.set({ applied_at: step.appliedAt }).where('applied_at', 'is', null)
      : open.set({ committed_at: step.committedAt }).where('applied_at', 'is not', null)
  ).executeTakeFirst()
  return numUpdatedRows > 0n
}

/** False for one that is committed, or gone. */
export async function deleteImportPlan(db: Db, { id }: Pick<ImportPlanRow, 'id'>): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('import_plans')
    .where('id', '=', id)
    .where('committed_at', 'is', null)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
