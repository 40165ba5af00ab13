import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../api/api.ts'
import { retryRateLimited } from '../api/retry-rules.ts'
import { readAttempts } from './attempts-of-run.ts'
import type { CheckResult, ResultPage, ResultsFilter } from './check-result.ts'
import { checkKey, type Check } from './checks.ts'

const resultsPerPage = 25

const listedFields = [
  'id',
  'startedAt',
  'stoppedAt',
  'runLocation',
  'servedBy',
  'reason',
  'responseTime',
  'hasFailures',
  'hasErrors',
  'isDegraded',
  'isCancelled',
  'overMaxResponseTime',
  'attempts',
  'resultType',
  'sequenceId',
] as const

function readPage(
  api: Api,
  checkId: string,
  filter: ResultsFilter,
  signal: AbortSignal,
): Promise<ResultPage> {
  return api.call('GET /v2/check-results/{checkId}', { params: { checkId }, query: filter, signal })
}

export function resultsQuery(api: Api, check: Pick<Check, 'id' | 'checkType'>, filter: ResultsFilter) {
  return queryOptions({
    queryKey: [...checkKey(api, check.id), 'results', filter],
    queryFn: ({ signal }) =>
      readPage(api, check.id, { limit: resultsPerPage, ...filter, fields: [...listedFields] }, signal),
    ...retryRateLimited,
  })
}

export function resultQuery(api: Api, checkId: string, resultId: string) {
  return queryOptions({
    queryKey: [...checkKey(api, checkId), 'result', resultId],
    queryFn: ({ signal }) => {
      const params = { checkId, checkResultId: resultId }
      return api.call('GET /v1/check-results/{checkId}/{checkResultId}', { params, signal })
    },
    // It has happened, and does not change any more.
    staleTime: Infinity,
  })
}

/** All attempts of a run, the first one first. */
export function attemptsQuery(api: Api, check: Pick<Check, 'id' | 'checkType'>, result: CheckResult) {
  return queryOptions({
    queryKey: [...checkKey(api, check.id), 'attempts', result.sequenceId ?? result.id],
    queryFn: ({ signal }) =>
      readAttempts(result, (request) =>
        readPage(api, check.id, { limit: 100, ...request, fields: [...listedFields] }, signal),
      ),
    // A run that has ended does not change any more.
    staleTime: ({ state }) => (state.data?.isWhole === true ? Infinity : 0),
    ...retryRateLimited,
  })
}

/** The results of the runs that began at a moment, two at most. */
export async function readResultsAt(api: Api, checkId: string, at: number): Promise<string[]> {
  const filter: ResultsFilter = { from: at, to: at + 1, limit: 2, resultType: 'FINAL', fields: ['id'] }
  const { entries } = await api.call('GET /v2/check-results/{checkId}', {
    params: { checkId },
    query: filter,
  })
  return entries.flatMap(({ id }) => id ?? [])
}

export type Neighbours = { previous: string | null; next: string | null }

/** The results before and after this one. */
export function neighboursQuery(api: Api, checkId: string, result: CheckResult) {
  return queryOptions({
    queryKey: [...checkKey(api, checkId), 'neighbours', result.id],
    queryFn: async ({ signal }): Promise<Neighbours> => {
      const startedAt = Date.parse(result.startedAt)
      const ask = (filter: ResultsFilter) => readPage(api, checkId, { ...filter, fields: ['id'] }, signal)
      const [before, after] = await Promise.all([
        ask({ to: startedAt, limit: 1 }),
        firstAfter(startedAt, ask),
      ])
      return { previous: before.entries[0]?.id ?? null, next: after }
    },
    ...retryRateLimited,
  })
}

/** Lists begin with the newest: the time after is looked at piece by piece, each four times as long as the one before. */
async function firstAfter(
  at: number,
  ask: (filter: ResultsFilter) => Promise<ResultPage>,
): Promise<string | null> {
  const now = Date.now()
  for (let lengthMs = 60_000; ; lengthMs *= 4) {
    const to = at + lengthMs
    const { entries } = await ask({ from: at + 1, to, limit: 100 })
    const first = entries.at(-1)
    if (first !== undefined) return first.id ?? null
    if (to > now) return null
  }
}

const newestFields = [
  'id',
  'hasFailures',
  'hasErrors',
  'isDegraded',
  'isCancelled',
  'responseTime',
  'runLocation',
  'servedBy',
  'reason',
  'startedAt',
] as const satisfies readonly (keyof CheckResult)[]

/** The fields that every result has which was asked for by them. */
export type NewestResult = Pick<CheckResult, (typeof newestFields)[number]>

const askEveryMs = 3000

/** The newest result of a check; null until there is one. Asked for also when no stream gets through. */
/** `beforeId` is a result that is known: asks until there is another. The stream of events may miss one. */
export function newestResultQuery(api: Api, checkId: string, beforeId?: string) {
  return queryOptions({
    queryKey: [api.accountId, 'newest-result', checkId],
    queryFn: async ({ signal }): Promise<NewestResult | null> => {
      const { entries } = await readPage(api, checkId, { limit: 1, fields: newestFields }, signal)
      // Safe because an entry has the fields that were asked for.
      return (entries[0] as NewestResult | undefined) ?? null
    },
    refetchInterval: ({ state }) => (state.data?.id === beforeId ? askEveryMs : false),
    staleTime: 0,
  })
}
