import { notFound } from '@sonde/actions/refusal.ts'
import { componentAnswer } from '@sonde/actions/status-pages/components/component-document.ts'
import { findComponentPage } from '@sonde/actions/status-pages/components/component-page.ts'
import {
  StatusPageComponent,
  StatusPageComponentParams,
} from '@sonde/schema/status-pages/status-page-component.ts'
import type { ApiDeps } from '../../api-deps.ts'
import { accountOf } from '../../http/access.ts'
import type { App } from '../../http/app-type.ts'
import { answers } from '../../http/operation.ts'

export function getComponent(app: App, deps: ApiDeps): void {
  app.get(
    '/v1/status-pages/:statusPageId/components/:componentId',
    {
      schema: {
        summary: 'Show one component',
        tags: ['Status Page Components'],
        params: StatusPageComponentParams,
        response: answers({ 200: StatusPageComponent }),
      },
      config: { access: { kind: 'account', role: 'READ_ONLY' } },
    },
    async (request) => {
      const { read } = deps.store
      const { statusPageId, componentId } = request.params
      const page = await findComponentPage(read, { accountId: accountOf(request).id, id: statusPageId })
      const answer = await componentAnswer(read, { pageId: page.id, id: componentId })
      if (answer === null) throw notFound('component')
      return answer
    },
  )
}
