import { Uuid } from '@sonde/schema/validation/building-blocks.ts'
import { LocationKey } from '@sonde/schema/agents/location-key.ts'
import { Type } from 'typebox'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { createPrivateLocationKey } from '@sonde/actions/private-locations/create-private-location-key.ts'

export function createPrivateLocationKeyRoute(app: App, deps: ApiDeps): void {
  app.post(
    '/v1/private-locations/:id/keys',
    {
      schema: {
        summary: 'Create a key for agents of a private location',
        description:
          'The key is shown only in this response. A location has at most two, so that you can replace one without downtime.',
        tags: ['Private locations'],
        params: Type.Object({ id: Uuid() }),
        response: answers({ 201: LocationKey }, 402, 409),
      },
      config: { access: { kind: 'account', role: 'ADMIN' } },
    },
    async (request, reply) =>
      reply
        .code(201)
        .send(await createPrivateLocationKey(deps, actorOf(request, deps), { id: request.params.id })),
  )
}
