import { deleteService } from '@sonde/actions/status-pages/delete-service.ts'
import { StatusPageServiceParams } from '@sonde/schema/status-pages/status-page-service.ts'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import type { App } from '../http/app-type.ts'
import { noContent } from '../http/no-content.ts'
import { answers } from '../http/operation.ts'

export function deleteServiceRoute(app: App, deps: ApiDeps): void {
  app.delete(
    '/v1/status-pages/services/:serviceId',
    {
      schema: {
        summary: 'Delete a service',
        description:
          'It is removed from its cards, and checks no longer open incidents for it. Its incidents are kept and keep its name.',
        tags: ['Status Page Services'],
        params: StatusPageServiceParams,
        response: answers({ 204: noContent }),
      },
      config: { access: { kind: 'account', role: 'READ_WRITE' } },
    },
    async (request, reply) => {
      await deleteService(deps, actorOf(request, deps), { serviceId: request.params.serviceId })
      return reply.code(204).send()
    },
  )
}
