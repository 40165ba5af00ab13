import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Api } from '../api/api.ts'
import { formBody } from '../api/form-body.ts'
import type { Answer } from '../api/operation.ts'
import { spanUntil } from '../api/span-until.ts'
import type { FormValue } from '../schema-form/value-at.ts'
import { checkKey } from './checks.ts'

export type CheckAlert = Answer<'GET /v1/check-alerts'>[number]
export type AlertBacktest = Answer<'POST /v1/checks/{id}/alert-backtest'>

/** Begins the keys of lists of alerts, behind the account. */
export const checkAlertsKey = ['check-alerts'] as const

/** As many as one request may bring: those of one outage belong together. */
export const alertsPerPage = 100

/** The widest span that one request may have. */
export const alertSpanMs = 6 * 60 * 60 * 1000

export type AlertsFilter = {
  to?: string | undefined
  checkId?: string | undefined
  page?: number | undefined
}

type CountedAlerts = { items: CheckAlert[]; total: number | null }

function readAlerts(
  api: Api,
  checkId: string | undefined,
  query: { from?: string; to?: string; limit: number; page?: number },
  signal?: AbortSignal,
): Promise<CountedAlerts> {
  const request = { query, ...(signal && { signal }) }
  return checkId === undefined
    ? api.callCounted('GET /v1/check-alerts', request)
    : api.callCounted('GET /v1/check-alerts/{checkId}', { ...request, params: { checkId } })
}

export function alertsQuery(api: Api, { to, checkId, page = 1 }: AlertsFilter) {
  return queryOptions({
    queryKey: [api.accountId, ...checkAlertsKey, checkId ?? null, to ?? null, page],
    queryFn: ({ signal }) =>
      readAlerts(api, checkId, { ...spanUntil(to, alertSpanMs), limit: alertsPerPage, page }, signal),
    placeholderData: keepPreviousData,
  })
}

/** How many alerts were raised in the span that ends at `toAt`. */
export async function countAlerts(api: Api, toAt: number, checkId: string | undefined): Promise<number> {
  const span = spanUntil(new Date(toAt).toISOString(), alertSpanMs)
  const { items, total } = await readAlerts(api, checkId, { ...span, limit: 1 })
  return total ?? items.length
}

/** All alerts of one check, whenever they were raised. */
export function alertsOfCheckQuery(api: Api, checkId: string, page: number) {
  return queryOptions({
    queryKey: [...checkKey(api, checkId), 'alerts', page],
    queryFn: ({ signal }) =>
      api.callCounted('GET /v1/checks/{id}/alerts', {
        params: { id: checkId },
        query: { limit: alertsPerPage, page },
        signal,
      }),
  })
}

/** Which alerts the results of the past would have raised with other settings. */
export function backtestAlerts(api: Api, checkId: string, request: FormValue): Promise<AlertBacktest> {
  return api.call('POST /v1/checks/{id}/alert-backtest', {
    params: { id: checkId },
    body: formBody(request),
  })
}
