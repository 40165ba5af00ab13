import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Api } from '../api/api.ts'
import type { Answer } from '../api/operation.ts'
import { retryRateLimited } from '../api/retry-rules.ts'
import { spanUntil } from '../api/span-until.ts'
import type { CheckAlert } from './check-alerts.ts'

export type AlertNotification = Answer<'GET /v1/alert-notifications'>[number]

/** Begins the keys of all that is read here, behind the account. */
export const notificationsKey = ['alert-notifications'] as const

export const deliveriesPerPage = 50

/** The widest span that one request may have. */
export const deliverySpanMs = 24 * 60 * 60 * 1000

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
      ...notificationsKey,
      channelId ?? null,
      to ?? null,
      isOnlyFailures,
      page,
      limit,
    ],
    queryFn: ({ signal }) => {
      const failures = isOnlyFailures ? { hasFailures: true } : {}
      const span = spanUntil(to, deliverySpanMs)
      const query = { ...span, alertChannelId: channelId, ...failures, limit, page }
      return api.callCounted('GET /v1/alert-notifications', { query, signal })
    },
    placeholderData: keepPreviousData,
    ...retryRateLimited,
  })
}

/** An alert and its notifications are written together, so they lie within seconds of each other. */
const aroundAlertMs = 5000
const readAtOnce = 100

export function alertDeliveriesQuery(api: Api, alert: CheckAlert) {
  return queryOptions({
    queryKey: [api.accountId, ...notificationsKey, 'of-alert', alert.id],
    queryFn: async ({ signal }) => {
      const raisedAt = Date.parse(alert.created_at)
      const from = new Date(raisedAt - aroundAlertMs).toISOString()
      const to = new Date(raisedAt + aroundAlertMs).toISOString()
      const deliveries: AlertNotification[] = []
      for (let page = 1; ; page += 1) {
        const query = { from, to, limit: readAtOnce, page }
        const { items, total } = await api.callCounted('GET /v1/alert-notifications', { query, signal })
        deliveries.push(...items.filter(({ checkAlertId }) => checkAlertId === alert.id))
        if (page * readAtOnce >= (total ?? 0)) return deliveries
      }
    },
    ...retryRateLimited,
  })
}
