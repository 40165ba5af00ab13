import type { OverviewGrouping, OverviewSort } from '@sonde/schema/checks/check-overview.ts'
import { type CheckStatus, checkStatuses, type TargetVerdict } from '@sonde/schema/runs/verdict.ts'
import type { CheckTypeName } from '@sonde/schema/check-types/check-type.ts'
import { type RawBuilder, sql } from 'kysely'
import { joinedPlaces, placesOfChecks } from './check-places.ts'
import { type CheckRow, checkColumns, toCheck } from './checks.ts'
import type { Db } from '../engine/database.ts'
import { isSqlite } from '../engine/engine-of.ts'
import { containsPattern } from '../engine/text-search.ts'
import { storedStatus } from '../results/stored-verdicts.ts'
import { canonicalUuid } from '../engine/uuid.ts'

/** What is not given does not filter. */
export type OverviewFilter = {
  accountId: string
  /** Part of the name or the target, in any case. */
  search?: string | undefined
  checkTypes?: readonly CheckTypeName[] | undefined
  statuses?: readonly CheckStatus[] | undefined
  /** All of these. */
  tags?: readonly string[] | undefined
  groupId?: number | undefined
  isGrouped?: boolean | undefined
  isTagged?: boolean | undefined
  /** Runs at any of these: codes of data centers and slugs of private locations. */
  places?: readonly string[] | undefined
  isPlaced?: boolean | undefined
  /** As the group of the check lets it be. */
  activated?: boolean | undefined
  muted?: boolean | undefined
}

type Expression = RawBuilder<unknown>

/** How many checks match all filters but the one by status. */
export async function countOverview(
  db: Db,
  filter: OverviewFilter,
): Promise<{ byStatus: Record<CheckStatus, number>; muted: number }> {
  const byStatus = noStatuses()
  const accountId = canonicalUuid(filter.accountId)
  if (accountId === null) return { byStatus, muted: 0 }
  const known = expressionsOf(accountId)
  const { rows } = await sql<{ rank: number; found: number; muted: number }>`
    select ${known.rank} as rank, count(*) as found, sum(case when ${known.isMuted} then 1 else 0 end) as muted
    from checks where ${conditionsOf(db, { ...filter, accountId, statuses: undefined }, known)}
    group by 1`.execute(db)
  for (const { rank, found } of rows) {
    const status = checkStatuses[Number(rank)]
    if (status !== undefined) byStatus[status] = Number(found)
  }
  return { byStatus, muted: rows.reduce((sum, { muted }) => sum + Number(muted), 0) }
}

const keyColumns: Readonly<Record<OverviewGrouping, Expression>> = {
  group: sql`group_id`,
  tag: sql`check_tags.tag`,
  type: sql`check_type`,
  location: sql`places.place`,
}

/** Of the checks of one status: the sum of their availability of the last day, and how many have one. */
type AvailabilitySum = { sum: number; checks: number }

export type OverviewHead = {
  /** The id of a group, a tag, a type, a place (as `joinedPlaces` names it); or null for the checks without. */
  key: number | string | null
  byStatus: Record<CheckStatus, number>
  availability: ReadonlyMap<CheckStatus, AvailabilitySum>
}

/**
 * The same counts for each group, tag, type or place of the checks that match, with their availability. In no order.
 * `standIns`: where this server stands in for agents, which is one place.
 */
