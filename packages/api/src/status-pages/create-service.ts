import {
  StatusPageServiceDetail,
  StatusPageServiceWrite,
} from '@sonde/schema/status-pages/status-page-service.ts'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { createService } from '@sonde/actions/status-pages/create-service.ts'

export function createServiceRoute(app: App, deps: ApiDeps): void {
  app.post(
    '/v1/status-pages/services',
    {
      schema: {
        summary: 'Create a service',
        tags: ['Status Page Services'],
        body: StatusPageServiceWrite,
        response: answers({ 201: StatusPageServiceDetail }, 402),
      },
      config: { access: { kind: 'account', role: 'READ_WRITE' } },
    },
    async (request, reply) =>
      reply.code(201).send(await createService(deps, actorOf(request, deps), { input: request.body })),
  )
}
