import { Uuid } from '@sonde/schema/validation/building-blocks.ts'
import { PrivateLocationUsers } from '@sonde/schema/agents/private-location.ts'
import { usersOfLocation } from '@sonde/store/checks/check-private-locations.ts'
import { findPrivateLocation } from '@sonde/store/locations/private-locations.ts'
import { Type } from 'typebox'
import type { ApiDeps } from '../api-deps.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { notFound } from '@sonde/actions/refusal.ts'

/** Of each: beyond that, the numbers say enough. */
const mostNamed = 50

export function listLocationUsers(app: App, deps: ApiDeps): void {
  app.get(
    '/v1/private-locations/:id/users',
    {
      schema: {
        summary: 'List the checks and groups that run from a private location',
        description: `The first ${mostNamed} of each by name, and the total. A location that is in use cannot be deleted.`,
        tags: ['Private locations'],
        params: Type.Object({ id: Uuid() }),
        response: answers({ 200: PrivateLocationUsers }),
      },
      config: { access: { kind: 'account', role: 'READ_ONLY' } },
    },
    async (request) => {
      const { read } = deps.store
      const key = { accountId: accountOf(request).id, id: request.params.id }
      const location = await findPrivateLocation(read, key)
      if (!location) throw notFound('private location')
      return usersOfLocation(read, { accountId: location.accountId, id: location.id, most: mostNamed })
    },
  )
}
