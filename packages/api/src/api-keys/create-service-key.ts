import { randomUUIDv7 } from 'node:crypto'
import { ServiceApiKeyCreate, ServiceApiKeyCreated, keyPrefixes } from '@sonde/schema/accounts/api-key.ts'
import { insertApiKey } from '@sonde/store/accounts/api-keys.ts'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import { recordDocument } from '@sonde/actions/audit/record-change.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { keyAnswer } from '@sonde/actions/api-keys/key-answer.ts'
import { newKey } from '@sonde/actions/api-keys/new-key.ts'

export function createServiceApiKey(app: App, deps: ApiDeps): void {
  app.post(
    '/v1/accounts/me/api-keys',
    {
      schema: {
        summary: 'Create a service API key',
        description: 'The answer is the only place where the key is shown.',
        tags: ['API keys'],
        body: ServiceApiKeyCreate,
        response: answers({ 201: ServiceApiKeyCreated }),
      },
      config: { access: { kind: 'account', role: 'ADMIN' } },
    },
    async (request, reply) => {
      const { key, hash, lastFour } = newKey(keyPrefixes.service)
      const { name, role } = request.body
      const row = { id: randomUUIDv7(), name, lastFour, createdAt: deps.clock.now() }
      const accountId = accountOf(request).id
      await deps.store.write(async (db) => {
        await insertApiKey(db, { kind: 'service', accountId, role, hash, ...row })
        const after = { id: row.id, name, role, lastFour }
        await recordDocument(db, actorOf(request, deps), 'API_KEY', { before: null, after })
      })
      return reply.code(201).send({ ...keyAnswer({ ...row, lastUsedAt: null }), role, key })
    },
  )
}
