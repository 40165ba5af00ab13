import { Uuid } from '@sonde/schema/validation/building-blocks.ts'
import { Type } from 'typebox'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import type { App } from '../http/app-type.ts'
import { noContent } from '../http/no-content.ts'
import { answers } from '../http/operation.ts'
import { deleteServiceApiKey } from '@sonde/actions/api-keys/delete-service-key.ts'

export function deleteServiceApiKeyRoute(app: App, deps: ApiDeps): void {
  app.delete(
    '/v1/accounts/me/api-keys/:id',
    {
      schema: {
        summary: 'Delete a service API key',
        tags: ['API keys'],
        params: Type.Object({ id: Uuid() }),
        response: answers({ 204: noContent }),
      },
      config: { access: { kind: 'account', role: 'ADMIN' } },
    },
    async (request, reply) => {
      await deleteServiceApiKey(deps, actorOf(request, deps), { keyId: request.params.id })
      return reply.code(204).send()
    },
  )
}
