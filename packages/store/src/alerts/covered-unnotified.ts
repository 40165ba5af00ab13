import { sql } from 'kysely'
import type { Db } from '../engine/database.ts'
import { isSqlite } from '../engine/engine-of.ts'
import { canonicalUuid } from '../engine/uuid.ts'
import { isDecidedByGroup } from './unnotified-checks.ts'

/** A check that a channel is subscribed to, itself or by its group, and that does not notify the channel. */
export type CoveredCheck = {
  id: string
  name: string
  group: { id: number; name: string; activated: boolean; muted: boolean } | null
  activated: boolean
  muted: boolean
  isSubscribedByCheck: boolean
  isSubscribedByGroup: boolean
}

/**
 * In the order of their names, at most `limit`, and how many there are. A subscription that is paused covers nothing.
 * One read of the checks of the account with two lookups each.
 */
export async function listCoveredUnnotified(
  db: Db,
  { accountId, channelId, limit }: { accountId: string; channelId: number; limit: number },
): Promise<{ total: number; checks: CoveredCheck[] }> {
  const account = canonicalUuid(accountId)
  if (account === null) return { total: 0, checks: [] }
  const byName = isSqlite(db) ? sql`name_folded` : sql`name_folded collate "C"`
  const subscribed = sql`
    exists (select 1 from alert_subscriptions where channel_id = ${channelId} and activated = true`
  const { rows } = await sql<CoveredRow>`
    select covered.*, count(*) over () as total
    from (
      select checks.id, checks.name, checks.name_folded, checks.group_id, checks.activated, checks.muted,
        check_groups.name as group_name, check_groups.activated as group_activated,
        check_groups.muted as group_muted, ${isDecidedByGroup(db)} as decided,
        ${subscribed} and alert_subscriptions.check_id = checks.id) as by_check,
        ${subscribed} and alert_subscriptions.group_id = checks.group_id) as by_group
      from checks left join check_groups on check_groups.id = checks.group_id
      where checks.account_id = ${account}
    ) as covered
    where (by_check or by_group)
      and (activated = false or muted = true or group_activated = false or group_muted = true
        or (decided and not by_group))
    order by ${byName}, id
    limit ${limit}`.execute(db)
  return {
    total: Number(rows[0]?.total ?? 0),
    checks: rows.map((row) => ({
      id: row.id,
      name: row.name,
      group:
        row.group_id === null
          ? null
          : {
              id: row.group_id,
              name: row.group_name ?? '',
              activated: Boolean(row.group_activated),
              muted: Boolean(row.group_muted),
            },
      activated: Boolean(row.activated),
      muted: Boolean(row.muted),
      isSubscribedByCheck: Boolean(row.by_check),
      isSubscribedByGroup: Boolean(row.by_group),
    })),
  }
}

type CoveredRow = {
  id: string
  name: string
  group_id: number | null
  group_name: string | null
  activated: unknown
  muted: unknown
  group_activated: unknown
  group_muted: unknown
  by_check: unknown
  by_group: unknown
  total: number
}
