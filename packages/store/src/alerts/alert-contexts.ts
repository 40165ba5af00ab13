import { chunks } from '@sonde/ground/chunks.ts'
import type { CheckType } from '@sonde/schema/check-types/check-type.ts'
import type { Db } from '../engine/database.ts'
import { type JsonObject, parseJsonObject } from '../engine/json-column.ts'
import { keysPerStatement } from '../engine/statement-limits.ts'

/** All that an alert of a check depends on besides its results, as it is stored at this moment. */
export type AlertContext = {
  checkNo: number
  checkId: string
  accountId: string
  checkType: CheckType
  name: string
  activated: boolean
  muted: boolean
  frequency: number | null
  config: JsonObject
  group: {
    id: number
    version: 1 | 2
    name: string
    activated: boolean
    muted: boolean
    config: JsonObject
  } | null
  accountAlertSettings: JsonObject
}

/** By the number of the check. Deleted checks are missing. */
export async function alertContexts(
  db: Db,
  checkNumbers: readonly number[],
): Promise<Map<number, AlertContext>> {
  const contexts = new Map<number, AlertContext>()
  for (const chunk of chunks(checkNumbers, keysPerStatement)) {
    const rows = await selectContexts(db).where('check_states.no', 'in', chunk).execute()
    for (const row of rows) contexts.set(row.no, toContext(row))
  }
  return contexts
}

/** By the id of the check, of those that the account has. */
export async function alertContextsOf(
  db: Db,
  { accountId, checkIds }: { accountId: string; checkIds: readonly string[] },
): Promise<Map<string, AlertContext>> {
  const contexts = new Map<string, AlertContext>()
  for (const chunk of chunks(checkIds, keysPerStatement)) {
    const query = selectContexts(db)
      .where('checks.id', 'in', chunk)
      .where('checks.account_id', '=', accountId)
    for (const row of await query.execute()) contexts.set(row.id, toContext(row))
  }
  return contexts
}

function selectContexts(db: Db) {
  return db
    .selectFrom('check_states')
    .innerJoin('checks', 'checks.id', 'check_states.check_id')
    .innerJoin('accounts', 'accounts.id', 'checks.account_id')
    .leftJoin('check_groups', 'check_groups.id', 'checks.group_id')
    .select([
      'check_states.no',
      'checks.id',
      'checks.account_id',
      'checks.check_type',
      'checks.name',
      'checks.activated',
      'checks.muted',
      'checks.frequency',
      'checks.config',
      'check_groups.id as group_id',
      'check_groups.name as group_name',
      'check_groups.version as group_version',
      'check_groups.activated as group_activated',
      'check_groups.muted as group_muted',
      'check_groups.config as group_config',
      'accounts.alert_settings',
    ])
}

type ContextColumns = Awaited<ReturnType<ReturnType<typeof selectContexts>['execute']>>[number]

function toContext(row: ContextColumns): AlertContext {
  const { group_id: id, group_name: name, group_config: config } = row
  return {
    checkNo: row.no,
    checkId: row.id,
    accountId: row.account_id,
    checkType: row.check_type,
    name: row.name,
    activated: Boolean(row.activated),
    muted: Boolean(row.muted),
    frequency: row.frequency,
    config: parseJsonObject(row.config),
    group:
      id === null || name === null || config === null
        ? null
        : {
            id,
            version: row.group_version === 1 ? 1 : 2,
            name,
            activated: Boolean(row.group_activated),
            muted: Boolean(row.group_muted),
            config: parseJsonObject(config),
          },
    accountAlertSettings: parseJsonObject(row.alert_settings),
  }
}
