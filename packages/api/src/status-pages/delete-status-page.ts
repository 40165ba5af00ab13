import { StatusPageParams } from '@sonde/schema/status-pages/status-page.ts'
import { deletePage, findPageForUpdate } from '@sonde/store/status-pages/status-pages.ts'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import { recordDocument } from '@sonde/actions/audit/record-change.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { noContent } from '../http/no-content.ts'
import { answers } from '../http/operation.ts'
import { notFound } from '@sonde/actions/refusal.ts'
import { pageAnswer } from '@sonde/actions/status-pages/page-answer.ts'

export function deleteStatusPage(app: App, deps: ApiDeps): void {
  app.delete(
    '/v1/status-pages/:statusPageId',
    {
      schema: {
        summary: 'Delete a status page',
        description: 'Its cards and subscribers go with it; services and incidents stay.',
        tags: ['Status Pages'],
        params: StatusPageParams,
        response: answers({ 204: noContent }),
      },
      config: { access: { kind: 'account', role: 'READ_WRITE' } },
    },
    async (request, reply) => {
      const key = { accountId: accountOf(request).id, id: request.params.statusPageId }
      await deps.store.write(async (db) => {
        const page = await findPageForUpdate(db, key)
        if (!page) throw notFound('status page')
        const before = await pageAnswer(db, page, deps)
        await deletePage(db, key)
        await recordDocument(db, actorOf(request, deps), 'STATUS_PAGE', { before, after: null })
      })
      return reply.code(204).send()
    },
  )
}
