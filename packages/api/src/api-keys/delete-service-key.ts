import { Uuid } from '@sonde/schema/validation/building-blocks.ts'
import { deleteServiceKey, listServiceKeys } from '@sonde/store/accounts/api-keys.ts'
import { Type } from 'typebox'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import { recordDocument } from '@sonde/actions/audit/record-change.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { noContent } from '../http/no-content.ts'
import { answers } from '../http/operation.ts'
import { notFound } from '@sonde/actions/refusal.ts'

export function deleteServiceApiKey(app: App, deps: ApiDeps): void {
  app.delete(
    '/v1/accounts/me/api-keys/:id',
    {
      schema: {
        summary: 'Delete a service API key',
        tags: ['API keys'],
        params: Type.Object({ id: Uuid() }),
        response: answers({ 204: noContent }),
      },
      config: { access: { kind: 'account', role: 'ADMIN' } },
    },
    async (request, reply) => {
      const key = { accountId: accountOf(request).id, id: request.params.id }
      await deps.store.write(async (db) => {
        const held = (await listServiceKeys(db, key.accountId)).find(({ id }) => id === key.id.toLowerCase())
        if (held === undefined || !(await deleteServiceKey(db, key))) throw notFound('API key')
        const { id, name, role, lastFour } = held
        const before = { id, name, role, lastFour }
        await recordDocument(db, actorOf(request, deps), 'API_KEY', { before, after: null })
      })
      return reply.code(204).send()
    },
  )
}
