import { randomUUIDv7 } from 'node:crypto'
import type {
  StatusPageService,
  StatusPageServiceWrite,
} from '@sonde/schema/status-pages/status-page-service.ts'
import { type ServiceRow, insertService } from '@sonde/store/status-pages/status-page-services.ts'
import { recordDocument } from '../audit/record-change.ts'
import { serviceAnswer } from './service-answer.ts'
import type { Actor } from '../actor.ts'
import type { ActionDeps } from '../action-deps.ts'

export async function createService(
  deps: ActionDeps,
  actor: Actor,
  { input }: { input: StatusPageServiceWrite },
): Promise<StatusPageService> {
  const row: ServiceRow = {
    id: randomUUIDv7(),
    accountId: actor.accountId,
    name: input.name,
    createdAt: deps.clock.now(),
    updatedAt: null,
  }
  const answer = serviceAnswer(row)
  await deps.store.write(async (db) => {
    await insertService(db, row)
    await recordDocument(db, actor, 'STATUS_PAGE_SERVICE', {
      before: null,
      after: answer,
    })
  })
  return answer
}
