import { StatusPageParams } from '@sonde/schema/status-pages/status-page.ts'
import { StatusPagePassword } from '@sonde/schema/status-pages/status-page-password.ts'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { createPagePassword } from '@sonde/actions/status-pages/create-page-password.ts'

export function createPagePasswordRoute(app: App, deps: ApiDeps): void {
  app.post(
    '/v1/status-pages/:statusPageId/password',
    {
      schema: {
        summary: 'Make a status page private, or change its password',
        description:
          'The server creates the password and shows it only once. If the page already has one, it is replaced, and all visitors must sign in again. No body is needed.',
        tags: ['Status Pages'],
        params: StatusPageParams,
        response: answers({ 201: StatusPagePassword }),
      },
      config: { access: { kind: 'account', role: 'READ_WRITE' } },
    },
    async (request, reply) =>
      reply.code(201).send(
        await createPagePassword(deps, actorOf(request, deps), {
          statusPageId: request.params.statusPageId,
        }),
      ),
  )
}
