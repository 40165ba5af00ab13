import type { Selectable } from 'kysely'
import type { Database, Db } from '../engine/database.ts'
import { reserveNumber } from '../imports/imported-ids.ts'
import { canonicalUuid } from '../engine/uuid.ts'

/** Runs a check, or the checks of a group, when its repository was deployed. */
export type DeploymentTriggerRow = {
  id: number
  accountId: string
  checkId: string | null
  groupId: number | null
  provider: string
  repoId: string
  repoName: string
  repoLink: string
  useEnvironmentUrl: boolean
  includeScreenshots: boolean
  runLocation: string
  environmentFilter: string | null
  environmentUrlFilter: string | null
  createdAt: number
  updatedAt: number | null
}

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
  return row === undefined ? null : toTrigger(row)
}

export async function insertDeploymentTrigger(
  db: Db,
  trigger: Omit<DeploymentTriggerRow, 'id'>,
  givenId: number | null = null,
): Promise<DeploymentTriggerRow> {
  if (givenId !== null) await reserveNumber(db, 'deployment_triggers', givenId)
  const row = await db
    .insertInto('deployment_triggers')
    .values({
      ...(givenId === null ? {} : { id: givenId }),
      account_id: trigger.accountId,
      check_id: trigger.checkId,
      group_id: trigger.groupId,
      provider: trigger.provider,
      repo_id: trigger.repoId,
      repo_name: trigger.repoName,
      repo_link: trigger.repoLink,
      use_environment_url: trigger.useEnvironmentUrl,
      include_screenshots: trigger.includeScreenshots,
      run_location: trigger.runLocation,
      environment_filter: trigger.environmentFilter,
      environment_url_filter: trigger.environmentUrlFilter,
      created_at: trigger.createdAt,
      updated_at: trigger.updatedAt,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return toTrigger(row)
}

/** Another content under the same id. */
export async function replaceDeploymentTrigger(
  db: Db,
  trigger: Omit<DeploymentTriggerRow, 'createdAt'>,
): Promise<void> {
  await db
    .updateTable('deployment_triggers')
    .set({
      check_id: trigger.checkId,
      group_id: trigger.groupId,
      provider: trigger.provider,
      repo_id: trigger.repoId,
      repo_name: trigger.repoName,
      repo_link: trigger.repoLink,
      use_environment_url: trigger.useEnvironmentUrl,
      include_screenshots: trigger.includeScreenshots,
      run_location: trigger.runLocation,
      environment_filter: trigger.environmentFilter,
      environment_url_filter: trigger.environmentUrlFilter,
      updated_at: trigger.updatedAt,
    })
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
  return rows.map(toTrigger)
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
  return row === undefined ? null : toTrigger(row)
}

function toTrigger(row: Selectable<Database['deployment_triggers']>): DeploymentTriggerRow {
  return {
    id: row.id,
    accountId: row.account_id,
    checkId: row.check_id,
    groupId: row.group_id,
    provider: row.provider,
    repoId: row.repo_id,
    repoName: row.repo_name,
    repoLink: row.repo_link,
    useEnvironmentUrl: Boolean(row.use_environment_url),
    includeScreenshots: Boolean(row.include_screenshots),
    runLocation: row.run_location,
    environmentFilter: row.environment_filter,
    environmentUrlFilter: row.environment_url_filter,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}
