import { Uuid } from '@sonde/schema/validation/building-blocks.ts'
import { deleteLocationKey } from '@sonde/store/locations/location-keys.ts'
import { Type } from 'typebox'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import { recordChange } from '@sonde/actions/audit/record-change.ts'
import type { App } from '../http/app-type.ts'
import { noContent } from '../http/no-content.ts'
import { answers } from '../http/operation.ts'
import { notFound } from '@sonde/actions/refusal.ts'
import { dataCenterOf } from '@sonde/actions/locations/data-center-of.ts'
import { requireOperators } from './operators-only.ts'

export function deleteDataCenterKey(app: App, deps: ApiDeps): void {
  app.delete(
    '/v1/locations/:code/keys/:keyId',
    {
      schema: {
        summary: 'Delete a key for agents of a data-center location',
        description: 'Agents that use it are turned away from their next call on.',
        tags: ['Location'],
        params: Type.Object({ code: Type.String(), keyId: Uuid() }),
        response: answers({ 204: noContent }),
      },
      config: { access: { kind: 'account', role: 'ADMIN' } },
    },
    async (request, reply) => {
      await requireOperators(request, deps.store)
      const key = { place: dataCenterOf(request.params.code), id: request.params.keyId }
      await deps.store.write(async (db) => {
        if (!(await deleteLocationKey(db, key))) throw notFound('key')
        await recordChange(db, actorOf(request, deps), {
          entityType: 'LOCATION_KEY',
          entityId: key.id.toLowerCase(),
          entityName: key.place.dataCenter,
          before: {},
          after: null,
        })
      })
      return reply.code(204).send()
    },
  )
}
