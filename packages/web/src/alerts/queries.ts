import type { AlertNotification } from '@sonde/schema/alerts/alert-notification.ts'
import type { CheckAlert } from '@sonde/schema/alerts/check-alert.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { ApiError, ServerAway } from '../api/api-error.ts'
import type { Api } from '../api/api.ts'

/** As many as one request may bring: those of one outage belong together. */
export const alertsPerPage = 100
export const deliveriesPerPage = 50

/** The widest span that one request of each list may have. */
export const alertSpanMs = 6 * 60 * 60 * 1000
export const deliverySpanMs = 24 * 60 * 60 * 1000

/** The log of deliveries takes few requests at a time: one that came too early waits as long as it was told. */
const patience = {
  retry: (failures: number, error: Error) => {
    if (error instanceof ServerAway) return false
    if (error instanceof ApiError && error.status < 500 && error.status !== 429) return false
    return failures < 4
  },
  retryDelay: (failures: number, error: Error) =>
    1000 *
    (error instanceof ApiError && error.retryAfterSeconds !== null ? error.retryAfterSeconds : failures + 1),
} as const

export type AlertsFilter = {
  to?: string | undefined
  checkId?: string | undefined
  page?: number | undefined
}

export function alertsQuery(api: Api, { to, checkId, page = 1 }: AlertsFilter) {
  const path = checkId === undefined ? '/v1/check-alerts' : `/v1/check-alerts/${checkId}`
  return queryOptions({
    queryKey: [api.accountId, 'check-alerts', checkId ?? null, to ?? null, page],
    queryFn: ({ signal }) =>
      api.getCounted<CheckAlert[]>(
        path,
        { ...spanQuery(to, alertSpanMs), limit: alertsPerPage, page },
        signal,
      ),
    placeholderData: keepPreviousData,
  })
}

/** How many alerts were raised in the span that ends at `toAt`. */
export async function countAlerts(api: Api, toAt: number, checkId: string | undefined): Promise<number> {
  const path = checkId === undefined ? '/v1/check-alerts' : `/v1/check-alerts/${checkId}`
  const query = { ...spanQuery(new Date(toAt).toISOString(), alertSpanMs), limit: 1 }
  const { items, total } = await api.getCounted<CheckAlert[]>(path, query)
  return total ?? items.length
}

export type DeliveriesFilter = {
  to?: string | undefined
  channelId?: number | undefined
  isOnlyFailures?: boolean
  page?: number | undefined
  limit?: number
}

export function deliveriesQuery(api: Api, filter: DeliveriesFilter) {
  const { to, channelId, isOnlyFailures = false, page = 1, limit = deliveriesPerPage } = filter
  return queryOptions({
    queryKey: [
      api.accountId,
      'alert-notifications',
      channelId ?? null,
      to ?? null,
      isOnlyFailures,
      page,
      limit,
    ],
    queryFn: ({ signal }) => {
      const failures = isOnlyFailures ? { hasFailures: true } : {}
      const query = { ...spanQuery(to, deliverySpanMs), alertChannelId: channelId, ...failures, limit, page }
      return api.getCounted<AlertNotification[]>('/v1/alert-notifications', query, signal)
    },
    placeholderData: keepPreviousData,
    ...patience,
  })
}

/** An alert and its notifications are written together, so they lie within seconds of each other. */
const aroundAlertMs = 5000

export function alertDeliveriesQuery(api: Api, alert: CheckAlert) {
  return queryOptions({
    queryKey: [api.accountId, 'alert-notifications', 'of-alert', alert.id],
    queryFn: async ({ signal }) => {
      const raisedAt = Date.parse(alert.created_at)
      const from = new Date(raisedAt - aroundAlertMs).toISOString()
      const to = new Date(raisedAt + aroundAlertMs).toISOString()
      const found: AlertNotification[] = []
      for (let page = 1; ; page += 1) {
        const path = '/v1/alert-notifications'
        const answer = await api.getCounted<AlertNotification[]>(path, { from, to, limit: 100, page }, signal)
        found.push(...answer.items.filter(({ checkAlertId }) => checkAlertId === alert.id))
        if (page * 100 >= (answer.total ?? 0)) return found
      }
    },
    ...patience,
  })
}

function spanQuery(to: string | undefined, widthMs: number): { from?: string; to?: string } {
  return to === undefined ? {} : { from: new Date(Date.parse(to) - widthMs).toISOString(), to }
}
