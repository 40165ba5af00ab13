import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../api/api.ts'
import { addressOf } from '../api/call-service.ts'
import { mayFollow, type RunFile } from '../run-files/run-file.ts'
import type { CheckResult } from './check-result.ts'
import { checkKey } from './checks.ts'

/** Whose files: of a result, or of a trial run, which has no result of its own. */
export type FilesOwner = { result: Pick<CheckResult, 'id' | 'checkId' | 'stoppedAt'>; trialId: string | null }

type Listed = { name: string; type: string; size?: number; missing?: string }

const askAgainMs = 3_000
/** However wrong the clock of this computer is. */
const mostAsked = 60

/** The files of a run. They follow the result: of one that has just ended they are asked for again. */
export function runFilesQuery(api: Api, { result, trialId }: FilesOwner) {
  const { checkId, id: resultId } = result
  return queryOptions({
    queryKey:
      trialId === null
        ? [...checkKey(api, checkId), 'files', resultId]
        : [api.accountId, 'trial-runs', trialId, 'files'],
    queryFn: async ({ signal }): Promise<RunFile[]> => {
      if (trialId !== null) {
        const { assets } = await api.call('GET /v1/check-tries/{id}/assets', {
          params: { id: trialId },
          signal,
        })
        return assets.map((file) =>
          described(
            file,
            addressOf('GET /v1/check-tries/{id}/assets/{name}', {
              params: { id: trialId, name: file.name },
              query: { account: api.accountId },
            }),
          ),
        )
      }
      const params = { checkId, checkResultId: resultId }
      const { assets } = await api.call('GET /v1/check-results/{checkId}/{checkResultId}/assets', {
        params,
        signal,
      })
      return assets.map((file) =>
        described(
          file,
          addressOf('GET /v1/check-results/{checkId}/{checkResultId}/assets/{name}', {
            params: { ...params, name: file.name },
            query: { account: api.accountId },
          }),
        ),
      )
    },
    refetchInterval: ({ state }) =>
      mayFollow(Date.parse(result.stoppedAt), Date.now()) && state.dataUpdateCount < mostAsked
        ? askAgainMs
        : false,
  })
}

function described({ name, type, size, missing }: Listed, address: string): RunFile {
  return { name, type, address, bytes: size ?? null, missing: missing ?? null }
}
