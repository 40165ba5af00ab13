import type { DashboardRequest } from './dashboard-view.ts'
import { defaultPeriod } from './periods.ts'

/** Relative to the page, and with what differs from the usual only. */
export function addressOf({ page, period, checkId, isLive }: DashboardRequest): string {
  const query = [
    ...(page === 1 ? [] : [`page=${page}`]),
    ...(period === defaultPeriod ? [] : [`range=${period}`]),
    ...(checkId === null ? [] : [`check=${checkId}`]),
    ...(isLive ? [] : ['auto=off']),
  ]
  return `?${query.join('&amp;')}`
}
