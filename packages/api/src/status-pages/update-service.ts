import {
  StatusPageServiceDetail,
  StatusPageServiceParams,
  StatusPageServiceWrite,
} from '@sonde/schema/status-pages/status-page-service.ts'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { updateService } from '@sonde/actions/status-pages/update-service.ts'

export function updateServiceRoute(app: App, deps: ApiDeps): void {
  app.put(
    '/v1/status-pages/services/:serviceId',
    {
      schema: {
        summary: 'Rename a service',
        tags: ['Status Page Services'],
        params: StatusPageServiceParams,
        body: StatusPageServiceWrite,
        response: answers({ 200: StatusPageServiceDetail }),
      },
      config: { access: { kind: 'account', role: 'READ_WRITE' } },
    },
    async (request) =>
      updateService(deps, actorOf(request, deps), {
        serviceId: request.params.serviceId,
        input: request.body,
      }),
  )
}
