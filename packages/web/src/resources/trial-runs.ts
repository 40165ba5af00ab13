import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../api/api.ts'
import { formBody } from '../api/form-body.ts'
import type { Answer } from '../api/operation.ts'
import type { FormValue } from '../schema-form/value-at.ts'

/** A run of a check before it is saved. */
export type TrialRun = Answer<'GET /v1/check-tries/{id}'>

const waitSeconds = 10

export function startTrialRun(api: Api, check: FormValue): Promise<Answer<'POST /v1/checks/try'>> {
  return api.call('POST /v1/checks/try', { body: formBody(check) })
}

export function trialRunQuery(api: Api, id: string) {
  return queryOptions({
    queryKey: [api.accountId, 'trial-runs', id],
    queryFn: async ({ signal, client, queryKey }) => {
      const known = client.getQueryData<TrialRun>(queryKey)?.log ?? []
      const run = await api.call('GET /v1/check-tries/{id}', {
        params: { id },
        query: { maxWaitSeconds: waitSeconds, logFrom: known.length },
        signal,
      })
      // The server tells what is new; what has ended has its log in its result.
      return hasEnded(run) ? run : { ...run, log: [...known, ...run.log] }
    },
    // Each answer that is not the last one asks for the next: the server waits, not the browser.
    refetchInterval: ({ state }) => (hasEnded(state.data) || state.status === 'error' ? false : 100),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

export function hasEnded(run: Pick<TrialRun, 'status'> | undefined): boolean {
  return run?.status === 'ENDED' || run?.status === 'FAILED_TO_RUN'
}
