import { randomUUIDv7 } from 'node:crypto'
import { PrivateLocationCreate, WrittenPrivateLocation } from '@sonde/schema/agents/private-location.ts'
import { isUniqueViolation } from '@sonde/store/engine/failures.ts'
import { insertPrivateLocation, type PrivateLocationRow } from '@sonde/store/locations/private-locations.ts'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import { recordDocument } from '@sonde/actions/audit/record-change.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { conflict } from '@sonde/actions/refusal.ts'
import { addLocationKey } from '@sonde/actions/locations/add-location-key.ts'
import { locationAnswer } from '@sonde/actions/private-locations/location-answer.ts'
import { refuseMask, sealProxyUrl } from '@sonde/actions/private-locations/proxy-url.ts'

export function createPrivateLocation(app: App, deps: ApiDeps): void {
  app.post(
    '/v1/private-locations',
    {
      schema: {
        summary: 'Create a private location',
        description: 'With a first key for its agents. The answer is the only place where the key is shown.',
        tags: ['Private locations'],
        body: PrivateLocationCreate,
        response: answers({ 201: WrittenPrivateLocation }, 402, 409),
      },
      config: { access: { kind: 'account', role: 'ADMIN' } },
    },
    async (request, reply) => {
      const { name, slugName, icon = 'location', proxyUrl = null } = request.body
      refuseMask(proxyUrl)
      const id = randomUUIDv7()
      const now = deps.clock.now()
      const row: PrivateLocationRow = {
        id,
        accountId: accountOf(request).id,
        name,
        slugName,
        icon,
        proxyUrlSealed: sealProxyUrl(id, proxyUrl, deps.store.sealer),
        createdAt: now,
        updatedAt: null,
        unavailableSince: null,
        assignedSince: null,
      }
      const key = await writeUnlessTaken(slugName, () =>
        deps.store.write(async (db) => {
          await insertPrivateLocation(db, row)
          await deps.runs.announceChange(db, null)
          const added = await addLocationKey(db, { place: { kind: 'private', privateLocationId: id }, now })
          const { keys: _shownOnce, ...after } = locationAnswer(row, [], deps.store.sealer)
          await recordDocument(db, actorOf(request, deps), 'PRIVATE_LOCATION', { before: null, after })
          return added
        }),
      )
      await deps.runs.locationsChanged()
      return reply.code(201).send(locationAnswer(row, [key], deps.store.sealer))
    },
  )
}

async function writeUnlessTaken<Result>(slugName: string, write: () => Promise<Result>): Promise<Result> {
  try {
    return await write()
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    throw conflict(`The account already has a private location with the slugName ${slugName}`)
  }
}
