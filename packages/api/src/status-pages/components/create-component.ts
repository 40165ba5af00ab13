import { createComponent } from '@sonde/actions/status-pages/components/create-component.ts'
import {
  StatusPageComponent,
  StatusPageComponentWrite,
} from '@sonde/schema/status-pages/status-page-component.ts'
import { StatusPageParams } from '@sonde/schema/status-pages/status-page.ts'
import type { ApiDeps } from '../../api-deps.ts'
import { actorOf } from '../../http/actor-of.ts'
import type { App } from '../../http/app-type.ts'
import { answers } from '../../http/operation.ts'

export function createComponentRoute(app: App, deps: ApiDeps): void {
  app.post(
    '/v1/status-pages/:statusPageId/components',
    {
      schema: {
        summary: 'Add a component to a status page',
        description: 'A page has at most 500 components, in groups at most 5 levels deep.',
        tags: ['Status Page Components'],
        params: StatusPageParams,
        body: StatusPageComponentWrite,
        response: answers({ 201: StatusPageComponent }, 402),
      },
      config: { access: { kind: 'account', role: 'READ_WRITE' } },
    },
    async (request, reply) => {
      const { statusPageId } = request.params
      const input = request.body
      return reply
        .code(201)
        .send(await createComponent(deps, actorOf(request, deps), { statusPageId, input }))
    },
  )
}
