import { Uuid } from '@sonde/schema/validation/building-blocks.ts'
import { Type } from 'typebox'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import type { App } from '../http/app-type.ts'
import { noContent } from '../http/no-content.ts'
import { answers } from '../http/operation.ts'
import { deletePrivateLocation } from '@sonde/actions/private-locations/delete-private-location.ts'

export function deletePrivateLocationRoute(app: App, deps: ApiDeps): void {
  app.delete(
    '/v1/private-locations/:id',
    {
      schema: {
        summary: 'Delete a private location',
        description: 'Also deletes its keys. Its agents are rejected from their next request on.',
        tags: ['Private locations'],
        params: Type.Object({ id: Uuid() }),
        response: answers({ 204: noContent }, 409),
      },
      config: { access: { kind: 'account', role: 'ADMIN' } },
    },
    async (request, reply) => {
      await deletePrivateLocation(deps, actorOf(request, deps), { id: request.params.id })
      return reply.code(204).send()
    },
  )
}
