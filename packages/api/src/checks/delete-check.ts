import { CheckParams } from '@sonde/schema/check-query.ts'
import { deleteCheck as removeCheck } from '@sonde/store/checks.ts'
import type { ApiDeps } from '../api-deps.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { noContent } from '../http/no-content.ts'
import { answers } from '../http/operation.ts'
import { notFound } from '../http/refusal.ts'

export function deleteCheck(app: App, deps: ApiDeps): void {
  app.delete(
    '/v1/checks/:id',
    {
      schema: {
        summary: 'Delete a check of any type',
        tags: ['Checks'],
        params: CheckParams,
        response: answers({ 204: noContent }),
      },
      config: { access: { kind: 'account', role: 'READ_WRITE' } },
    },
    async (request, reply) => {
      const key = { accountId: accountOf(request).id, id: request.params.id }
      const deleted = await deps.store.write(async (db) => {
        const isDeleted = await removeCheck(db, key)
        if (isDeleted) await deps.runs.announceChange(db, key.id.toLowerCase())
        return isDeleted
      })
      if (!deleted) throw notFound('check')
      await deps.runs.checkDeleted(request.params.id.toLowerCase())
      return reply.code(204).send()
    },
  )
}
