import { Uuid } from '@sonde/schema/validation/building-blocks.ts'
import { PrivateLocationUpdate, WrittenPrivateLocation } from '@sonde/schema/agents/private-location.ts'
import { Type } from 'typebox'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { updatePrivateLocation } from '@sonde/actions/private-locations/update-private-location.ts'

export function updatePrivateLocationRoute(app: App, deps: ApiDeps): void {
  app.put(
    '/v1/private-locations/:id',
    {
      schema: {
        summary: 'Change a private location',
        description:
          'Omitted fields keep their value. The slug cannot change, because results are stored under it.',
        tags: ['Private locations'],
        params: Type.Object({ id: Uuid() }),
        body: PrivateLocationUpdate,
        response: answers({ 200: WrittenPrivateLocation }),
      },
      config: { access: { kind: 'account', role: 'ADMIN' } },
    },
    async (request) =>
      updatePrivateLocation(deps, actorOf(request, deps), { id: request.params.id, input: request.body }),
  )
}
