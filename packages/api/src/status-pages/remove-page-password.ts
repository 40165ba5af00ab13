import { StatusPageParams } from '@sonde/schema/status-pages/status-page.ts'
import { deletePagePassword, findPagePassword } from '@sonde/store/status-pages/status-page-passwords.ts'
import { findPageForUpdate } from '@sonde/store/status-pages/status-pages.ts'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import { recordChange } from '@sonde/actions/audit/record-change.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { noContent } from '../http/no-content.ts'
import { answers } from '../http/operation.ts'
import { notFound } from '@sonde/actions/refusal.ts'
import { pageKeyAnswer } from '@sonde/actions/status-pages/page-key-answer.ts'

export function removePagePassword(app: App, deps: ApiDeps): void {
  app.delete(
    '/v1/status-pages/:statusPageId/password',
    {
      schema: {
        summary: 'Show a private status page to everybody again',
        description: 'Its password is forgotten.',
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
        const before = await findPagePassword(db, page.id)
        if (before === null) throw notFound('password')
        await deletePagePassword(db, page.id)
        await recordChange(db, actorOf(request, deps), {
          entityType: 'STATUS_PAGE_PASSWORD',
          entityId: page.id,
          entityName: page.name,
          before: pageKeyAnswer(before),
          after: null,
        })
      })
      return reply.code(204).send()
    },
  )
}
