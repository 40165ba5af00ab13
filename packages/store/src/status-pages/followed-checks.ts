import { chunks } from '@sonde/ground/chunks.ts'
import type { CheckType } from '@sonde/schema/check-types/check-type.ts'
import type { TargetVerdict } from '@sonde/schema/runs/verdict.ts'
import { sql } from 'kysely'
import { isAlerting } from '../alerts/alert-state.ts'
import { alertStateOf } from '../alerts/stored-alert-state.ts'
import type { Db } from '../engine/database.ts'
import { parseJsonObject } from '../engine/json-column.ts'
import { prepareQuery } from '../engine/prepared-query.ts'
import { keysPerStatement } from '../engine/statement-limits.ts'
import { statusOf } from '../results/stored-verdicts.ts'

/** A check that a rule of a status page chooses: a service follows it, or it opens incidents. */
export type FollowedCheck = {
  checkId: string
  checkNo: number
  checkType: CheckType
  groupId: number | null
  /** Its own and those of its group. */
  tags: readonly string[]
  /** As its group lets it be. */
  isActivated: boolean
  /** By itself or by its group. */
  isMuted: boolean
  /** Whether an alert was raised that it fails, and it has not passed since. */
  isAlerting: boolean
  status: TargetVerdict | null
  statusSince: number | null
  troubleSince: number | null
  /** When the last result that counts was complete. */
  completedAt: number | null
  /** The longer of its own and that of its group; null for what waits for pings. */
  frequencyMinutes: number | null
}

/**
 * The checks of an account that have one of these ids or tags, with as many queries as for one. `alertingOnly`: of them
 * those that may be alerting, which are few.
 */
export async function findFollowedChecks(
  db: Db,
  {
    accountId,
    checkIds,
    tags,
    alertingOnly = false,
  }: { accountId: string; checkIds: readonly string[]; tags: readonly string[]; alertingOnly?: boolean },
): Promise<FollowedCheck[]> {
  const ids = new Set(checkIds)
  for (const chunk of chunks(tags, keysPerStatement)) {
    for (const id of await checksWithTags(db, { accountId, tags: chunk, alertingOnly })) ids.add(id)
  }
  const followed: FollowedCheck[] = []
  for (const chunk of chunks([...ids], keysPerStatement)) {
    followed.push(...(await readChecks(db, { accountId, ids: chunk, alertingOnly })))
  }
  return followed
}

async function checksWithTags(
  db: Db,
  { accountId, tags, alertingOnly }: { accountId: string; tags: readonly string[]; alertingOnly: boolean },
): Promise<string[]> {
  const tagged = sql<{ id: string }>`
    select check_id as id from check_tags where account_id = ${accountId} and tag in (${sql.join(tags)})
    union
    select checks.id from checks inner join group_tags on group_tags.group_id = checks.group_id
    where group_tags.account_id = ${accountId} and group_tags.tag in (${sql.join(tags)})`
  const alerting = sql<{ id: string }>`
    select tagged.id from (${tagged}) as tagged
    inner join check_states on check_states.check_id = tagged.id
    where check_states.alert is not null`
  const { rows } = await (alertingOnly ? alerting : tagged).execute(db)
  return rows.map(({ id }) => id)
}

async function readChecks(
  db: Db,
  { accountId, ids, alertingOnly }: { accountId: string; ids: readonly string[]; alertingOnly: boolean },
): Promise<FollowedCheck[]> {
  let query = db
    .selectFrom('checks')
    .innerJoin('check_states', 'check_states.check_id', 'checks.id')
    .select([
      'checks.id',
      'checks.check_type',
      'checks.activated',
      'checks.muted',
      'checks.group_id',
      'checks.status',
      'checks.status_since',
      'checks.trouble_since',
      'checks.frequency',
      'check_states.no',
      'check_states.completed_at',
      'check_states.alert',
    ])
    .where('checks.id', 'in', ids)
    .where('checks.account_id', '=', accountId)
  if (alertingOnly) query = query.where('check_states.alert', 'is not', null)
  const rows = await query.execute()
  if (rows.length === 0) return []
  const groups = await readGroups(db, new Set(rows.flatMap((row) => row.group_id ?? [])))
  const ownTags = Map.groupBy(
    await db.selectFrom('check_tags').select(['check_id', 'tag']).where('check_id', 'in', ids).execute(),
    (row) => row.check_id,
  )
  return rows.map((row) => {
    const group = row.group_id === null ? undefined : groups.get(row.group_id)
    const own = (ownTags.get(row.id) ?? []).map(({ tag }) => tag)
    return {
      checkId: row.id,
      checkNo: row.no,
      checkType: row.check_type,
      groupId: row.group_id,
      tags: [...own, ...(group?.tags ?? [])],
      isActivated: Boolean(row.activated) && group?.isActivated !== false,
      isMuted: Boolean(row.muted) || group?.isMuted === true,
      isAlerting: row.alert !== null && isAlerting(alertStateOf(row.alert)),
      status: statusOf(row.status),
      statusSince: row.status_since,
      troubleSince: row.trouble_since,
      completedAt: row.completed_at,
      frequencyMinutes:
        row.frequency === null ? null : Math.max(row.frequency, group?.frequencyMinutes ?? 0, 1),
    }
  })
}

