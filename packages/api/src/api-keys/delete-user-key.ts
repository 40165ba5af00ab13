import { Uuid } from '@sonde/schema/validation/building-blocks.ts'
import { deleteUserKey, listUserKeys } from '@sonde/store/accounts/api-keys.ts'
import { Type } from 'typebox'
import type { ApiDeps } from '../api-deps.ts'
import { userIdOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { noContent } from '../http/no-content.ts'
import { answers } from '../http/operation.ts'
import { notFound } from '@sonde/actions/refusal.ts'
import { recordInAccountsOf } from './record-user-key.ts'

export function deleteUserApiKey(app: App, deps: ApiDeps): void {
  app.delete(
    '/v1/users/me/api-keys/:id',
    {
      schema: {
        summary: 'Delete an API key of your own',
        tags: ['API keys'],
        params: Type.Object({ id: Uuid() }),
        response: answers({ 204: noContent }),
      },
      config: { access: { kind: 'user' } },
    },
    async (request, reply) => {
      const key = { userId: userIdOf(request), id: request.params.id }
      const { userId } = key
      await deps.store.write(async (db) => {
        const held = (await listUserKeys(db, userId)).find(({ id }) => id === key.id.toLowerCase())
        if (held === undefined || !(await deleteUserKey(db, key))) throw notFound('API key')
        const before = { id: held.id, name: held.name, userId, lastFour: held.lastFour }
        await recordInAccountsOf(db, { userId, request, clock: deps.clock }, { before, after: null })
      })
      return reply.code(204).send()
    },
  )
}
