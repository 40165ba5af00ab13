import { deletePage, findPageForUpdate } from '@sonde/store/status-pages/status-pages.ts'
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
  await deps.store.write((db) => removeStatusPage(db, deps, actor, { statusPageId }))
}

/** Inside `write`. */
export async function removeStatusPage(
  db: Db,
  deps: ActionDeps,
  actor: Actor,
  { statusPageId }: { statusPageId: string },
): Promise<void> {
  const key = { accountId: actor.accountId, id: statusPageId }
  await endRulesOf(db, deps, key)
  const page = await findPageForUpdate(db, key)
  if (!page) throw notFound('status page')
  const before = await pageAnswer(db, page, deps)
  await deletePage(db, key)
  await recordDocument(db, actor, 'STATUS_PAGE', { before, after: null })
}
