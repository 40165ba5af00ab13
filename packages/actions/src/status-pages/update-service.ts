import { nextUpdatedAt } from '@sonde/ground/next-updated-at.ts'
import type {
  StatusPageServiceDetail,
  StatusPageServiceWrite,
} from '@sonde/schema/status-pages/status-page-service.ts'
import { followsOfServices, replaceFollows } from '@sonde/store/status-pages/service-follows.ts'
import {
  type ServiceRow,
  findServiceForUpdate,
  renameService,
} from '@sonde/store/status-pages/status-page-services.ts'
import { recordDocument } from '../audit/record-change.ts'
import { notFound } from '../refusal.ts'
import { requireFollows } from './named-follows.ts'
import { shownBindings } from '../projects/shown-bindings.ts'
import { serviceDetail } from './service-answer.ts'
import type { Actor } from '../actor.ts'
import type { ActionDeps } from '../action-deps.ts'

export async function updateService(
  deps: ActionDeps,
  actor: Actor,
  { serviceId, input }: { serviceId: string; input: StatusPageServiceWrite },
): Promise<StatusPageServiceDetail> {
  const key = { accountId: actor.accountId, id: serviceId }
  const { name } = input
  return await deps.store.write(async (db) => {
    const before = await findServiceForUpdate(db, key)
    if (!before) throw notFound('service')
    const after: ServiceRow = { ...before, name, updatedAt: nextUpdatedAt(before, deps.clock.now()) }
    const followed = (await followsOfServices(db, [before.id])).get(before.id) ?? null
    // Clients that know of names alone leave it out.
    const follows =
      input.follows === undefined ? followed : await requireFollows(db, actor.accountId, input.follows)
    await renameService(db, after)
    if (input.follows !== undefined) await replaceFollows(db, after, follows)
    const bindings = (await shownBindings(db, 'status-page-service', [after.id]))(after.id)
    const answer = serviceDetail(after, follows, bindings)
    await recordDocument(db, actor, 'STATUS_PAGE_SERVICE', {
      before: serviceDetail(before, followed, bindings),
      after: answer,
    })
    return answer
  })
}
