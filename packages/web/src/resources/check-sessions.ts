import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../api/api.ts'
import type { Answer } from '../api/operation.ts'

export type CheckSession = Answer<'GET /v2/check-sessions/{checkSessionId}'>
export type SessionStatus = CheckSession['status']
export type SessionResult = CheckSession['results'][number]
export type StartedRuns = Answer<'POST /v2/check-sessions/trigger'>

export function startRuns(api: Api, checkIds: readonly string[]): Promise<StartedRuns> {
  return api.call('POST /v2/check-sessions/trigger', { body: { target: { checkId: [...checkIds] } } })
}

export function cancelSession(api: Api, checkSessionId: string): Promise<unknown> {
  return api.call('POST /v1/check-sessions/{checkSessionId}/cancel', {
    params: { checkSessionId },
    body: {},
  })
}

export function sessionQuery(api: Api, checkSessionId: string) {
  return queryOptions({
    queryKey: [api.accountId, 'check-session', checkSessionId],
    queryFn: ({ signal }) =>
      api.call('GET /v2/check-sessions/{checkSessionId}', { params: { checkSessionId }, signal }),
  })
}
