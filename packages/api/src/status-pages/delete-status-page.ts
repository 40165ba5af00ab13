import { StatusPageParams } from '@sonde/schema/status-page.ts'
import { deletePage } from '@sonde/store/status-pages.ts'
import type { ApiDeps } from '../api-deps.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { noContent } from '../http/no-content.ts'
import { answers } from '../http/operation.ts'
import { notFound } from '../http/refusal.ts'

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
      if (!(await deps.store.write((db) => deletePage(db, key)))) throw notFound('status page')
      return reply.code(204).send()
    },
  )
}
