import { Uuid } from '@sonde/schema/validation/building-blocks.ts'
import { isLocationUsed } from '@sonde/store/checks/check-private-locations.ts'
import {
  deletePrivateLocation as removeLocation,
  findPrivateLocationForUpdate,
} from '@sonde/store/locations/private-locations.ts'
import { Type } from 'typebox'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import { recordDocument } from '@sonde/actions/audit/record-change.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { noContent } from '../http/no-content.ts'
import { answers } from '../http/operation.ts'
import { notFound, conflict } from '@sonde/actions/refusal.ts'
import { locationAnswer } from '@sonde/actions/private-locations/location-answer.ts'

export function deletePrivateLocation(app: App, deps: ApiDeps): void {
  app.delete(
    '/v1/private-locations/:id',
    {
      schema: {
        summary: 'Delete a private location',
        description: 'Its keys go with it, and its agents are turned away from their next call on.',
        tags: ['Private locations'],
        params: Type.Object({ id: Uuid() }),
        response: answers({ 204: noContent }, 409),
      },
      config: { access: { kind: 'account', role: 'ADMIN' } },
    },
    async (request, reply) => {
      const key = { accountId: accountOf(request).id, id: request.params.id }
      await deps.store.write(async (db) => {
        const location = await findPrivateLocationForUpdate(db, key)
        if (!location) throw notFound('private location')
        if (await isLocationUsed(db, location)) {
          throw conflict('Checks or groups run from this private location: take it out of them first')
        }
        await removeLocation(db, location)
        await recordDocument(db, actorOf(request, deps), 'PRIVATE_LOCATION', {
          before: locationAnswer(location, [], deps.store.sealer),
          after: null,
        })
        await deps.runs.announceChange(db, null)
      })
      await deps.runs.locationsChanged()
      return reply.code(204).send()
    },
  )
}
