import { StatusPagePage, StatusPagesQuery } from '@sonde/schema/status-pages/status-page.ts'
import { listPages } from '@sonde/store/status-pages/status-pages.ts'
import type { ApiDeps } from '../api-deps.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { readPage } from './list-position.ts'
import { pageAnswers } from '@sonde/actions/status-pages/page-answer.ts'

export function listStatusPages(app: App, deps: ApiDeps): void {
  app.get(
    '/v1/status-pages',
    {
      schema: {
        summary: 'List status pages',
        description: 'Newest first, each with its cards and services.',
        tags: ['Status Pages'],
        querystring: StatusPagesQuery,
        response: answers({ 200: StatusPagePage }),
      },
      config: { access: { kind: 'account', role: 'READ_ONLY' } },
    },
    async (request) => {
      const { read } = deps.store
      return await readPage(
        request.query,
        { list: 'pages', accountId: accountOf(request).id },
        {
          read: (page) => listPages(read, page),
          show: (rows) => pageAnswers(read, rows, deps),
        },
      )
    },
  )
}
