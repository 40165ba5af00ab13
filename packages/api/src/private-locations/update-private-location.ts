import { Uuid } from '@sonde/schema/validation/building-blocks.ts'
import { PrivateLocationUpdate, WrittenPrivateLocation } from '@sonde/schema/agents/private-location.ts'
import { listPrivateLocationKeys } from '@sonde/store/locations/location-keys.ts'
import {
  findPrivateLocationForUpdate,
  updatePrivateLocation as writeLocation,
  type PrivateLocationRow,
} from '@sonde/store/locations/private-locations.ts'
import { bumpRunContext } from '@sonde/store/runs/run-context-revision.ts'
import type { Sealer } from '@sonde/store/installation/sealer.ts'
import { Type } from 'typebox'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import { recordDocument } from '@sonde/actions/audit/record-change.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { notFound, invalidInput } from '@sonde/actions/refusal.ts'
import { keysOf, locationAnswer } from '@sonde/actions/private-locations/location-answer.ts'
import { refuseMask, sealProxyUrl, showProxyUrl } from '@sonde/actions/private-locations/proxy-url.ts'

export function updatePrivateLocation(app: App, deps: ApiDeps): void {
  app.put(
    '/v1/private-locations/:id',
    {
      schema: {
        summary: 'Change a private location',
        description: 'What is left out stays as it is. Checks refer to the slug, so that it cannot change.',
        tags: ['Private locations'],
        params: Type.Object({ id: Uuid() }),
        body: PrivateLocationUpdate,
        response: answers({ 200: WrittenPrivateLocation }),
      },
      config: { access: { kind: 'account', role: 'ADMIN' } },
    },
    async (request) => {
      const key = { accountId: accountOf(request).id, id: request.params.id }
      const { name, slugName, icon, proxyUrl } = request.body
      const { sealer } = deps.store
      return await deps.store.write(async (db) => {
        const before = await findPrivateLocationForUpdate(db, key)
        if (!before) throw notFound('private location')
        if (slugName !== undefined && slugName !== before.slugName) throw slugIsFixed()
        const after: PrivateLocationRow = {
          ...before,
          name,
          icon: icon ?? before.icon,
          proxyUrlSealed: updatedProxy(before, proxyUrl, sealer),
          // Grows with every accepted write, also when the clock does not.
          updatedAt: Math.max(deps.clock.now(), (before.updatedAt ?? before.createdAt) + 1),
        }
        await writeLocation(db, after)
        const keys = await listPrivateLocationKeys(db, [before.id])
        if (after.proxyUrlSealed !== before.proxyUrlSealed) await bumpRunContext(db)
        await recordDocument(db, actorOf(request, deps), 'PRIVATE_LOCATION', {
          before: locationAnswer(before, [], sealer),
          after: locationAnswer(after, [], sealer),
        })
        return locationAnswer(after, keysOf(after, keys), sealer)
      })
    },
  )
}

/** What was read and is sent back unchanged, the masked password included, changes nothing. */
function updatedProxy(
  before: PrivateLocationRow,
  sent: string | null | undefined,
  sealer: Sealer,
): string | null {
  if (sent === undefined || sent === showProxyUrl(before, sealer)) return before.proxyUrlSealed
  refuseMask(sent)
  return sealProxyUrl(before.id, sent, sealer)
}

function slugIsFixed() {
  return invalidInput([{ path: 'slugName', message: 'cannot be changed: checks refer to it' }])
}