export async function countOverviewBy(
  db: Db,
  { by, standIns }: { by: OverviewGrouping; standIns: readonly string[] },
  filter: OverviewFilter,
): Promise<OverviewHead[]> {
  const accountId = canonicalUuid(filter.accountId)
  if (accountId === null) return []
  const known = expressionsOf(accountId)
  const several = {
    tag: () =>
      sql`left join check_tags on check_tags.check_id = checks.id and check_tags.account_id = ${accountId}`,
    location: () =>
      sql`left join (${joinedPlaces(db, accountId, { standIns, only: filter.places })}) as places
        on places.check_id = checks.id`,
    group: () => sql``,
    type: () => sql``,
  }[by]()
  const { rows } = await sql<{
    key: OverviewHead['key']
    rank: number
    found: number
    available: number | null
    measured: number
  }>`
    select ${keyColumns[by]} as key, ${known.rank} as rank, count(*) as found,
      sum(check_day_figures.availability) as available, count(check_day_figures.availability) as measured
    from checks ${several} left join check_day_figures on check_day_figures.check_id = checks.id
    where ${conditionsOf(db, { ...filter, accountId, statuses: undefined }, known)}
    group by 1, 2`.execute(db)
  const keyOf = (key: OverviewHead['key']) => (by === 'group' && key !== null ? Number(key) : key)
  return [...Map.groupBy(rows, ({ key }) => keyOf(key))].map(([key, ofKey]) => {
    const byStatus = noStatuses()
    const availability = new Map<CheckStatus, AvailabilitySum>()
    for (const { rank, found, available, measured } of ofKey) {
      const status = checkStatuses[Number(rank)]
      if (status === undefined) continue
      byStatus[status] = Number(found)
      availability.set(status, { sum: Number(available ?? 0), checks: Number(measured) })
    }
    return { key, byStatus, availability }
  })
}

function noStatuses(): Record<CheckStatus, number> {
  return { failed: 0, degraded: 0, 'no-data': 0, passed: 0, paused: 0 }
}

export type OverviewPage = OverviewFilter & {
  sort: OverviewSort
  order: 'asc' | 'desc'
  limit: number
  offset: number
}

/** The ids of one page, in order. Equal ones are in the order of their names, and unknown stats last. */
export async function pickOverview(db: Db, page: OverviewPage): Promise<string[]> {
  const accountId = canonicalUuid(page.accountId)
  if (accountId === null) return []
  const known = expressionsOf(accountId)
  const { rows } = await sql<{ id: string }>`
    select checks.id from checks ${joinFor(page.sort)}
    where ${conditionsOf(db, { ...page, accountId }, known)}
    order by ${sql.join(orderOf(db, page, known))}
    limit ${page.limit} offset ${page.offset}`.execute(db)
  return rows.map(({ id }) => id)
}

function joinFor(sort: OverviewSort): Expression {
  switch (sort) {
    case 'availability':
    case 'p95':
      return sql`left join check_day_figures on check_day_figures.check_id = checks.id`
    case 'lastResultAt':
      return sql`left join check_states on check_states.check_id = checks.id`
    default:
      return sql``
  }
}

function orderOf(
  db: Db,
  { sort, order }: OverviewPage,
  known: ReturnType<typeof expressionsOf>,
): Expression[] {
  const direction = sql.raw(order)
  // The same on both engines, whatever the language of the database.
  const byName = isSqlite(db) ? sql`name_folded` : sql`name_folded collate "C"`
  const nullsLast = (value: Expression) => [sql`${value} is null`, sql`${value} ${direction}`]
  const ties = [byName, sql`checks.id`]
  switch (sort) {
    case 'status':
      return [sql`${known.rank} ${direction}`, ...ties]
    case 'name':
      return [sql`${byName} ${direction}`, sql`checks.id`]
    case 'checkType':
      return [sql`check_type ${direction}`, ...ties]
    case 'createdAt':
      return [sql`created_at ${direction}`, ...ties]
    case 'availability':
      return [...nullsLast(sql`check_day_figures.availability`), ...ties]
    case 'p95':
      return [...nullsLast(sql`check_day_figures.p95`), ...ties]
    case 'lastResultAt':
      return [...nullsLast(sql`check_states.last_result_at`), ...ties]
    default:
      return sort satisfies never
  }
}

function expressionsOf(accountId: string) {
  const inGroupThat = (condition: Expression) =>
    sql`(group_id is not null and group_id in (
      select id from check_groups where account_id = ${accountId} and ${condition}))`
  const isPaused = sql`(checks.activated = false or ${inGroupThat(sql`activated = false`)})`
  const isMuted = sql`(checks.muted = true or ${inGroupThat(sql`muted = true`)})`
  // Of several tables that may be joined, two have a status.
  const status = sql.ref('checks.status')
  const of = (name: CheckStatus) => sql.lit(checkStatuses.indexOf(name))
  const is = (verdict: TargetVerdict) => sql`${status} = ${sql.lit(storedStatus(verdict))}`
  const rank = sql`case when ${isPaused} then ${of('paused')}
    when ${is('failed')} then ${of('failed')} when ${is('degraded')} then ${of('degraded')}
    when ${status} is null then ${of('no-data')} else ${of('passed')} end`
  return { isPaused, isMuted, rank }
}

