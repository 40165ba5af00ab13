import { Uuid } from '@sonde/schema/validation/building-blocks.ts'
import { deleteLocationKey } from '@sonde/store/locations/location-keys.ts'
import { findPrivateLocation } from '@sonde/store/locations/private-locations.ts'
import { Type } from 'typebox'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import { recordChange } from '@sonde/actions/audit/record-change.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { noContent } from '../http/no-content.ts'
import { answers } from '../http/operation.ts'
import { notFound } from '@sonde/actions/refusal.ts'

export function deletePrivateLocationKey(app: App, deps: ApiDeps): void {
  app.delete(
    '/v1/private-locations/:id/keys/:keyId',
    {
      schema: {
        summary: 'Delete a key for agents of a private location',
        description: 'Agents that use it are turned away from their next call on.',
        tags: ['Private locations'],
        params: Type.Object({ id: Uuid(), keyId: Uuid() }),
        response: answers({ 204: noContent }),
      },
      config: { access: { kind: 'account', role: 'ADMIN' } },
    },
    async (request, reply) => {
      const { id, keyId } = request.params
      await deps.store.write(async (db) => {
        const location = await findPrivateLocation(db, { accountId: accountOf(request).id, id })
        if (!location) throw notFound('private location')
        const place = { kind: 'private', privateLocationId: location.id } as const
        if (!(await deleteLocationKey(db, { id: keyId, place }))) throw notFound('key')
        await recordChange(db, actorOf(request, deps), {
          entityType: 'PRIVATE_LOCATION_KEY',
          entityId: keyId.toLowerCase(),
          entityName: location.name,
          before: { privateLocationId: location.id },
          after: null,
        })
      })
      return reply.code(204).send()
    },
  )
}
