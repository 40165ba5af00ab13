import type { DeploymentStatus } from '@sonde/schema/projects/project-deploy.ts'
import type { Db } from '../engine/database.ts'
import { booleanColumn, listColumns, type RowOf } from '../engine/column-list.ts'

const columns = listColumns('project_deployments', {
  id: 'id',
  accountId: 'account_id',
  logicalId: 'logical_id',
  kind: 'kind',
  status: 'status',
  progress: 'progress',
  errorCode: 'error_code',
  errorMessage: 'error_message',
  result: 'result',
  createdAt: 'created_at',
  startedAt: 'started_at',
  endedAt: 'ended_at',
  cancelRequestedAt: 'cancel_requested_at',
  /** When whoever works on it has said so, by the clock that all servers share: see `Store.now`. */
  seenAt: 'seen_at',
  announcedAt: 'announced_at',
  schedules: booleanColumn('schedules'),
  origin: 'origin',
})

export type DeploymentRow = RowOf<typeof columns>

type ProjectKey = Pick<DeploymentRow, 'accountId' | 'logicalId'>

/** Fails with a unique violation while another one of the project is not over. */
export async function insertDeployment(db: Db, row: DeploymentRow): Promise<void> {
  await db.insertInto('project_deployments').values(columns.write(row)).execute()
}

export async function findDeployment(
  db: Db,
  { accountId, logicalId, id }: ProjectKey & { id: string },
): Promise<DeploymentRow | null> {
  const row = await db
    .selectFrom('project_deployments')
    .select(columns.names)
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('logical_id', '=', logicalId)
    .executeTakeFirst()
  return row === undefined ? null : columns.read(row)
}

/** The one that is not over. */
export async function openDeploymentOf(
  db: Db,
  { accountId, logicalId }: ProjectKey,
): Promise<DeploymentRow | null> {
  const row = await db
    .selectFrom('project_deployments')
    .select(columns.names)
    .where('account_id', '=', accountId)
    .where('logical_id', '=', logicalId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return row === undefined ? null : columns.read(row)
}

/** Of a project, newest first. */
export async function listDeployments(
  db: Db,
  { accountId, logicalId, limit, offset }: ProjectKey & { limit: number; offset: number },
): Promise<{ rows: DeploymentRow[]; total: number }> {
  const ofProject = db
    .selectFrom('project_deployments')
    .where('account_id', '=', accountId)
    .where('logical_id', '=', logicalId)
  const rows = await ofProject
    .select(columns.names)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  const { total } = await ofProject
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { rows: rows.map(columns.read), total: Number(total) }
}

/** Ends it, unless it is over: then it is left as it is. */
export async function endDeployment(
  db: Db,
  id: string,
  end: {
    status: Extract<DeploymentStatus, 'SUCCEEDED' | 'FAILED' | 'CANCELLED'>
    at: number
    error?: { code: string; message: string }
    /** JSON. */
    result?: string
  },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('project_deployments')
    .set({
      status: end.status,
      progress: end.status === 'SUCCEEDED' ? 100 : undefined,
      error_code: end.error?.code ?? null,
      error_message: end.error?.message ?? null,
      result: end.result ?? null,
      ended_at: end.at,
      // Where nothing was written there is nothing to tell.
      announced_at: end.status === 'SUCCEEDED' ? null : end.at,
    })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Says that a server still works on it; tells whether somebody wants it to stop. */
export async function touchDeployment(
  db: Db,
  { id, progress, at }: { id: string; progress?: number; at: number },
): Promise<{ isWanted: boolean }> {
  const row = await db
    .updateTable('project_deployments')
    .set({ progress, seen_at: at })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .returning('cancel_requested_at')
    .executeTakeFirst()
  return { isWanted: row !== undefined && row.cancel_requested_at === null }
}

export async function requestCancel(
  db: Db,
  { accountId, logicalId, id, at }: ProjectKey & { id: string; at: number },
): Promise<void> {
  await db
    .updateTable('project_deployments')
    .set({ cancel_requested_at: at })
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('logical_id', '=', logicalId)
    .where('ended_at', 'is', null)
    .where('cancel_requested_at', 'is', null)
    .execute()
}

/**
 * Those that nobody works on any more. Since a deployment writes all or nothing, they have changed nothing. `ours` are those
 * that whoever asks works on, however long it has not come to say so.
 */
export async function abandonDeployments(
  db: Db,
  { seenBefore, at, ours }: { seenBefore: number; at: number; ours: readonly string[] },
): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('project_deployments')
    .set({
      status: 'FAILED',
      error_code: 'ABANDONED',
      error_message: 'The server that worked on it has stopped. Nothing was changed: deploy again',
      ended_at: at,
      announced_at: at,
    })
    .where('ended_at', 'is', null)
    .where('seen_at', '<', seenBefore)
    .$if(ours.length > 0, (query) => query.where('id', 'not in', ours))
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Those that are not over, and those that nobody was told about yet. */
export async function unannouncedDeployments(db: Db): Promise<DeploymentRow[]> {
  const rows = await db
    .selectFrom('project_deployments')
    .select(columns.names)
    .where('announced_at', 'is', null)
    .orderBy('seen_at')
    .execute()
  return rows.map(columns.read)
}

/** Takes over the announcement from a server that is not heard of any more; false when another one was quicker. */
export async function claimAnnouncement(
  db: Db,
  { id, seenAt, at }: Pick<DeploymentRow, 'id' | 'seenAt'> & { at: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('project_deployments')
    .set({ seen_at: at })
    .where('id', '=', id)
    .where('seen_at', '=', seenAt)
    .where('announced_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Says that a server still tells others about it; `at` 0 leaves that to whoever comes next. */
export async function touchAnnouncement(db: Db, { id, at }: { id: string; at: number }): Promise<void> {
  await db
    .updateTable('project_deployments')
    .set({ seen_at: at })
    .where('id', '=', id)
    .where('announced_at', 'is', null)
    .execute()
}

export async function endAnnouncement(db: Db, { id, at }: { id: string; at: number }): Promise<void> {
  await db.updateTable('project_deployments').set({ announced_at: at }).where('id', '=', id).execute()
}
