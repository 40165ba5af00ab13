import { nextUpdatedAt } from '@sonde/ground/next-updated-at.ts'
import type {
  StatusPageService,
  StatusPageServiceWrite,
} from '@sonde/schema/status-pages/status-page-service.ts'
import {
  type ServiceRow,
  findServiceForUpdate,
  renameService,
} from '@sonde/store/status-pages/status-page-services.ts'
import { recordDocument } from '../audit/record-change.ts'
import { notFound } from '../refusal.ts'
import { serviceAnswer } from './service-answer.ts'
import type { Actor } from '../actor.ts'
import type { ActionDeps } from '../action-deps.ts'

export async function updateService(
  deps: ActionDeps,
  actor: Actor,
  { serviceId, input }: { serviceId: string; input: StatusPageServiceWrite },
): Promise<StatusPageService> {
  const key = { accountId: actor.accountId, id: serviceId }
  const { name } = input
  return await deps.store.write(async (db) => {
    const before = await findServiceForUpdate(db, key)
    if (!before) throw notFound('service')
    const after: ServiceRow = { ...before, name, updatedAt: nextUpdatedAt(before, deps.clock.now()) }
    await renameService(db, after)
    await recordDocument(db, actor, 'STATUS_PAGE_SERVICE', {
      before: serviceAnswer(before),
      after: serviceAnswer(after),
    })
    return serviceAnswer(after)
  })
}
