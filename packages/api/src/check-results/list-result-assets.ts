import { AssetManifest, AssetsQuery, CheckResultParams } from '@sonde/schema/check-types/check-result.ts'
import type { ApiDeps } from '../api-deps.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { assetAddress } from './asset-address.ts'
import { findResult } from './find-result.ts'
import { matchesGlob } from './glob.ts'
import { filesOf, missingSentence } from './result-files.ts'

const mostEntries = 1_000

export function listResultAssets(app: App, deps: ApiDeps): void {
  app.get(
    '/v1/check-results/:checkId/:checkResultId/assets',
    {
      schema: {
        summary: 'List the files of a run',
        description:
          'If a URL monitor could not reach its target, its agent adds a packet capture and a traceroute where it has the permissions. They arrive up to half a minute after the result.',
        tags: ['Check results'],
        params: CheckResultParams,
        querystring: AssetsQuery,
        response: answers({ 200: AssetManifest }),
      },
      config: { access: { kind: 'account', role: 'READ_ONLY' }, limit: { max: 6_000, windowSeconds: 60 } },
    },
    async (request) => {
      const { checkId, checkResultId: resultId } = request.params
      const { read } = deps.store
      const { check, row } = await findResult(read, { accountId: accountOf(request).id, checkId, resultId })
      const { type: types, name: pattern } = request.query
      const matching = (await filesOf(read, row))
        .filter(({ type }) => types === undefined || types.some((assetType) => assetType === type))
        .filter(({ name }) => pattern === undefined || matchesGlob(pattern, name))
      const assets = matching.slice(0, mostEntries).map(({ type, name, contentType, bytes, missing }) => ({
        type,
        name,
        url: assetAddress({ publicUrl: deps.publicUrl(), checkId: check.id, resultId, name }),
        contentType,
        ...(bytes === null ? {} : { size: bytes }),
        ...(missing === null ? {} : { missing: missingSentence(missing) }),
        source: {
          type: 'check-result',
          checkId: check.id,
          checkName: check.name,
          checkType: check.checkType,
          resultId: resultId.toLowerCase(),
        },
      }))
      return {
        assets,
        truncated: assets.length < matching.length,
        entriesReturned: assets.length,
        entriesTotal: matching.length,
      }
    },
  )
}
