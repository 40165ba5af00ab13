import { deletePagePassword, findPagePassword } from '@sonde/store/status-pages/status-page-passwords.ts'
import { findPageForUpdate } from '@sonde/store/status-pages/status-pages.ts'
import { recordChange } from '../audit/record-change.ts'
import { notFound } from '../refusal.ts'
import { pageKeyAnswer } from './page-key-answer.ts'
import type { Actor } from '../actor.ts'
import type { ActionDeps } from '../action-deps.ts'

export async function removePagePassword(
  deps: ActionDeps,
  actor: Actor,
  { statusPageId }: { statusPageId: string },
): Promise<void> {
  const key = { accountId: actor.accountId, id: statusPageId }
  await deps.store.write(async (db) => {
    const page = await findPageForUpdate(db, key)
    if (!page) throw notFound('status page')
    const before = await findPagePassword(db, page.id)
    if (before === null) throw notFound('password')
    await deletePagePassword(db, page.id)
    await recordChange(db, actor, {
      entityType: 'STATUS_PAGE_PASSWORD',
      entityId: page.id,
      entityName: page.name,
      before: pageKeyAnswer(before),
      after: null,
    })
  })
}
