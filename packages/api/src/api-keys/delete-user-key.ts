import { deleteUserApiKey } from '@sonde/actions/api-keys/delete-user-key.ts'
import { Uuid } from '@sonde/schema/validation/building-blocks.ts'
import { Type } from 'typebox'
import type { ApiDeps } from '../api-deps.ts'
import { userActorOf } from '../http/actor-of.ts'
import type { App } from '../http/app-type.ts'
import { noContent } from '../http/no-content.ts'
import { answers } from '../http/operation.ts'

export function deleteUserApiKeyRoute(app: App, deps: ApiDeps): void {
  app.delete(
    '/v1/users/me/api-keys/:id',
    {
      schema: {
        summary: 'Delete an API key of your own',
        tags: ['API keys'],
        params: Type.Object({ id: Uuid() }),
        response: answers({ 204: noContent }),
      },
      config: { access: { kind: 'user' } },
    },
    async (request, reply) => {
      await deleteUserApiKey(deps, userActorOf(request, deps), { keyId: request.params.id })
      return reply.code(204).send()
    },
  )
}
