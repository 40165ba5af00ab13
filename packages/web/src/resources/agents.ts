import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Api } from '../api/api.ts'
import type { Answer } from '../api/operation.ts'

export type Agent = Answer<'GET /v1/agents'>[number]

/** Events tell of agents that come and go; in between, their load and last contact are read this often. */
export const pollMs = 10_000

/** Begins the keys of all that is read here, behind the account. */
export const agentsKey = ['agents'] as const

export const agentsPerPage = 50

export function agentsQuery(api: Api, { location, page }: { location: string | null; page: number }) {
  return queryOptions({
    queryKey: [api.accountId, ...agentsKey, location, page],
    queryFn: ({ signal }) =>
      api.callCounted('GET /v1/agents', { query: { location, page, limit: agentsPerPage }, signal }),
    refetchInterval: pollMs,
    placeholderData: keepPreviousData,
  })
}

/** The agents beside which the list of data centers says who serves each; more than that nobody reads. */
export function servingAgentsQuery(api: Api) {
  return queryOptions({
    queryKey: [api.accountId, ...agentsKey, 'serving'],
    queryFn: ({ signal }) => api.call('GET /v1/agents', { query: { limit: 100 }, signal }),
    refetchInterval: pollMs,
  })
}
