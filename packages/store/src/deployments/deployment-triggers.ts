import { booleanColumn, listColumns, type RowOf, textListColumn } from '../engine/column-list.ts'
import type { Db } from '../engine/database.ts'
import { reserveNumber } from '../imports/imported-ids.ts'
import { canonicalUuid } from '../engine/uuid.ts'

const columns = listColumns('deployment_triggers', {
  id: 'id',
  accountId: 'account_id',
  checkId: 'check_id',
  groupId: 'group_id',
  provider: 'provider',
  repoId: 'repo_id',
  repoName: 'repo_name',
  repoLink: 'repo_link',
  useEnvironmentUrl: booleanColumn('use_environment_url'),
  includeScreenshots: booleanColumn('include_screenshots'),
  runLocation: 'run_location',
  environmentFilter: 'environment_filter',
  environmentUrlFilter: 'environment_url_filter',
  allowedHosts: textListColumn('allowed_hosts'),
  createdAt: 'created_at',
  updatedAt: 'updated_at',
})

/** Runs a check, or the checks of a group, when its repository was deployed. */
export type DeploymentTriggerRow = RowOf<typeof columns>

/** The trigger of the target, which has one at most. */
export async function findDeploymentTriggerOf(
  db: Db,
  target: { checkId: string | null; groupId: number | null },
): Promise<DeploymentTriggerRow | null> {
  const query = db.selectFrom('deployment_triggers').selectAll()
  const row = await (
    target.checkId === null
      ? query.where('group_id', '=', target.groupId)
      : query.where('check_id', '=', target.checkId)
  ).executeTakeFirst()
  return row === undefined ? null : columns.read(row)
}

export async function insertDeploymentTrigger(
  db: Db,
  trigger: Omit<DeploymentTriggerRow, 'id'>,
  givenId: number | null = null,
): Promise<DeploymentTriggerRow> {
  if (givenId !== null) await reserveNumber(db, 'deployment_triggers', givenId)
  const row = await db
    .insertInto('deployment_triggers')
    .values({ ...(givenId === null ? {} : { id: givenId }), ...columns.omit('id').write(trigger) })
    .returningAll()
    .executeTakeFirstOrThrow()
  return columns.read(row)
}

/** Another content under the same id. */
export async function replaceDeploymentTrigger(
  db: Db,
  trigger: Omit<DeploymentTriggerRow, 'createdAt'>,
): Promise<void> {
  await db
    .updateTable('deployment_triggers')
    .set(
      columns
        .pick(
          'checkId',
          'groupId',
          'provider',
          'repoId',
          'repoName',
          'repoLink',
          'useEnvironmentUrl',
          'includeScreenshots',
          'runLocation',
          'environmentFilter',
          'environmentUrlFilter',
          'allowedHosts',
          'updatedAt',
        )
        .write(trigger),
    )
    .where('id', '=', trigger.id)
    .where('account_id', '=', trigger.accountId)
    .execute()
}

/** In the order in which they were made. */
export async function listDeploymentTriggers(db: Db, accountId: string): Promise<DeploymentTriggerRow[]> {
  const id = canonicalUuid(accountId)
  if (id === null) return []
  const rows = await db
    .selectFrom('deployment_triggers')
    .selectAll()
    .where('account_id', '=', id)
    .orderBy('id')
    .execute()
  return rows.map(columns.read)
}

/** What was deleted; null when the account has no such trigger. */
export async function deleteDeploymentTrigger(
  db: Db,
  key: { accountId: string; id: number },
): Promise<DeploymentTriggerRow | null> {
  const row = await db
    .deleteFrom('deployment_triggers')
    .where('id', '=', key.id)
    .where('account_id', '=', key.accountId)
    .returningAll()
    .executeTakeFirst()
  return row === undefined ? null : columns.read(row)
}
