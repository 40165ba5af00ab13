import { componentAnswers } from '@sonde/actions/status-pages/components/component-document.ts'
import { findComponentPage } from '@sonde/actions/status-pages/components/component-page.ts'
import { StatusPageComponentList } from '@sonde/schema/status-pages/status-page-component.ts'
import { StatusPageParams } from '@sonde/schema/status-pages/status-page.ts'
import type { ApiDeps } from '../../api-deps.ts'
import { accountOf } from '../../http/access.ts'
import type { App } from '../../http/app-type.ts'
import { answers } from '../../http/operation.ts'

export function listComponents(app: App, deps: ApiDeps): void {
  app.get(
    '/v1/status-pages/:statusPageId/components',
    {
      schema: {
        summary: 'List the components of a status page',
        description:
          'Of a page of version 3. Each group before what it contains, siblings by displayOrder and name.',
        tags: ['Status Page Components'],
        params: StatusPageParams,
        response: answers({ 200: StatusPageComponentList }),
      },
      config: { access: { kind: 'account', role: 'READ_ONLY' } },
    },
    async (request) => {
      const { read } = deps.store
      const key = { accountId: accountOf(request).id, id: request.params.statusPageId }
      const page = await findComponentPage(read, key)
      return await componentAnswers(read, page.id)
    },
  )
}
