import { deleteDataCenterKey } from '@sonde/actions/locations/delete-data-center-key.ts'
import { Uuid } from '@sonde/schema/validation/building-blocks.ts'
import { Type } from 'typebox'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import type { App } from '../http/app-type.ts'
import { noContent } from '../http/no-content.ts'
import { answers } from '../http/operation.ts'

export function deleteDataCenterKeyRoute(app: App, deps: ApiDeps): void {
  app.delete(
    '/v1/locations/:code/keys/:keyId',
    {
      schema: {
        summary: 'Delete a key for agents of a data-center location',
        description: 'Agents that use it are rejected from their next request on.',
        tags: ['Location'],
        params: Type.Object({ code: Type.String(), keyId: Uuid() }),
        response: answers({ 204: noContent }),
      },
      config: { access: { kind: 'account', role: 'ADMIN' } },
    },
    async (request, reply) => {
      await deleteDataCenterKey(deps, actorOf(request, deps), request.params)
      return reply.code(204).send()
    },
  )
}
