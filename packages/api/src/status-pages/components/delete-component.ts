import { deleteComponent } from '@sonde/actions/status-pages/components/delete-component.ts'
import { StatusPageComponentParams } from '@sonde/schema/status-pages/status-page-component.ts'
import type { ApiDeps } from '../../api-deps.ts'
import { actorOf } from '../../http/actor-of.ts'
import type { App } from '../../http/app-type.ts'
import { noContent } from '../../http/no-content.ts'
import { answers } from '../../http/operation.ts'

export function deleteComponentRoute(app: App, deps: ApiDeps): void {
  app.delete(
    '/v1/status-pages/:statusPageId/components/:componentId',
    {
      schema: {
        summary: 'Delete a component',
        description:
          'A group must be empty. Incidents keep the name of the component, and automation rules no longer affect it.',
        tags: ['Status Page Components'],
        params: StatusPageComponentParams,
        response: answers({ 204: noContent }),
      },
      config: { access: { kind: 'account', role: 'READ_WRITE' } },
    },
    async (request, reply) => {
      await deleteComponent(deps, actorOf(request, deps), request.params)
      return reply.code(204).send()
    },
  )
}
