import type { TargetVerdict } from '@sonde/schema/runs/verdict.ts'
import type { CheckType } from '@sonde/schema/check-types/check-type.ts'
import { tagsOf } from '../checks/check-tags.ts'
import type { Db } from '../engine/database.ts'
import { isSqlite } from '../engine/engine-of.ts'
import { parseJsonObject } from '../engine/json-column.ts'
import { statusOf } from '../results/stored-verdicts.ts'

export type DashboardCheck = {
  checkId: string
  checkNo: number
  checkType: CheckType
  name: string
  status: TargetVerdict | null
  statusSince: number | null
  groupName: string | null
  /** Its own and then those of its group, each once. */
  tags: string[]
  lastResultAt: number | null
}

export type OutlinedCheck = Pick<DashboardCheck, 'checkId' | 'name' | 'status' | 'statusSince'>

export type DashboardSelection = {
  accountId: string
  /** Of the check or its group; empty for all checks. */
  tags: readonly string[]
  needsAllTags: boolean
}

/** Every activated check that a dashboard shows, by name: no more of each than is needed to put them in order. */
export async function outlineDashboardChecks(
  db: Db,
  selection: DashboardSelection,
): Promise<OutlinedCheck[]> {
  const rows = await selectShown(db, selection)
    .select(['checks.id', 'checks.name', 'checks.status', 'checks.status_since'])
    .orderBy('checks.name_folded')
    .orderBy('checks.id')
    .execute()
  return rows.map(({ id, name, status, status_since: statusSince }) => ({
    checkId: id,
    name,
    status: statusOf(status),
    statusSince,
  }))
}

/** These checks, in this order, without those that are gone. */
export async function readDashboardChecks(db: Db, ids: readonly string[]): Promise<DashboardCheck[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('checks')
    .innerJoin('check_states', 'check_states.check_id', 'checks.id')
    .leftJoin('check_groups', 'check_groups.id', 'checks.group_id')
    .select([
      'checks.id',
      'checks.check_type',
      'checks.name',
      'checks.status',
      'checks.status_since',
      'checks.config',
      'check_states.no',
      'check_states.last_result_at',
      'check_groups.name as group_name',
      'check_groups.config as group_config',
    ])
    .where('checks.id', 'in', ids)
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id): DashboardCheck[] => {
    const row = byId.get(id)
    if (row === undefined) return []
    const ofGroup = row.group_config === null ? [] : tagsOf(parseJsonObject(row.group_config))
    return [
      {
        checkId: id,
        checkNo: row.no,
        checkType: row.check_type,
        name: row.name,
        status: statusOf(row.status),
        statusSince: row.status_since,
        groupName: row.group_name,
        tags: [...new Set([...tagsOf(parseJsonObject(row.config)), ...ofGroup])],
        lastResultAt: row.last_result_at,
      },
    ]
  })
}

function selectShown(db: Db, { accountId, tags, needsAllTags }: DashboardSelection) {
  const isOn = isSqlite(db) ? 1 : true
  const off = db
    .selectFrom('check_groups')
    .select('check_groups.id')
    .where('check_groups.account_id', '=', accountId)
    .where('check_groups.activated', '=', isSqlite(db) ? 0 : false)
  const query = db
    .selectFrom('checks')
    .where('checks.account_id', '=', accountId)
    .where('checks.activated', '=', isOn)
    .where((builder) =>
      builder.or([builder('checks.group_id', 'is', null), builder('checks.group_id', 'not in', off)]),
    )
  if (tags.length === 0) return query
  const tagGroups = needsAllTags ? tags.map((tag) => [tag]) : [[...tags]]
  return tagGroups.reduce(
    (narrowed, anyOf) =>
      narrowed.where((builder) =>
        builder.or([
          builder('checks.id', 'in', (inner) =>
            inner
              .selectFrom('check_tags')
              .select('check_tags.check_id')
              .where('check_tags.account_id', '=', accountId)
              .where('check_tags.tag', 'in', anyOf),
          ),
          builder('checks.group_id', 'in', (inner) =>
            inner
              .selectFrom('group_tags')
              .select('group_tags.group_id')
              .where('group_tags.account_id', '=', accountId)
              .where('group_tags.tag', 'in', anyOf),
          ),
        ]),
      ),
    query,
  )
}