/** Whether a row of `checks` runs: by its own setting and by that of its group. */
export function isActiveCheck(accountId: string): RawBuilder<unknown> {
  return sql`not ${expressionsOf(accountId).isPaused}`
}

function conditionsOf(
  db: Db,
  filter: OverviewFilter,
  { isPaused, isMuted, rank }: ReturnType<typeof expressionsOf>,
): Expression {
  const { accountId, search = '', checkTypes, statuses, tags = [], activated, muted } = filter
  const { groupId, isGrouped, isTagged, places, isPlaced } = filter
  const conditions = [sql`checks.account_id = ${accountId}`]
  if (checkTypes !== undefined) conditions.push(sql`check_type in (${listOf(checkTypes)})`)
  if (statuses !== undefined) {
    const ranks = statuses.map((status) => checkStatuses.indexOf(status))
    conditions.push(sql`${rank} in (${listOf(ranks)})`)
  }
  if (search !== '') {
    const pattern = containsPattern(search)
    conditions.push(
      sql`(name_folded like ${pattern} escape '\\' or target_folded like ${pattern} escape '\\')`,
    )
  }
  // The plus sign keeps SQLite from reading the rows of a popular tag one by one: the index has all of them.
  const id = isSqlite(db) ? sql`+checks.id` : sql`checks.id`
  for (const tag of new Set(tags)) {
    conditions.push(
      sql`${id} in (select check_id from check_tags where account_id = ${accountId} and tag = ${tag})`,
    )
  }
  if (groupId !== undefined) conditions.push(sql`group_id = ${groupId}`)
  if (isGrouped !== undefined) conditions.push(sql`group_id is ${isGrouped ? sql`not null` : sql`null`}`)
  if (isTagged !== undefined) {
    const hasTag = sql`exists (select 1 from check_tags where check_tags.check_id = checks.id)`
    conditions.push(isTagged ? hasTag : sql`not ${hasTag}`)
  }
  if (places !== undefined) {
    conditions.push(
      sql`checks.id in (select check_id from (${placesOfChecks(db, accountId)}) as every_place
        where place in (${listOf(places)}))`,
    )
  }
  if (isPlaced !== undefined) {
    const placed = sql`checks.id in (select check_id from (${placesOfChecks(db, accountId)}) as every_place)`
    conditions.push(isPlaced ? placed : sql`not ${placed}`)
  }
  if (activated !== undefined) conditions.push(activated ? sql`not ${isPaused}` : isPaused)
  if (muted !== undefined) conditions.push(muted ? isMuted : sql`not ${isMuted}`)
  return sql.join(conditions, sql` and `)
}

/** An empty list matches nothing. */
function listOf(values: readonly unknown[]): Expression {
  return values.length === 0 ? sql`null` : sql.join(values)
}

export type OverviewCheck = CheckRow & {
  /** The number by which the tables about runs know it. */
  checkNo: number
  statusSince: number | null
  lastResultAt: number | null
}

/** These checks, in the order of the ids. Those that are gone by now are missing. */
export async function overviewChecks(db: Db, ids: readonly string[]): Promise<OverviewCheck[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('checks')
    .innerJoin('check_states', 'check_states.check_id', 'checks.id')
    .select(checkColumns.map((column) => `checks.${column}` as const))
    .select(['checks.status_since', 'check_states.no', 'check_states.last_result_at'])
    .where('checks.id', 'in', [...ids])
    .execute()
  const byId = new Map(
    rows.map((row) => [
      row.id,
      {
        ...toCheck(row),
        checkNo: row.no,
        statusSince: row.status_since,
        lastResultAt: row.last_result_at,
      },
    ]),
  )
  return ids.flatMap((id) => byId.get(id) ?? [])
}
