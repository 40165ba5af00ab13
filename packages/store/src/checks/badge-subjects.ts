import type { TargetVerdict } from '@sonde/schema/runs/verdict.ts'
import { sql } from 'kysely'
import type { Db } from '../engine/database.ts'
import { isSqlite } from '../engine/engine-of.ts'
import { type JsonObject, parseJsonObject } from '../engine/json-column.ts'
import { canonicalUuid } from '../engine/uuid.ts'
import { statusOf, type StoredStatus } from '../results/stored-verdicts.ts'

export type BadgeCheck = {
  name: string
  /** Whether it runs: switched on, and its group too. */
  isActive: boolean
  status: TargetVerdict | null
  /** Of its last final result, in milliseconds; null when nothing was measured, or nobody asked. */
  responseTime: number | null
}

type BadgeSubject = { accountSettings: JsonObject }

/** A check of any account: badges are asked for by the id alone. */
export async function findBadgeCheck(
  db: Db,
  { checkId, withTime }: { checkId: string; withTime: boolean },
): Promise<(BadgeSubject & { check: BadgeCheck }) | null> {
  const id = canonicalUuid(checkId)
  if (id === null) return null
  const row = await selectChecks(db, withTime)
    .innerJoin('accounts', 'accounts.id', 'checks.account_id')
    .select('accounts.settings')
    .where('checks.id', '=', id)
    .executeTakeFirst()
  return row === undefined
    ? null
    : { accountSettings: parseJsonObject(row.settings), check: toBadgeCheck(row) }
}

export async function findBadgeGroup(
  db: Db,
  { groupId, withTime }: { groupId: number; withTime: boolean },
): Promise<(BadgeSubject & { name: string; checks: BadgeCheck[] }) | null> {
  const group = await db
    .selectFrom('check_groups')
    .innerJoin('accounts', 'accounts.id', 'check_groups.account_id')
    .select(['check_groups.name', 'accounts.settings'])
    .where('check_groups.id', '=', groupId)
    .executeTakeFirst()
  if (group === undefined) return null
  const rows = await selectChecks(db, withTime).where('checks.group_id', '=', groupId).execute()
  return {
    accountSettings: parseJsonObject(group.settings),
    name: group.name,
    checks: rows.map(toBadgeCheck),
  }
}

function selectChecks(db: Db, withTime: boolean) {
  // Rows lie in the order of their slots: the newest is found without reading the others.
  const lastTime = withTime
    ? sql<number | null>`(
        select response_time from results
        where check_no = check_states.no and is_final = ${sql.raw(isSqlite(db) ? '1' : 'true')}
        order by scheduled_at desc limit 1)`
    : sql<null>`null`
  return db
    .selectFrom('checks')
    .innerJoin('check_states', 'check_states.check_id', 'checks.id')
    .leftJoin('check_groups', 'check_groups.id', 'checks.group_id')
    .select([
      'checks.name',
      'checks.activated',
      'checks.status',
      'check_groups.activated as group_activated',
      lastTime.as('response_time'),
    ])
}

function toBadgeCheck(row: {
  name: string
  activated: boolean | number
  group_activated: boolean | number | null
  status: StoredStatus | null
  response_time: number | null
}): BadgeCheck {
  return {
    name: row.name,
    isActive: Boolean(row.activated) && (row.group_activated === null || Boolean(row.group_activated)),
    status: statusOf(row.status),
    responseTime: row.response_time === null ? null : Number(row.response_time),
  }
}
