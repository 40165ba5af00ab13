import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../api/api.ts'
import { addressOf } from '../api/call-service.ts'
import { mayFollow, type RunFile } from '../run-files/run-file.ts'
import type { CheckResult } from './check-result.ts'
import { checkKey } from './checks.ts'

/** Where a run is found that belongs to no check. */
export type RunOrigin = { kind: 'trial'; id: string } | { kind: 'session'; id: string }

/** Whose files: of a result, or of a run that belongs to no check. */
export type FilesOwner = {
  result: Pick<CheckResult, 'id' | 'checkId' | 'stoppedAt'>
  origin: RunOrigin | null
}

type Listed = { name: string; type: string; size?: number; missing?: string }

const askAgainMs = 3_000
/** However wrong the clock of this computer is. */
const mostAsked = 60

/** The files of a run. They follow the result: of one that has just ended they are asked for again. */
export function runFilesQuery(api: Api, { result, origin }: FilesOwner) {
  return queryOptions({
    queryKey:
      origin === null
        ? [...checkKey(api, result.checkId), 'files', result.id]
        : [api.accountId, `${origin.kind}-runs`, origin.id, 'files', result.id],
    queryFn: ({ signal }) => readFiles(api, { result, origin }, signal),
    refetchInterval: ({ state }) =>
      mayFollow(Date.parse(result.stoppedAt), Date.now()) && state.dataUpdateCount < mostAsked
        ? askAgainMs
        : false,
  })
}

async function readFiles(api: Api, { result, origin }: FilesOwner, signal: AbortSignal): Promise<RunFile[]> {
  const query = { account: api.accountId }
  if (origin?.kind === 'trial') {
    const params = { id: origin.id }
    const { assets } = await api.call('GET /v1/check-tries/{id}/assets', { params, signal })
    return assets.map((file) => {
      const { name } = file
      return described(
        file,
        addressOf('GET /v1/check-tries/{id}/assets/{name}', { params: { ...params, name }, query }),
      )
    })
  }
  if (origin?.kind === 'session') {
    const params = { testSessionId: origin.id, testSessionResultId: result.id }
    const path = 'GET /v1/test-sessions/{testSessionId}/results/{testSessionResultId}/assets'
    const { assets } = await api.call(path, { params, signal })
    return assets.map((file) => {
      const { name } = file
      return described(file, addressOf(`${path}/{name}`, { params: { ...params, name }, query }))
    })
  }
  const params = { checkId: result.checkId, checkResultId: result.id }
  const path = 'GET /v1/check-results/{checkId}/{checkResultId}/assets'
  const { assets } = await api.call(path, { params, signal })
  return assets.map((file) => {
    const { name } = file
    return described(file, addressOf(`${path}/{name}`, { params: { ...params, name }, query }))
  })
}

function described({ name, type, size, missing }: Listed, address: string): RunFile {
  return { name, type, address, bytes: size ?? null, missing: missing ?? null }
}
