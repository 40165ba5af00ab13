import { AssetQuery, CheckResultAssetParams } from '@sonde/schema/check-types/check-result.ts'
import type { ApiDeps } from '../api-deps.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { notFound } from '@sonde/actions/refusal.ts'
import { fileAnswers } from './file-answers.ts'
import { findResult } from './find-result.ts'
import { findFile } from './result-files.ts'
import { sendFile } from './send-file.ts'

export function getResultAsset(app: App, deps: ApiDeps): void {
  app.get(
    '/v1/check-results/:checkId/:checkResultId/assets/:name',
    {
      schema: {
        summary: 'Download a file of a run',
        description:
          'Supports the headers Range, If-Range and If-None-Match. A file that is no longer kept is answered with 410 and the reason.',
        tags: ['Check results'],
        params: CheckResultAssetParams,
        querystring: AssetQuery,
        response: fileAnswers,
      },
      config: {
        access: { kind: 'account', role: 'READ_ONLY', inQuery: true },
        limit: { max: 6_000, windowSeconds: 60 },
      },
    },
    async (request, reply) => {
      const { checkId, checkResultId: resultId, name } = request.params
      const { read } = deps.store
      const { row } = await findResult(read, { accountId: accountOf(request).id, checkId, resultId })
      const file = await findFile(read, row, name)
      if (file === null) throw notFound('file of this result')
      return await sendFile(request, reply, file, deps)
    },
  )
}
