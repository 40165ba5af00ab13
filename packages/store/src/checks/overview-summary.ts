import { setImmediate as nextTurn } from 'node:timers/promises'
import { hourMs } from '@sonde/ground/durations.ts'
import { unintendedNobodyCauses } from '@sonde/schema/alerts/nobody-notified.ts'
import type { CheckOverviewSummary } from '@sonde/schema/checks/overview-summary.ts'
import { sql } from 'kysely'
import type { Db } from '../engine/database.ts'
import { isActiveCheck } from './check-overview.ts'

/**
 * How many alerts were raised since then and how many of them notified nobody though nobody wanted that; of the
 * notifications since then, how many were given up and how many wait for a receiver since before `openBefore`.
 */
export async function countRecentAlerts(
  db: Db,
  { accountId, since, openBefore }: { accountId: string; since: number; openBefore: number },
): Promise<CheckOverviewSummary['alerts']> {
  const [alerts, notifications] = await Promise.all([
    db
      .selectFrom('check_alerts')
      .select((builder) => [
        builder.fn.countAll<number>().as('raised'),
        builder.fn
          .countAll<number>()
          .filterWhere('nobody_cause', 'in', [...unintendedNobodyCauses])
          .as('unnotified'),
      ])
      .where('account_id', '=', accountId)
      .where('created_at', '>=', since)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('notifications')
      .select((builder) => [
        builder.fn.countAll<number>().filterWhere('status', '=', 'FAILURE').as('failed'),
        builder.fn
          .countAll<number>()
          .filterWhere((where) =>
            where.and([where('status', '=', 'IN_PROGRESS'), where('created_at', '<', openBefore)]),
          )
          .as('open'),
      ])
      .where('account_id', '=', accountId)
      .where('created_at', '>=', since)
      .where('status', 'in', ['FAILURE', 'IN_PROGRESS'])
      .executeTakeFirstOrThrow(),
  ])
  return {
    raised: Number(alerts.raised),
    failedDeliveries: Number(notifications.failed),
    openDeliveries: Number(notifications.open),
    unnotified: Number(alerts.unnotified),
  }
}

/** Of 10,000 checks the hours of a day take 170 ms: on SQLite everybody else would wait for all of them. */
const checksAtOnce = 500

/**
 * The runs of all checks of the account in full hours, from inclusive, to exclusive, as far as these are counted.
 * `until`: the end of the last hour that is; null when none is.
 */
export async function accountCoverage(
  db: Db,
  { accountId, from, to }: { accountId: string; from: number; to: number },
  checksPerSlice = checksAtOnce,
): Promise<{ due: number; covered: number; until: number | null }> {
  const sum = { due: 0, covered: 0, until: null as number | null }
  let after: number | null = -1
  while (after !== null) {
    const slice = await coverageOfSlice(db, { accountId, from, to, after, limit: checksPerSlice })
    sum.due += Number(slice.due ?? 0)
    sum.covered += Number(slice.covered ?? 0)
    if (slice.last_hour !== null) sum.until = Math.max(sum.until ?? 0, Number(slice.last_hour) + hourMs)
    after = Number(slice.found) < checksPerSlice ? null : Number(slice.last_no)
    await nextTurn()
  }
  return sum
}

async function coverageOfSlice(
  db: Db,
  of: { accountId: string; from: number; to: number; after: number; limit: number },
) {
  // By check first: what one has too many must not stand for what another one lacks.
  const { rows } = await sql<Record<'due' | 'covered' | 'last_hour' | 'last_no' | 'found', number | null>>`
    select sum(due) as due, sum(case when covered < due then covered else due end) as covered,
      max(last_hour) as last_hour, max(no) as last_no, count(*) as found
    from (
      select slice.no, sum(hourly_rollups.due) as due, sum(hourly_rollups.covered) as covered,
        max(hourly_rollups.hour) as last_hour
      from (
        select no from check_states where account_id = ${of.accountId} and no > ${of.after}
        order by no limit ${sql.lit(of.limit)}) as slice
      left join hourly_rollups on hourly_rollups.check_no = slice.no
        and hourly_rollups.computed_at is not null
        and hourly_rollups.hour >= ${sql.lit(of.from)} and hourly_rollups.hour < ${sql.lit(of.to)}
      group by slice.no) as by_check`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('sums have a row')
  return row
}

export type CertificateRow = {
  checkId: string
  checkName: string
  domain: string | null
  notAfterAt: number
}

/** The certificates that active checks depend on and that end before then, the first to end first. */
export async function certificatesEndingBefore(
  db: Db,
  { accountId, before }: { accountId: string; before: number },
): Promise<CertificateRow[]> {
  const { rows } = await sql<{ id: string; name: string; domain: string | null; not_after_at: number }>`
    select checks.id, checks.name, check_states.certificate_domain as domain,
      check_states.ssl_not_after_at as not_after_at
    from check_states inner join checks on checks.id = check_states.check_id
    where check_states.account_id = ${accountId} and check_states.ssl_not_after_at < ${before}
      and ${isActiveCheck(accountId)}
    order by check_states.ssl_not_after_at, check_states.no`.execute(db)
  return rows.map((row) => ({
    checkId: row.id,
    checkName: row.name,
    domain: row.domain,
    notAfterAt: Number(row.not_after_at),
  }))
}

/** The planned occurrence of a maintenance window that begins next. */
export async function nextMaintenance(
  db: Db,
  { accountId, after }: { accountId: string; after: number },
): Promise<{ windowId: number; name: string; startsAt: number; endsAt: number } | null> {
  const row = await db
    .selectFrom('maintenances')
    .innerJoin('maintenance_windows', 'maintenance_windows.id', 'maintenances.window_id')
    .select([
      'maintenances.window_id',
      'maintenance_windows.name',
      'maintenances.starts_at',
      'maintenances.ends_at',
    ])
    .where('maintenances.account_id', '=', accountId)
    .where('maintenances.status', '=', 'SCHEDULED')
    .where(sql<boolean>`maintenances.is_deleted = false`)
    .where('maintenances.starts_at', '>', after)
    .orderBy('maintenances.starts_at')
    .orderBy('maintenances.id')
    .limit(1)
    .executeTakeFirst()
  return row === undefined
    ? null
    : { windowId: row.window_id, name: row.name, startsAt: row.starts_at, endsAt: row.ends_at }
}
