import type { DayOverview } from '@sonde/analytics/day-overview.ts'
import type { PeriodPair } from '@sonde/analytics/period-stats.ts'
import { dayMs, secondMs } from '@sonde/ground/durations.ts'
import { type DashboardCheck, readDashboardChecks } from '@sonde/store/dashboards/dashboard-checks.ts'
import {
  type DashboardIncidentRow,
  type DashboardIncidentUpdateRow,
  findIncidentOfDashboard,
  latestUpdatesOfDashboardIncidents,
  shownDashboardIncidents,
} from '@sonde/store/dashboards/dashboard-incidents.ts'
import type { DashboardRow } from '@sonde/store/dashboards/dashboards.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import type { DashboardConfig } from '@sonde/schema/status-pages/dashboard.ts'
import { configOf } from '@sonde/actions/dashboards/dashboard-document.ts'
import type { DashboardOutline } from './dashboard-outlines.ts'
import type { PeriodStatsCache } from './period-stats-cache.ts'
import { type Period, periodNames } from './periods.ts'
import type { DashboardStatus } from './status-looks.ts'

/** What the visitor asks for. */
export type DashboardRequest = {
  page: number
  period: Period
  /** Of this check, all periods. */
  checkId: string | null
  /** Whether the page comes again by itself. */
  isLive: boolean
  /** Whether a wall has come back to its first page for a new failure. */
  isAlarm: boolean
}

export type ShownCheck = DashboardCheck & {
  stats: PeriodPair | null
  /** Why it fails or is degraded; null where the dashboard does not show it. */
  reason: string | null
  /** All periods, when they are shown. */
  expanded: ReadonlyMap<Period, PeriodPair | null> | null
}

export type ShownIncident = DashboardIncidentRow & {
  /** The latest of them, newest first. */
  updates: readonly DashboardIncidentUpdateRow[]
  totalUpdates: number
  state: 'active' | 'upcoming' | 'past'
}

export type DashboardView = {
  dashboard: DashboardRow
  config: DashboardConfig
  request: DashboardRequest
  pages: number
  counts: ReadonlyMap<DashboardStatus, number>
  checks: readonly ShownCheck[]
  /** Of a wall, the last 24 hours of each of its checks. */
  overviews: ReadonlyMap<string, DayOverview>
  incidents: readonly ShownIncident[]
  now: number
}

const incidentsShownMs = 30 * dayMs
const mostIncidents = 50
const updatesOnPage = 3
const updatesOfIncident = 100

/**
 * What is asked for, as far as the dashboard has it: everything else is the same page as without. A dashboard that has
 * become shorter than the page that a screen was on begins anew.
 */
export function meantRequest(
  request: DashboardRequest,
  dashboard: DashboardRow,
  { pages, newestFailureAt, readAt }: DashboardOutline,
): DashboardRequest {
  const { expandChecks, layout, paginationRate } = configOf(dashboard)
  // The page before was shown for so long: what has begun to fail meanwhile nobody has seen.
  const isNew = newestFailureAt !== null && newestFailureAt > readAt - paginationRate * secondMs
  const isAlarm = layout === 'TILES' && request.isLive && isNew
  const page = isAlarm || request.page > pages.length ? 1 : request.page
  const isShown = request.checkId !== null && pages[page - 1]?.includes(request.checkId) === true
  return { ...request, page, isAlarm, checkId: isShown && !expandChecks ? request.checkId : null }
}

/** What is read of the checks of a wall. */
export type WallReads = {
  overviews(checks: readonly DashboardCheck[], now: number): Promise<Map<string, DayOverview>>
  reasons(checks: readonly DashboardCheck[], now: number): Promise<Map<string, string>>
}

/** `request` is one that `meantRequest` has made. */
export async function loadDashboard(
  db: Db,
  stats: PeriodStatsCache,
  wall: WallReads,
  {
    dashboard,
    outline,
    request,
    now,
  }: { dashboard: DashboardRow; outline: DashboardOutline; request: DashboardRequest; now: number },
): Promise<DashboardView> {
  const config = configOf(dashboard)
  const checks = await readDashboardChecks(db, outline.pages[request.page - 1] ?? [])
  const isWall = config.layout === 'TILES'
  const ofPeriod = await stats.of(isWall ? [] : checks, request.period)
  const expanded =
    config.expandChecks && !isWall ? checks : checks.filter(({ checkId }) => checkId === request.checkId)
  const ofAll = new Map(
    expanded.length === 0
      ? []
      : await Promise.all(
          periodNames.map(async (period) => [period, await stats.of(expanded, period)] as const),
        ),
  )
  const reasons = isWall && config.showReasons ? await wall.reasons(checks, now) : new Map<string, string>()
  const expandedIds = new Set(expanded.map(({ checkId }) => checkId))
  return {
    dashboard,
    config,
    request,
    pages: outline.pages.length,
    counts: outline.counts,
    checks: checks.map((check) => ({
      ...check,
      reason: reasons.get(check.checkId) ?? null,
      stats: ofPeriod.get(check.checkId) ?? null,
      expanded: expandedIds.has(check.checkId)
        ? new Map(periodNames.map((period) => [period, ofAll.get(period)?.get(check.checkId) ?? null]))
        : null,
    })),
    overviews: isWall ? await wall.overviews(checks, now) : new Map(),
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
  return withUpdates(db, rows, { perIncident: updatesOnPage, now })
}

/** One incident with all that has been said of it; null when this dashboard does not show it. */
export async function loadIncident(
  db: Db,
  { dashboard, incidentId, now }: { dashboard: DashboardRow; incidentId: string; now: number },
): Promise<ShownIncident | null> {
  if (!configOf(dashboard).enableIncidents) return null
  const row = await findIncidentOfDashboard(db, { dashboardId: dashboard.id, id: incidentId })
  if (row === null) return null
  const [incident] = await withUpdates(db, [row], { perIncident: updatesOfIncident, now })
  return incident ?? null
}

async function withUpdates(
  db: Db,
  rows: readonly DashboardIncidentRow[],
  { perIncident, now }: { perIncident: number; now: number },
): Promise<ShownIncident[]> {
  const incidentIds = rows.map(({ id }) => id)
  const updates = await latestUpdatesOfDashboardIncidents(db, { incidentIds, perIncident })
  return rows.map((row) => {
    const { latest, total } = updates.get(row.id) ?? { latest: [], total: 0 }
    return { ...row, updates: latest, totalUpdates: total, state: stateOf(row, latest[0], now) }
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
