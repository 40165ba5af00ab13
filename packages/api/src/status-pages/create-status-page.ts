import { randomUUIDv7 } from 'node:crypto'
import { StatusPage, StatusPageWrite } from '@sonde/schema/status-pages/status-page.ts'
import { insertPage, type PageRow } from '@sonde/store/status-pages/status-pages.ts'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import { recordDocument } from '@sonde/actions/audit/record-change.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { pageAnswer } from '@sonde/actions/status-pages/page-answer.ts'
import { pageFields } from '@sonde/actions/status-pages/page-document.ts'
import { writePage, writeUnlessTaken } from '@sonde/actions/status-pages/write-page.ts'

export function createStatusPage(app: App, deps: ApiDeps): void {
  app.post(
    '/v1/status-pages',
    {
      schema: {
        summary: 'Create a status page',
        tags: ['Status Pages'],
        body: StatusPageWrite,
        response: answers({ 201: StatusPage }, 402, 409),
      },
      config: { access: { kind: 'account', role: 'READ_WRITE' } },
    },
    async (request, reply) => {
      const { body } = request
      const now = deps.clock.now()
      const page: PageRow = {
        ...pageFields(body),
        id: randomUUIDv7(),
        accountId: accountOf(request).id,
        version: 1,
        createdAt: now,
        updatedAt: null,
      }
      const answer = await writeUnlessTaken(deps.store, async (db) => {
        await writePage(db, { body, page, now }, insertPage)
        const written = await pageAnswer(db, page, deps)
        await recordDocument(db, actorOf(request, deps), 'STATUS_PAGE', { before: null, after: written })
        return written
      })
      return reply.code(201).send(answer)
    },
  )
}
