import { LocationKey } from '@sonde/schema/agents/location-key.ts'
import { Type } from 'typebox'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import { recordChange } from '@sonde/actions/audit/record-change.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { addLocationKey } from '@sonde/actions/locations/add-location-key.ts'
import { dataCenterOf } from '@sonde/actions/locations/data-center-of.ts'
import { requireOperators } from './operators-only.ts'

export function createDataCenterKey(app: App, deps: ApiDeps): void {
  app.post(
    '/v1/locations/:code/keys',
    {
      schema: {
        summary: 'Create a key for agents of a data-center location',
        description:
          'An agent started with it serves the location. The answer is the only place where the key is shown; a location has at most two.',
        tags: ['Location'],
        params: Type.Object({ code: Type.String() }),
        response: answers({ 201: LocationKey }, 409),
      },
      config: { access: { kind: 'account', role: 'ADMIN' } },
    },
    async (request, reply) => {
      await requireOperators(request, deps.store)
      const place = dataCenterOf(request.params.code)
      const made = await deps.store.write(async (db) => {
        const { rawKey, ...key } = await addLocationKey(db, { place, now: deps.clock.now() })
        await recordChange(db, actorOf(request, deps), {
          entityType: 'LOCATION_KEY',
          entityId: key.id,
          entityName: place.dataCenter,
          before: null,
          after: key,
        })
        return { ...key, rawKey }
      })
      return reply.code(201).send(made)
    },
  )
}
