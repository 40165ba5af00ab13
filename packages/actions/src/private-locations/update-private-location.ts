import { nextUpdatedAt } from '@sonde/ground/next-updated-at.ts'
import type { PrivateLocationUpdate, WrittenPrivateLocation } from '@sonde/schema/agents/private-location.ts'
import { listPrivateLocationKeys } from '@sonde/store/locations/location-keys.ts'
import {
  type PrivateLocationRow,
  findPrivateLocationForUpdate,
  updatePrivateLocation as writeLocation,
} from '@sonde/store/locations/private-locations.ts'
import { bumpRunContext } from '@sonde/store/runs/run-context-revision.ts'
import type { Sealer } from '@sonde/store/installation/sealer.ts'
import { recordDocument } from '../audit/record-change.ts'
import { invalidInput, notFound } from '../refusal.ts'
import { fixedSlugMessage } from './fixed-slug.ts'
import { keysOf, locationAnswer } from './location-answer.ts'
import { refuseMask, sealProxyUrl, showProxyUrl } from './proxy-url.ts'
import type { Actor } from '../actor.ts'
import type { ActionDeps } from '../action-deps.ts'

export async function updatePrivateLocation(
  deps: ActionDeps,
  actor: Actor,
  { id, input }: { id: string; input: PrivateLocationUpdate },
): Promise<WrittenPrivateLocation> {
  const key = { accountId: actor.accountId, id }
  const { name, slugName, icon, proxyUrl } = input
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
      updatedAt: nextUpdatedAt(before, deps.clock.now()),
    }
    await writeLocation(db, after)
    const keys = await listPrivateLocationKeys(db, [before.id])
    if (after.proxyUrlSealed !== before.proxyUrlSealed) await bumpRunContext(db)
    await recordDocument(db, actor, 'PRIVATE_LOCATION', {
      before: locationAnswer(before, [], sealer),
      after: locationAnswer(after, [], sealer),
    })
    return locationAnswer(after, keysOf(after, keys), sealer)
  })
}

/** What was read and is sent back unchanged, the masked password included, changes nothing. */
function updatedProxy(
  before: PrivateLocationRow,
  input: string | null | undefined,
  sealer: Sealer,
): string | null {
  if (input === undefined || input === showProxyUrl(before, sealer)) return before.proxyUrlSealed
  refuseMask(input)
  return sealProxyUrl(before.id, input, sealer)
}

function slugIsFixed() {
  return invalidInput([{ path: 'slugName', message: fixedSlugMessage }])
}
