import { Uuid } from '@sonde/schema/validation/building-blocks.ts'
import { Type } from 'typebox'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import type { App } from '../http/app-type.ts'
import { noContent } from '../http/no-content.ts'
import { answers } from '../http/operation.ts'
import { deleteIntegrationToken } from '@sonde/actions/integration-tokens/delete-integration-token.ts'

export function deleteIntegrationTokenRoute(app: App, deps: ApiDeps): void {
  app.delete(
    '/v1/integration-tokens/:id',
    {
      schema: {
        summary: 'Delete an integration token',
        description: 'Programs that use it lose access at once.',
        tags: ['Integration tokens'],
        params: Type.Object({ id: Uuid() }),
        response: answers({ 204: noContent }),
      },
      config: { access: { kind: 'account', role: 'ADMIN' } },
    },
    async (request, reply) => {
      await deleteIntegrationToken(deps, actorOf(request, deps), { id: request.params.id })
      return reply.code(204).send()
    },
  )
}
