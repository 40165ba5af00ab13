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

/**
 * The runs of all checks of the account in full hours, from inclusive, to exclusive, as far as these are counted.
 * `until`: the end of the last hour that is; null when none is.
 */
export async function accountCoverage(
  db: Db,
  { accountId, from, to }: { accountId: string; from: number; to: number },
): Promise<{ due: number; covered: number; until: number | null }> {
  // By check first: what one has too many must not stand for what another one lacks.
  const { rows } = await sql<Record<'due' | 'covered' | 'last_hour', number | null>>`
    select sum(due) as due, sum(case when covered < due then covered else due end) as covered,
      max(last_hour) as last_hour
    from (
      select sum(hourly_rollups.due) as due, sum(hourly_rollups.covered) as covered,
        max(hourly_rollups.hour) as last_hour
      from check_states inner join hourly_rollups on hourly_rollups.check_no = check_states.no
      where check_states.account_id = ${accountId} and hourly_rollups.computed_at is not null
        and hourly_rollups.hour >= ${sql.lit(from)} and hourly_rollups.hour < ${sql.lit(to)}
      group by check_states.no) as by_check`.execute(db)
  const [row] = rows
  const lastHour = row?.last_hour ?? null
  return {
    due: Number(row?.due ?? 0),
    covered: Number(row?.covered ?? 0),
    until: lastHour === null ? null : Number(lastHour) + hourMs,
  }
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
