import type { CheckStatus } from '@sonde/schema/runs/verdict.ts'

/** Checks that are paused are on no dashboard. */
export type DashboardStatus = Exclude<CheckStatus, 'paused'>

/** In the order of dashboards: what nothing is known of comes last. */
export const dashboardStatuses = [
  'failed',
  'degraded',
  'passed',
  'no-data',
] as const satisfies readonly DashboardStatus[]

type StatusLook = { modifier: string; words: string; counted: string }

/** How a dashboard shows a status. Users' own styles name the modifiers. */
export const statusLooks: Readonly<Record<DashboardStatus, StatusLook>> = {
  failed: { modifier: 'failure', words: 'Failing', counted: 'failing' },
  degraded: { modifier: 'degraded', words: 'Degraded', counted: 'degraded' },
  passed: { modifier: 'passing', words: 'Passing', counted: 'passing' },
  'no-data': { modifier: 'unknown', words: 'No results yet', counted: 'without results yet' },
}
