import type { PeriodPair } from '@sonde/analytics/period-figures.ts'
import type { CheckStatus } from '@sonde/schema/check-query.ts'
import {
  type DashboardCheck,
  countDashboardChecks,
  listDashboardChecks,
} from '@sonde/store/dashboard-checks.ts'
import {
  type DashboardIncidentRow,
  type DashboardIncidentUpdateRow,
  shownDashboardIncidents,
  updatesOfDashboardIncidents,
} from '@sonde/store/dashboard-incidents.ts'
import type { DashboardRow } from '@sonde/store/dashboards.ts'
import type { Db } from '@sonde/store/store.ts'
import type { DashboardConfig } from '@sonde/schema/dashboard.ts'
import { configOf } from '../dashboard-document.ts'
import type { KeptFigures } from './kept-figures.ts'
import { type Period, periodNames } from './periods.ts'

/** What the visitor asks for. */
export type DashboardRequest = {
  page: number
  period: Period
  /** Of this check, all periods. */
  checkId: string | null
  /** Whether the page comes again by itself. */
  isLive: boolean
}

export type ShownCheck = DashboardCheck & {
  figures: PeriodPair | null
  /** All periods, when they are shown. */
  expanded: ReadonlyMap<Period, PeriodPair | null> | null
}

export type ShownIncident = DashboardIncidentRow & {
  /** Newest first. */
  updates: readonly DashboardIncidentUpdateRow[]
  state: 'active' | 'upcoming' | 'past'
}

export type DashboardView = {
  dashboard: DashboardRow
  config: DashboardConfig
  request: DashboardRequest
  pages: number
  counts: ReadonlyMap<CheckStatus | null, number>
  checks: readonly ShownCheck[]
  incidents: readonly ShownIncident[]
  now: number
}

/** Also without pagination: a page of ten thousand checks helps nobody. */
const mostPerPage = 100
const defaultPerPage = 15
const incidentsShownMs = 30 * 24 * 60 * 60 * 1000
const mostIncidents = 50

export async function loadDashboard(
  db: Db,
  figures: KeptFigures,
  { dashboard, request, now }: { dashboard: DashboardRow; request: DashboardRequest; now: number },
): Promise<DashboardView> {
  const config = configOf(dashboard)
  const selection = {
    accountId: dashboard.accountId,
    tags: config.tags,
    needsAllTags: config.useTagsAndOperator === true,
  }
  const counts = await countDashboardChecks(db, selection)
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0)
  const limit = config.paginate ? (config.checksPerPage ?? defaultPerPage) : mostPerPage
  const pages = Math.max(1, Math.ceil(total / limit))
  // A dashboard that has become shorter than the page that a screen was on begins anew.
  const page = request.page > pages ? 1 : request.page
  const checks = await listDashboardChecks(db, {
    ...selection,
    sortByStatus: config.sortByStatus,
    limit,
    offset: (page - 1) * limit,
  })
  const ofPeriod = await figures.of(checks, request.period)
  const expanded = config.expandChecks ? checks : checks.filter(({ checkId }) => checkId === request.checkId)
  const ofAll = new Map(
    expanded.length === 0
      ? []
      : await Promise.all(
          periodNames.map(async (period) => [period, await figures.of(expanded, period)] as const),
        ),
  )
  const expandedIds = new Set(expanded.map(({ checkId }) => checkId))
  return {
    dashboard,
    config,
    request: { ...request, page },
    pages,
    counts,
    checks: checks.map((check) => ({
      ...check,
      figures: ofPeriod.get(check.checkId) ?? null,
      expanded: expandedIds.has(check.checkId)
        ? new Map(periodNames.map((period) => [period, ofAll.get(period)?.get(check.checkId) ?? null]))
        : null,
    })),
    incidents: config.enableIncidents ? await loadIncidents(db, dashboard, now) : [],
    now,
  }
}

async function loadIncidents(db: Db, { id }: DashboardRow, now: number): Promise<ShownIncident[]> {
  const rows = await shownDashboardIncidents(db, {
    dashboardId: id,
    from: now - incidentsShownMs,
    limit: mostIncidents,
  })
  const updates = await updatesOfDashboardIncidents(
    db,
    rows.map((row) => row.id),
  )
  return rows.map((row) => {
    const said = updates.get(row.id) ?? []
    return { ...row, updates: said, state: stateOf(row, said[0], now) }
  })
}

function stateOf(
  { startedAt, createdAt, stoppedAt }: DashboardIncidentRow,
  last: DashboardIncidentUpdateRow | undefined,
  now: number,
): ShownIncident['state'] {
  if (last?.status === 'RESOLVED' || (stoppedAt !== null && stoppedAt <= now)) return 'past'
  return (startedAt ?? createdAt) > now ? 'upcoming' : 'active'
}
