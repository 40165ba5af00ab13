import { StatusPage, StatusPageParams, StatusPageWrite } from '@sonde/schema/status-pages/status-page.ts'
import { laterThan } from '@sonde/status-pages/later-than.ts'
import { findPageForUpdate, updatePage, type PageRow } from '@sonde/store/status-pages/status-pages.ts'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import { recordDocument } from '@sonde/actions/audit/record-change.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { type Refusal, notFound, conflict } from '@sonde/actions/refusal.ts'
import { pageAnswer } from '@sonde/actions/status-pages/page-answer.ts'
import { pageFields } from '@sonde/actions/status-pages/page-document.ts'
import { writePage, writeUnlessTaken } from '@sonde/actions/status-pages/write-page.ts'

export function updateStatusPage(app: App, deps: ApiDeps): void {
  app.put(
    '/v1/status-pages/:statusPageId',
    {
      schema: {
        summary: 'Replace a status page with its cards',
        description:
          'What is left out gets its default. With `version`, the update is refused when the page was changed since that version.',
        tags: ['Status Pages'],
        params: StatusPageParams,
        body: StatusPageWrite,
        response: answers({ 200: StatusPage }, 409),
      },
      config: { access: { kind: 'account', role: 'READ_WRITE' } },
    },
    async (request) => {
      const { body } = request
      const { version = null } = body
      const key = { accountId: accountOf(request).id, id: request.params.statusPageId }
      return await writeUnlessTaken(deps.store, async (db) => {
        const before = await findPageForUpdate(db, key)
        if (!before) throw notFound('status page')
        if (version !== null && version !== before.version) throw isStale(before)
        const now = laterThan(before, deps.clock.now())
        const page: PageRow = {
          ...before,
          ...pageFields(body),
          version: before.version + 1,
          updatedAt: now,
        }
        const shownBefore = await pageAnswer(db, before, deps)
        await writePage(db, { body, page, now }, updatePage)
        const written = await pageAnswer(db, page, deps)
        await recordDocument(db, actorOf(request, deps), 'STATUS_PAGE', {
          before: shownBefore,
          after: written,
        })
        return written
      })
    },
  )
}

function isStale({ version }: PageRow): Refusal {
  return conflict(`The page was changed since: its version is ${version} now`)
}
