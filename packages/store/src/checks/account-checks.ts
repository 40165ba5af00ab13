import type { TargetVerdict } from '@sonde/schema/runs/verdict.ts'
import { applyGroup, type GroupSettings } from '@sonde/schema/checks/effective-check.ts'
import { versionOf } from './check-groups.ts'
import { type CheckRow, checkColumns, toCheck } from './checks.ts'
import type { Db } from '../engine/database.ts'
import { parseJsonObject } from '../engine/json-column.ts'
import { canonicalUuid } from '../engine/uuid.ts'
import { statusOf } from '../results/stored-verdicts.ts'

/** A check with what stats of a whole account are told about it. */
export type AccountCheck = {
  no: number
  /** As its group lets it run, with the tags of both. */
  check: CheckRow
  /** The settings of its group that are for its runs alone, such as scripts; null for a check without one. */
  group: Readonly<Record<string, unknown>> | null
  groupName: string | null
  /** The last verdict; null before the first. */
  status: TargetVerdict | null
  /** Where runs ended last, as far as the state of the check tells. */
  lastRunLocations: readonly string[]
  lastResultAt: number | null
  sslNotAfterAt: number | null
  /** Of a heartbeat monitor. */
  lastPingAt: number | null
}

/** The checks of an account, the newest first: those with numbers below `before`, so many at most. */
export async function accountChecks(
  db: Db,
  { accountId, before, limit }: { accountId: string; before: number; limit: number },
): Promise<AccountCheck[]> {
  const account = canonicalUuid(accountId)
  if (account === null) return []
  const rows = await db
    .selectFrom('check_states')
    .innerJoin('checks', 'checks.id', 'check_states.check_id')
    .leftJoin('check_groups', 'check_groups.id', 'checks.group_id')
    .leftJoin('heartbeats', 'heartbeats.check_id', 'checks.id')
    .select(checkColumns.map((column) => `checks.${column}` as const))
    .select([
      'check_states.no',
      'check_states.status as last_status',
      'check_states.verdicts',
      'check_states.last_run_location',
      'check_states.last_result_at',
      'check_states.ssl_not_after_at',
      'check_groups.name as group_name',
      'check_groups.version as group_version',
      'check_groups.activated as group_activated',
      'check_groups.muted as group_muted',
      'check_groups.config as group_config',
      'heartbeats.last_ping_at',
    ])
    .where('check_states.account_id', '=', account)
    .where('check_states.no', '<', before)
    .orderBy('check_states.no', 'desc')
    .limit(limit)
    .execute()
  // Thousands of checks may share a group: its settings are read once.
  const groups = new Map<number, GroupSettings>()
  const groupOf = (row: (typeof rows)[number]): GroupSettings | null => {
    const { group_id: id, group_version: version, group_config: config } = row
    if (id === null || version === null || config === null) return null
    const settings = groups.get(id) ?? {
      version: versionOf(version),
      activated: Boolean(row.group_activated),
      muted: Boolean(row.group_muted),
      config: parseJsonObject(config),
    }
    groups.set(id, settings)
    return settings
  }
  return rows.map((row) => {
    const group = groupOf(row)
    return {
      no: row.no,
      check: applyGroup(toCheck(row), group),
      group: group?.config ?? null,
      groupName: row.group_name,
      status: statusOf(row.last_status),
      lastRunLocations: [
        ...(row.last_run_location === null ? [] : [row.last_run_location]),
        ...(row.verdicts === null ? [] : Object.keys(parseJsonObject(row.verdicts))),
      ],
      lastResultAt: row.last_result_at,
      sslNotAfterAt: row.ssl_not_after_at,
      lastPingAt: row.last_ping_at,
    }
  })
}
