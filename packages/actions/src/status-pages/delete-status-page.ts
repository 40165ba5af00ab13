import { deletePages, findPageForUpdate, lockPagesOf } from '@sonde/store/status-pages/status-pages.ts'
import { recordDocument } from '../audit/record-change.ts'
import { notFound } from '../refusal.ts'
import { pageAnswer } from './page-answer.ts'
import { endRulesOf } from './automation-rules/end-rules.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import type { Actor } from '../actor.ts'
import type { ActionDeps } from '../action-deps.ts'

export async function deleteStatusPage(
  deps: ActionDeps,
  actor: Actor,
  { statusPageId }: { statusPageId: string },
): Promise<void> {
  const { accountId } = actor
  await deps.store.write(async (db) => {
    await endRulesOf(db, deps, { accountId, pageIds: [statusPageId] })
    const page = await findPageForUpdate(db, { accountId, id: statusPageId })
    if (!page) throw notFound('status page')
    const before = await pageAnswer(db, page, deps)
    await deletePages(db, [page])
    await recordDocument(db, actor, 'STATUS_PAGE', { before, after: null })
  })
}

/** Inside `write`, for many, without audit entries. Returns how many there were. */
export async function removeStatusPages(
  db: Db,
  deps: ActionDeps,
  { accountId, ids }: { accountId: string; ids: readonly string[] },
): Promise<number> {
  await endRulesOf(db, deps, { accountId, pageIds: ids })
  return await deletePages(db, await lockPagesOf(db, { accountId, ids }))
}
