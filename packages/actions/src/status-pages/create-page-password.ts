import { randomUUIDv7 } from 'node:crypto'
import { nextUpdatedAt } from '@sonde/ground/next-updated-at.ts'
import type { StatusPagePassword } from '@sonde/schema/status-pages/status-page-password.ts'
import {
  type PagePasswordRow,
  findPagePassword,
  putPagePassword,
} from '@sonde/store/status-pages/status-page-passwords.ts'
import { findPageForUpdate } from '@sonde/store/status-pages/status-pages.ts'
import { recordChange } from '../audit/record-change.ts'
import { notFound } from '../refusal.ts'
import { hashPassword } from '../users/password.ts'
import { newPagePassword } from './new-page-password.ts'
import { pageKeyAnswer } from './page-key-answer.ts'
import type { Actor } from '../actor.ts'
import type { ActionDeps } from '../action-deps.ts'

export async function createPagePassword(
  deps: ActionDeps,
  actor: Actor,
  { statusPageId }: { statusPageId: string },
): Promise<StatusPagePassword> {
  const key = { accountId: actor.accountId, id: statusPageId }
  const password = newPagePassword()
  const hash = await hashPassword(password)
  const row = await deps.store.write(async (db) => {
    const page = await findPageForUpdate(db, key)
    if (!page) throw notFound('status page')
    const before = await findPagePassword(db, page.id)
    const now = deps.clock.now()
    const passwordRow: PagePasswordRow = {
      pageId: page.id,
      id: randomUUIDv7(),
      hash,
      lastFour: password.slice(-4),
      createdAt: before?.createdAt ?? now,
      updatedAt: before === null ? null : nextUpdatedAt(before, now),
    }
    await putPagePassword(db, passwordRow)
    await recordChange(db, actor, {
      entityType: 'STATUS_PAGE_PASSWORD',
      entityId: page.id,
      entityName: page.name,
      before: before === null ? null : pageKeyAnswer(before),
      after: pageKeyAnswer(passwordRow),
    })
    return passwordRow
  })
  return { ...pageKeyAnswer(row), password }
}
