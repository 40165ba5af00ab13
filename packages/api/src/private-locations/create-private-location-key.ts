import { Uuid } from '@sonde/schema/validation/building-blocks.ts'
import { LocationKey } from '@sonde/schema/agents/location-key.ts'
import { findPrivateLocationForUpdate } from '@sonde/store/locations/private-locations.ts'
import { Type } from 'typebox'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import { recordChange } from '@sonde/actions/audit/record-change.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { notFound } from '@sonde/actions/refusal.ts'
import { addLocationKey } from '@sonde/actions/locations/add-location-key.ts'

export function createPrivateLocationKey(app: App, deps: ApiDeps): void {
  app.post(
    '/v1/private-locations/:id/keys',
    {
      schema: {
        summary: 'Create a key for agents of a private location',
        description:
          'The answer is the only place where the key is shown. A location has at most two, so that one can replace the other.',
        tags: ['Private locations'],
        params: Type.Object({ id: Uuid() }),
        response: answers({ 201: LocationKey }, 402, 409),
      },
      config: { access: { kind: 'account', role: 'ADMIN' } },
    },
    async (request, reply) => {
      const key = { accountId: accountOf(request).id, id: request.params.id }
      const made = await deps.store.write(async (db) => {
        const location = await findPrivateLocationForUpdate(db, key)
        if (!location) throw notFound('private location')
        const place = { kind: 'private', privateLocationId: location.id } as const
        const { rawKey, ...added } = await addLocationKey(db, { place, now: deps.clock.now() })
        await recordChange(db, actorOf(request, deps), {
          entityType: 'PRIVATE_LOCATION_KEY',
          entityId: added.id,
          entityName: location.name,
          before: null,
          after: { ...added, privateLocationId: location.id },
        })
        return { ...added, rawKey }
      })
      return reply.code(201).send(made)
    },
  )
}
