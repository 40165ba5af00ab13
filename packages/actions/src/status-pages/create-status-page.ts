import { pageFields } from './page-document.ts'
import { randomUUIDv7 } from 'node:crypto'
import type { StatusPage, StatusPageWrite } from '@sonde/schema/status-pages/status-page.ts'
import { type PageRow, insertPages } from '@sonde/store/status-pages/status-pages.ts'
import { recordDocument } from '../audit/record-change.ts'
import { pageAnswer } from './page-answer.ts'
import { writePage, addressIsTaken } from './write-page.ts'
import type { Actor } from '../actor.ts'
import type { ActionDeps } from '../action-deps.ts'
import { writeUnlessTaken } from '../write-unless-taken.ts'

export async function createStatusPage(
  deps: ActionDeps,
  actor: Actor,
  { input }: { input: StatusPageWrite },
): Promise<StatusPage> {
  const now = deps.clock.now()
  const page: PageRow = {
    ...pageFields(input),
    id: randomUUIDv7(),
    accountId: actor.accountId,
    version: 1,
    createdAt: now,
    updatedAt: null,
  }
  const answer = await writeUnlessTaken(deps.store, addressIsTaken, async (db) => {
    await writePage(db, { body: input, page, now }, insertPages)
    const pageWithCards = await pageAnswer(db, page, deps)
    await recordDocument(db, actor, 'STATUS_PAGE', { before: null, after: pageWithCards })
    return pageWithCards
  })
  return answer
}
