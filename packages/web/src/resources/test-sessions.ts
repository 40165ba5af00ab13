import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../api/api.ts'
import type { Answer } from '../api/operation.ts'
import type { CheckResult } from './check-result.ts'

export type TestSession = Answer<'GET /v1/test-sessions/{testSessionId}'>
export type TestSessionRun = TestSession['results'][number]
export type TestSessionResult = Answer<'GET /v1/test-sessions/{testSessionId}/results/{testSessionResultId}'>
export type ListedTestSession = Answer<'GET /v1/test-sessions'>['entries'][number]

const askEveryMs = 2000

export function testSessionsQuery(api: Api, nextId: string | undefined) {
  return queryOptions({
    queryKey: [api.accountId, 'test-sessions', nextId ?? ''],
    queryFn: ({ signal }) =>
      api.call('GET /v1/test-sessions', {
        query: { limit: 50, ...(nextId === undefined ? {} : { nextId }) },
        signal,
      }),
    refetchInterval: ({ state: { data } }) =>
      data?.entries.some(({ status }) => status === 'RUNNING') === true ? askEveryMs : false,
  })
}

export function testSessionQuery(api: Api, testSessionId: string) {
  return queryOptions({
    queryKey: [api.accountId, 'test-session', testSessionId],
    queryFn: ({ signal }) =>
      api.call('GET /v1/test-sessions/{testSessionId}', { params: { testSessionId }, signal }),
    refetchInterval: ({ state: { data } }) => (data?.status === 'RUNNING' ? askEveryMs : false),
  })
}

export function cancelTestSession(api: Api, testSessionId: string): Promise<unknown> {
  return api.call('POST /v1/test-sessions/{testSessionId}/cancel', { params: { testSessionId }, body: {} })
}

export function testResultQuery(api: Api, testSessionId: string, testSessionResultId: string) {
  return queryOptions({
    queryKey: [api.accountId, 'test-session', testSessionId, 'result', testSessionResultId],
    queryFn: ({ signal }) =>
      api.call('GET /v1/test-sessions/{testSessionId}/results/{testSessionResultId}', {
        params: { testSessionId, testSessionResultId },
        signal,
      }),
    refetchInterval: ({ state: { data } }) => (data?.status === 'RUNNING' ? askEveryMs : false),
  })
}

/** As a result of a check, which it looks like once an agent has made it; null before, and when none did. */
export function checkResultOf(result: TestSessionResult): CheckResult | null {
  const { startedAt, stoppedAt, resultType, aborted, responseTime } = result
  if (startedAt === null || stoppedAt === null || resultType === 'PENDING' || aborted) return null
  return { ...result, startedAt, stoppedAt, resultType, responseTime, checkId: result.checkId ?? result.id }
}
