import type { Clock } from '@sonde/ground/clock.ts'
import { type OutlinedCheck, outlineDashboardChecks } from '@sonde/store/dashboards/dashboard-checks.ts'
import type { DashboardRow } from '@sonde/store/dashboards/dashboards.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import { configOf } from '@sonde/actions/dashboards/dashboard-document.ts'
import { createBriefMemory } from './brief-memory.ts'
import { type DashboardStatus, dashboardStatuses } from './status-looks.ts'

/** Which checks a dashboard shows, on which of its pages. */
export type DashboardOutline = {
  readAt: number
  counts: ReadonlyMap<DashboardStatus, number>
  /** When the latest of the checks that fail began to; null when none fails, or nobody knows. */
  newestFailureAt: number | null
  /** At least one, which may be empty. */
  pages: readonly (readonly string[])[]
}

export type DashboardOutlines = { of(dashboard: DashboardRow): Promise<DashboardOutline> }

/** Everything on a page is at most so old, figures aside. */
export const pageKeptMs = 5_000

/** Also without pagination: a page of ten thousand checks helps nobody. */
const mostPerPage = 100
const defaultPerPage = 15
/** What can be read from five metres. */
const tilesPerPage = 24
/** Of all outlines together: fifty installations of ten thousand checks. */
const mostChecks = 500_000

/** `Node 2` before `Node 10`. */
const names = new Intl.Collator('en', { numeric: true })

/** Whatever visitors ask for, the checks of a dashboard are put in order once in a few seconds. */
export function createDashboardOutlines({ read, clock }: { read: Db; clock: Clock }): DashboardOutlines {
  const cache = createBriefMemory<DashboardOutline>({
    clock,
    keptMs: pageKeptMs,
    mostWeight: mostChecks,
    weightOf: ({ pages }) => pages.reduce((sum, ids) => sum + ids.length, 1),
  })
  return {
    of: (dashboard) =>
      cache.of(`${dashboard.id} ${dashboard.updatedAt}`, () => outline(read, dashboard, clock.now())),
  }
}

async function outline(db: Db, dashboard: DashboardRow, readAt: number): Promise<DashboardOutline> {
  const config = configOf(dashboard)
  const checks = await outlineDashboardChecks(db, {
    accountId: dashboard.accountId,
    tags: config.tags,
    needsAllTags: config.useTagsAndOperator === true,
  })
  const byName = checks.toSorted((left, right) => names.compare(left.name, right.name))
  const byStatus = Map.groupBy(byName, ({ status }) => status ?? 'no-data')
  const isWall = config.layout === 'TILES'
  const ordered =
    config.sortByStatus || isWall ? dashboardStatuses.flatMap((status) => byStatus.get(status) ?? []) : byName
  return {
    readAt,
    counts: new Map([...byStatus].map(([status, ofStatus]) => [status, ofStatus.length])),
    newestFailureAt: newestOf(byStatus.get('failed') ?? []),
    pages: pagesOf(
      ordered,
      isWall ? tilesPerPage : config.paginate ? (config.checksPerPage ?? defaultPerPage) : mostPerPage,
    ),
  }
}

function newestOf(failing: readonly OutlinedCheck[]): number | null {
  const moments = failing.flatMap(({ statusSince }) => statusSince ?? [])
  return moments.length === 0 ? null : Math.max(...moments)
}

function pagesOf(checks: readonly OutlinedCheck[], perPage: number): string[][] {
  const ids = checks.map(({ checkId }) => checkId)
  const count = Math.max(1, Math.ceil(ids.length / perPage))
  return Array.from({ length: count }, (_, index) => ids.slice(index * perPage, (index + 1) * perPage))
}
