import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../api/api.ts'
import { checkKey } from './checks.ts'

const mostGroups = 10

/** Failures of a check that are the same again and again: the latest ones, without archived ones, and how many there are. */
export function errorGroupsQuery(api: Api, checkId: string) {
  return queryOptions({
    queryKey: [...checkKey(api, checkId), 'error-groups'],
    queryFn: ({ signal }) =>
      api.callCounted('GET /v1/error-groups/checks/{checkId}', {
        params: { checkId },
        query: { limit: mostGroups },
        signal,
      }),
  })
}

/** It is listed again as soon as the check fails in this way once more. */
export function archiveErrorGroup(api: Api, id: string): Promise<unknown> {
  return api.call('PATCH /v1/error-groups/{id}', { params: { id }, body: { archivedUntilNextEvent: true } })
}