type Group = { isActivated: boolean; isMuted: boolean; tags: string[]; frequencyMinutes: number }

async function readGroups(db: Db, ids: ReadonlySet<number>): Promise<Map<number, Group>> {
  if (ids.size === 0) return new Map()
  const rows = await db
    .selectFrom('check_groups')
    .select(['id', 'activated', 'muted', 'config'])
    .where('id', 'in', [...ids])
    .execute()
  return new Map(
    rows.map(({ id, activated, muted, config }) => {
      const { tags, frequency } = parseJsonObject(config)
      return [
        id,
        {
          isActivated: Boolean(activated),
          isMuted: Boolean(muted),
          tags: Array.isArray(tags) ? tags.filter((tag) => typeof tag === 'string') : [],
          frequencyMinutes: typeof frequency === 'number' ? frequency : 0,
        },
      ]
    }),
  )
}

/** What is switched on, by itself and by its group. */
const isActive = sql`checks.activated = true and not exists (
  select 1 from check_groups where check_groups.id = checks.group_id and check_groups.activated = false)`

/** The services that active checks of the account open incidents on, and since when one of these checks exists. */
export async function triggeredServices(db: Db, accountId: string): Promise<Map<string, number>> {
  const { rows } = await sql<{ config: string; created_at: number | string }>`
    select checks.config, checks.created_at from checks
    where checks.account_id = ${accountId} and ${isActive}
      and checks.config like '%"triggerIncident":{%'`.execute(db)
  const services = new Map<string, number>()
  for (const { config, created_at: createdAt } of rows) {
    const trigger = parseJsonObject(config)['triggerIncident']
    const id =
      typeof trigger === 'object' && trigger !== null && 'serviceId' in trigger ? trigger.serviceId : null
    if (typeof id !== 'string') continue
    const known = services.get(id.toLowerCase()) ?? Infinity
    services.set(id.toLowerCase(), Math.min(known, Number(createdAt)))
  }
  return services
}

/** Those of the tags that an active check has, by itself or by its group, and since when one of these checks exists. */
export async function activeTags(
  db: Db,
  { accountId, tags }: { accountId: string; tags: readonly string[] },
): Promise<Map<string, number>> {
  const found = new Map<string, number>()
  for (const chunk of chunks(tags, keysPerStatement)) {
    const { rows } = await sql<{ tag: string; since: number | string }>`
      select check_tags.tag, min(checks.created_at) as since from check_tags
      inner join checks on checks.id = check_tags.check_id
      where check_tags.account_id = ${accountId} and check_tags.tag in (${sql.join(chunk)}) and ${isActive}
      group by check_tags.tag
      union all
      select group_tags.tag, min(checks.created_at) as since from group_tags
      inner join checks on checks.group_id = group_tags.group_id
      where group_tags.account_id = ${accountId} and group_tags.tag in (${sql.join(chunk)}) and ${isActive}
      group by group_tags.tag`.execute(db)
    for (const { tag, since } of rows) found.set(tag, Math.min(found.get(tag) ?? Infinity, Number(since)))
  }
  return found
}

const selectStamp = prepareQuery((db, { accountId }: { accountId: string }) =>
  db
    .selectFrom('checks')
    .select([
      'status',
      sql<string>`cast(count(*) as text)`.as('rows'),
      sql<string>`cast(coalesce(sum(status_since), 0) as text)`.as('since'),
    ])
    .where('account_id', '=', accountId)
    .groupBy('status')
    .orderBy('status'),
)

const selectLatestChange = prepareQuery((db, { accountId }: { accountId: string }) =>
  db.selectFrom('audit_log').select('id').where('account_id', '=', accountId).orderBy('id', 'desc').limit(1),
)

/** Another text after every change of the status of any check. */
export async function checkStatusesStamp(db: Db, accountId: string): Promise<string> {
  const { rows } = await selectStamp(db, { accountId })
  return rows.map(({ status, rows: count, since }) => `${status ?? ''}.${count}.${since}`).join('/')
}

/** Another text after every change of the settings of any check: every change of settings is in the log. */
export async function settingsStamp(db: Db, accountId: string): Promise<string> {
  const [latest] = (await selectLatestChange(db, { accountId })).rows
  return String(latest?.id ?? '')
}
