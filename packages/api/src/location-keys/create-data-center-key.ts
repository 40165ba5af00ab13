import { createDataCenterKey } from '@sonde/actions/locations/create-data-center-key.ts'
import { LocationKey } from '@sonde/schema/agents/location-key.ts'
import { Type } from 'typebox'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'

export function createDataCenterKeyRoute(app: App, deps: ApiDeps): void {
  app.post(
    '/v1/locations/:code/keys',
    {
      schema: {
        summary: 'Create a key for agents of a data-center location',
        description:
          'An agent started with it serves the location. The key is shown only in this response; a location has at most two.',
        tags: ['Location'],
        params: Type.Object({ code: Type.String() }),
        response: answers({ 201: LocationKey }, 409),
      },
      config: { access: { kind: 'account', role: 'ADMIN' } },
    },
    async (request, reply) =>
      reply.code(201).send(await createDataCenterKey(deps, actorOf(request, deps), request.params)),
  )
}
