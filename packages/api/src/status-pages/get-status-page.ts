import { StatusPage, StatusPageParams } from '@sonde/schema/status-pages/status-page.ts'
import { findPage } from '@sonde/store/status-pages/status-pages.ts'
import type { ApiDeps } from '../api-deps.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { notFound } from '@sonde/actions/refusal.ts'
import { pageAnswer } from '@sonde/actions/status-pages/page-answer.ts'

export function getStatusPage(app: App, deps: ApiDeps): void {
  app.get(
    '/v1/status-pages/:statusPageId',
    {
      schema: {
        summary: 'Show one status page',
        tags: ['Status Pages'],
        params: StatusPageParams,
        response: answers({ 200: StatusPage }),
      },
      config: { access: { kind: 'account', role: 'READ_ONLY' } },
    },
    async (request) => {
      const { read } = deps.store
      const key = { accountId: accountOf(request).id, id: request.params.statusPageId }
      const page = await findPage(read, key)
      if (!page) throw notFound('status page')
      return await pageAnswer(read, page, deps)
    },
  )
}
