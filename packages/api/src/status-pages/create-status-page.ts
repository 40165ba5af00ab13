import { StatusPage, StatusPageWrite } from '@sonde/schema/status-pages/status-page.ts'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { createStatusPage } from '@sonde/actions/status-pages/create-status-page.ts'

export function createStatusPageRoute(app: App, deps: ApiDeps): void {
  app.post(
    '/v1/status-pages',
    {
      schema: {
        summary: 'Create a status page',
        tags: ['Status Pages'],
        body: StatusPageWrite,
        response: answers({ 201: StatusPage }, 402, 409),
      },
      config: { access: { kind: 'account', role: 'READ_WRITE' } },
    },
    async (request, reply) =>
      reply.code(201).send(await createStatusPage(deps, actorOf(request, deps), { input: request.body })),
  )
}
