import { Uuid } from '@sonde/schema/validation/building-blocks.ts'
import { deleteIntegrationTokenOf } from '@sonde/store/accounts/integration-tokens.ts'
import { Type } from 'typebox'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import { recordChange } from '@sonde/actions/audit/record-change.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { noContent } from '../http/no-content.ts'
import { answers } from '../http/operation.ts'
import { notFound } from '@sonde/actions/refusal.ts'
import { tokenAnswer } from '@sonde/actions/integration-tokens/token-answer.ts'

export function deleteIntegrationToken(app: App, deps: ApiDeps): void {
  app.delete(
    '/v1/integration-tokens/:id',
    {
      schema: {
        summary: 'Delete a token of another program',
        description: 'Whoever still uses it is refused from now on.',
        tags: ['Integration tokens'],
        params: Type.Object({ id: Uuid() }),
        response: answers({ 204: noContent }),
      },
      config: { access: { kind: 'account', role: 'ADMIN' } },
    },
    async (request, reply) => {
      const key = { accountId: accountOf(request).id, id: request.params.id }
      const deleted = await deps.store.write(async (db) => {
        const row = await deleteIntegrationTokenOf(db, key)
        if (row === null) return false
        await recordChange(db, actorOf(request, deps), {
          entityType: 'INTEGRATION_TOKEN',
          entityId: row.id,
          entityName: row.name,
          before: tokenAnswer(row),
          after: null,
        })
        return true
      })
      if (!deleted) throw notFound('integration token')
      return reply.code(204).send()
    },
  )
}
