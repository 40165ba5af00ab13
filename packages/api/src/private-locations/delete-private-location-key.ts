import { Uuid } from '@sonde/schema/validation/building-blocks.ts'
import { Type } from 'typebox'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import type { App } from '../http/app-type.ts'
import { noContent } from '../http/no-content.ts'
import { answers } from '../http/operation.ts'
import { deletePrivateLocationKey } from '@sonde/actions/private-locations/delete-private-location-key.ts'

export function deletePrivateLocationKeyRoute(app: App, deps: ApiDeps): void {
  app.delete(
    '/v1/private-locations/:id/keys/:keyId',
    {
      schema: {
        summary: 'Delete a key for agents of a private location',
        description: 'Agents that use it are rejected from their next request on.',
        tags: ['Private locations'],
        params: Type.Object({ id: Uuid(), keyId: Uuid() }),
        response: answers({ 204: noContent }),
      },
      config: { access: { kind: 'account', role: 'ADMIN' } },
    },
    async (request, reply) => {
      await deletePrivateLocationKey(deps, actorOf(request, deps), request.params)
      return reply.code(204).send()
    },
  )
}
