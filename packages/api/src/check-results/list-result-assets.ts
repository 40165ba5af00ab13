import { AssetManifest, AssetsQuery, CheckResultParams } from '@sonde/schema/check-result.ts'
import type { ApiDeps } from '../api-deps.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { findResult } from './find-result.ts'

export function listResultAssets(app: App, deps: ApiDeps): void {
  app.get(
    '/v1/check-results/:checkId/:checkResultId/assets',
    {
      schema: {
        summary: 'List the files that a run left behind',
        description: 'Uptime monitors leave none.',
        tags: ['Check results'],
        params: CheckResultParams,
        querystring: AssetsQuery,
        response: answers({ 200: AssetManifest }),
      },
      config: { access: { kind: 'account', role: 'READ_ONLY' } },
    },
    async (request) => {
      const { checkId, checkResultId: resultId } = request.params
      await findResult(deps.store.read, { accountId: accountOf(request).id, checkId, resultId })
      return { assets: [], truncated: false, entriesReturned: 0, entriesTotal: 0 }
    },
  )
}
