import { PrivateLocationCreate, WrittenPrivateLocation } from '@sonde/schema/agents/private-location.ts'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { createPrivateLocation } from '@sonde/actions/private-locations/create-private-location.ts'

export function createPrivateLocationRoute(app: App, deps: ApiDeps): void {
  app.post(
    '/v1/private-locations',
    {
      schema: {
        summary: 'Create a private location',
        description: 'With a first key for its agents. The key is shown only in this response.',
        tags: ['Private locations'],
        body: PrivateLocationCreate,
        response: answers({ 201: WrittenPrivateLocation }, 402, 409),
      },
      config: { access: { kind: 'account', role: 'ADMIN' } },
    },
    async (request, reply) =>
      reply
        .code(201)
        .send(await createPrivateLocation(deps, actorOf(request, deps), { input: request.body })),
  )
}
