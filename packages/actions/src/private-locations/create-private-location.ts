import { randomUUIDv7 } from 'node:crypto'
import type { PrivateLocationCreate, WrittenPrivateLocation } from '@sonde/schema/agents/private-location.ts'
import { isUniqueViolation } from '@sonde/store/engine/failures.ts'
import { type PrivateLocationRow, insertPrivateLocation } from '@sonde/store/locations/private-locations.ts'
import { recordDocument } from '../audit/record-change.ts'
import { conflict } from '../refusal.ts'
import { addLocationKey } from '../locations/add-location-key.ts'
import { locationAnswer } from './location-answer.ts'
import { refuseMask, sealProxyUrl } from './proxy-url.ts'
import type { Actor } from '../actor.ts'
import type { ActionDeps } from '../action-deps.ts'

export async function createPrivateLocation(
  deps: ActionDeps,
  actor: Actor,
  { input }: { input: PrivateLocationCreate },
): Promise<WrittenPrivateLocation> {
  const { name, slugName, icon = 'location', proxyUrl = null } = input
  refuseMask(proxyUrl)
  const id = randomUUIDv7()
  const now = deps.clock.now()
  const row: PrivateLocationRow = {
    id,
    accountId: actor.accountId,
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
      const newKey = await addLocationKey(db, { place: { kind: 'private', privateLocationId: id }, now })
      const { keys: _shownOnce, ...after } = locationAnswer(row, [], deps.store.sealer)
      await recordDocument(db, actor, 'PRIVATE_LOCATION', { before: null, after })
      return newKey
    }),
  )
  await deps.runs.locationsChanged()
  return locationAnswer(row, [key], deps.store.sealer)
}

async function writeUnlessTaken<Result>(slugName: string, write: () => Promise<Result>): Promise<Result> {
  try {
    return await write()
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    throw conflict(`The account already has a private location with the slugName ${slugName}`)
  }
}
