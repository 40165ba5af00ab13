import { CheckResultAssetParams } from '@sonde/schema/check-types/check-result.ts'
import { findAsset } from '@sonde/store/results/result-assets.ts'
import { Type } from 'typebox'
import type { ApiDeps } from '../api-deps.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { notFound } from '@sonde/actions/refusal.ts'
import { findResult } from './find-result.ts'

const unknownBytes = 'application/octet-stream'
const bytes = { schema: { type: 'string', format: 'binary' } }
const contents: Readonly<Record<string, { schema: object }>> = {
  'application/vnd.tcpdump.pcap': bytes,
  'application/json': { schema: { description: 'A report. Its content depends on its name.' } },
  [unknownBytes]: bytes,
}

const TheFile = Type.Unsafe<Buffer>({ description: 'The file.', content: contents })

export function getResultAsset(app: App, deps: ApiDeps): void {
  app.get(
    '/v1/check-results/:checkId/:checkResultId/assets/:name',
    {
      schema: {
        summary: 'Download a file of a run',
        tags: ['Check results'],
        params: CheckResultAssetParams,
        response: answers({ 200: TheFile }),
      },
      config: { access: { kind: 'account', role: 'READ_ONLY' }, limit: { max: 6_000, windowSeconds: 60 } },
    },
    async (request, reply) => {
      const { checkId, checkResultId: resultId, name } = request.params
      const { read } = deps.store
      const { row } = await findResult(read, { accountId: accountOf(request).id, checkId, resultId })
      const asset = await findAsset(read, row, name)
      if (asset === null) throw notFound('file of this result')
      // An agent named the type: nobody's browser shall show what a stranger says is a page.
      const contentType = Object.hasOwn(contents, asset.contentType) ? asset.contentType : unknownBytes
      return reply
        .header('content-type', contentType)
        .header('content-disposition', `attachment; filename="${asset.name}"`)
        .header('content-security-policy', "default-src 'none'; sandbox")
        .send(Buffer.from(asset.content))
    },
  )
}
