import { nextUpdatedAt } from '@sonde/ground/next-updated-at.ts'
import { pageFields } from './page-document.ts'
import type { StatusPage, StatusPageWrite } from '@sonde/schema/status-pages/status-page.ts'
import {
  type PageRow,
  findPageForUpdate,
  nextVersion,
  updatePages,
} from '@sonde/store/status-pages/status-pages.ts'
import { recordDocument } from '../audit/record-change.ts'
import { type Refusal, conflict, invalidInput, notFound } from '../refusal.ts'
import { pageAnswer } from './page-answer.ts'
import { writePage, addressIsTaken } from './write-page.ts'
import type { Actor } from '../actor.ts'
import type { ActionDeps } from '../action-deps.ts'
import { writeUnlessTaken } from '../write-unless-taken.ts'

export async function updateStatusPage(
  deps: ActionDeps,
  actor: Actor,
  { statusPageId, input }: { statusPageId: string; input: StatusPageWrite },
): Promise<StatusPage> {
  const { version = null, revision = null } = input
  const key = { accountId: actor.accountId, id: statusPageId }
  return await writeUnlessTaken(deps.store, addressIsTaken, async (db) => {
    const before = await findPageForUpdate(db, key)
    if (!before) throw notFound('status page')
    const fields = pageFields(input)
    if (before.layout === 'CARDS' && version !== null && version !== before.version) throw isStale(before)
    if (revision !== null && revision !== before.version) throw isStale(before)
    if (fields.layout !== before.layout) throw keepsLayout(before)
    const now = nextUpdatedAt(before, deps.clock.now())
    const page: PageRow = {
      ...before,
      ...fields,
      version: nextVersion(before),
      updatedAt: now,
    }
    const shownBefore = await pageAnswer(db, before, deps)
    await writePage(db, { body: input, page, now }, updatePages)
    const after = await pageAnswer(db, page, deps)
    await recordDocument(db, actor, 'STATUS_PAGE', {
      before: shownBefore,
      after,
    })
    return after
  })
}

function keepsLayout({ layout }: PageRow): Refusal {
  return invalidInput([
    layout === 'CARDS'
      ? { path: 'version', message: 'cannot become 3: a page with cards stays one' }
      : { path: 'version', message: 'must be 3, without cards: a page with components stays one' },
  ])
}

function isStale({ version }: PageRow): Refusal {
  return conflict(
    `The page was changed in the meantime: its version is now ${version}. Read it again and repeat the change`,
  )
}
