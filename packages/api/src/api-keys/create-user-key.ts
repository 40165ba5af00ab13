import { randomUUIDv7 } from 'node:crypto'
import { UserApiKeyCreate, UserApiKeyCreated, keyPrefixes } from '@sonde/schema/accounts/api-key.ts'
import { insertApiKey } from '@sonde/store/accounts/api-keys.ts'
import type { ApiDeps } from '../api-deps.ts'
import { userIdOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { keyAnswer } from '@sonde/actions/api-keys/key-answer.ts'
import { newKey } from '@sonde/actions/api-keys/new-key.ts'
import { recordInAccountsOf } from './record-user-key.ts'

export function createUserApiKey(app: App, deps: ApiDeps): void {
  app.post(
    '/v1/users/me/api-keys',
    {
      schema: {
        summary: 'Create an API key of your own',
        description: 'The answer is the only place where the key is shown.',
        tags: ['API keys'],
        body: UserApiKeyCreate,
        response: answers({ 201: UserApiKeyCreated }),
      },
      config: { access: { kind: 'user' } },
    },
    async (request, reply) => {
      const userId = userIdOf(request)
      const { key, hash, lastFour } = newKey(keyPrefixes.user)
      const { name } = request.body
      const row = { id: randomUUIDv7(), name, lastFour, createdAt: deps.clock.now() }
      await deps.store.write(async (db) => {
        await insertApiKey(db, { kind: 'user', userId, hash, ...row })
        const after = { id: row.id, name, userId, lastFour }
        await recordInAccountsOf(db, { userId, request, clock: deps.clock }, { before: null, after })
      })
      return reply.code(201).send({ ...keyAnswer({ ...row, lastUsedAt: null }), key })
    },
  )
}
