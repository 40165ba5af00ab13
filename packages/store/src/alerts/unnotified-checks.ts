import type { ChannelType } from '@sonde/schema/alerts/channels/channel-kinds.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../engine/database.ts'
import { isSqlite } from '../engine/engine-of.ts'
import { canonicalUuid } from '../engine/uuid.ts'

type Account = {
  accountId: string
  /** Types that this server cannot send: a channel of such a type reaches nobody. */
  undeliverable: readonly ChannelType[]
  /** This check alone. */
  checkId?: string | undefined
}

/** Checks of one group, or of none, whose failure would notify nobody. */
export type UnnotifiedGroup = {
  groupId: number | null
  groupName: string | null
  /** Whether the group uses its own channels only: then a channel of the check changes nothing. */
  isDecidedByGroup: boolean
  checks: number
}

/**
 * How many checks run, are not muted, and would notify nobody of a failure, by group. One read of the checks of the
 * account with two lookups each.
 */
export async function countUnnotified(db: Db, account: Account): Promise<UnnotifiedGroup[]> {
  const accountId = canonicalUuid(account.accountId)
  if (accountId === null) return []
  const { rows } = await sql<{
    group_id: number | null
    name: string | null
    decided: unknown
    found: number
  }>`
    select checks.group_id, check_groups.name, ${isDecidedByGroup(db)} as decided, count(*) as found
    from checks left join check_groups on check_groups.id = checks.group_id
    where ${isUnnotified(db, { ...account, accountId })}
    group by checks.group_id, check_groups.name, 3
    order by checks.group_id`.execute(db)
  return rows.map((row) => ({
    groupId: row.group_id,
    groupName: row.name,
    isDecidedByGroup: row.group_id !== null && Boolean(row.decided),
    checks: Number(row.found),
  }))
}

/** The same checks one by one, in the order of their names, at most `limit`. */
export async function listUnnotified(
  db: Db,
  { limit, ...account }: Account & { limit: number },
): Promise<{ id: string; name: string; groupId: number | null; isDecidedByGroup: boolean }[]> {
  const accountId = canonicalUuid(account.accountId)
  if (accountId === null) return []
  const byName = isSqlite(db) ? sql`checks.name_folded` : sql`checks.name_folded collate "C"`
  const { rows } = await sql<{ id: string; name: string; group_id: number | null; decided: unknown }>`
    select checks.id, checks.name, checks.group_id, ${isDecidedByGroup(db)} as decided
    from checks left join check_groups on check_groups.id = checks.group_id
    where ${isUnnotified(db, { ...account, accountId })}
    order by ${byName}, checks.id
    limit ${limit}`.execute(db)
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    groupId: row.group_id,
    isDecidedByGroup: row.group_id !== null && Boolean(row.decided),
  }))
}

/** `subscriptionOwner` of alerting, as a condition: the group has chosen alert settings for its checks. */
export function isDecidedByGroup(db: Db): RawBuilder<unknown> {
  return isSqlite(db)
    ? sql`coalesce(json_type(check_groups.config, '$.useGlobalAlertSettings') in ('true', 'false'), false)`
    : sql`coalesce(jsonb_typeof(check_groups.config::jsonb -> 'useGlobalAlertSettings') = 'boolean', false)`
}

function isUnnotified(db: Db, { accountId, undeliverable, checkId }: Account): RawBuilder<unknown> {
  const isAsked = checkId === undefined ? sql`true` : sql`checks.id = ${checkId}`
  const isSent = undeliverable.length === 0 ? sql`true` : sql`type not in (${sql.join(undeliverable)})`
  const reaching = sql`
    select 1 from alert_subscriptions
    inner join alert_channels on alert_channels.id = alert_subscriptions.channel_id
    where alert_subscriptions.activated = true and alert_channels.send_failure = true and ${isSent}`
  return sql`checks.account_id = ${accountId} and ${isAsked}
    and checks.activated = true and checks.muted = false
    and (checks.group_id is null or (check_groups.activated = true and check_groups.muted = false))
    and (${isDecidedByGroup(db)} or not exists (${reaching} and alert_subscriptions.check_id = checks.id))
    and (checks.group_id is null or not exists (${reaching} and alert_subscriptions.group_id = checks.group_id))`
}
