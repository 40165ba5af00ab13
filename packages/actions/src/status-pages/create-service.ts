import { randomUUIDv7 } from 'node:crypto'
import type {
  StatusPageServiceDetail,
  StatusPageServiceWrite,
} from '@sonde/schema/status-pages/status-page-service.ts'
import { replaceFollows } from '@sonde/store/status-pages/service-follows.ts'
import { type ServiceRow, insertService } from '@sonde/store/status-pages/status-page-services.ts'
import { recordDocument } from '../audit/record-change.ts'
import { requireFollows } from './named-follows.ts'
import { serviceDetail } from './service-answer.ts'
import type { Actor } from '../actor.ts'
import type { ActionDeps } from '../action-deps.ts'

export async function createService(
  deps: ActionDeps,
  actor: Actor,
  { input }: { input: StatusPageServiceWrite },
): Promise<StatusPageServiceDetail> {
  const row: ServiceRow = {
    id: randomUUIDv7(),
    accountId: actor.accountId,
    name: input.name,
    createdAt: deps.clock.now(),
    updatedAt: null,
  }
  return await deps.store.write(async (db) => {
    const follows = await requireFollows(db, actor.accountId, input.follows ?? null)
    await insertService(db, row)
    await replaceFollows(db, row, follows)
    const answer = serviceDetail(row, follows)
    await recordDocument(db, actor, 'STATUS_PAGE_SERVICE', { before: null, after: answer })
    return answer
  })
}
