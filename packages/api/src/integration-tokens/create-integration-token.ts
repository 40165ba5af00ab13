import { randomUUIDv7 } from 'node:crypto'
import {
  IntegrationTokenCreate,
  IntegrationTokenCreated,
  defaultTokenKind,
  integrationTokenPrefix,
} from '@sonde/schema/accounts/integration-token.ts'
import { insertIntegrationToken } from '@sonde/store/accounts/integration-tokens.ts'
import type { ApiDeps } from '../api-deps.ts'
import { newKey } from '@sonde/actions/api-keys/new-key.ts'
import { actorOf } from '../http/actor-of.ts'
import { recordChange } from '@sonde/actions/audit/record-change.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { tokenAnswer } from '@sonde/actions/integration-tokens/token-answer.ts'

export function createIntegrationToken(app: App, deps: ApiDeps): void {
  app.post(
    '/v1/integration-tokens',
    {
      schema: {
        summary: 'Create a token for another program',
        description: 'The answer is the only place where the token is shown.',
        tags: ['Integration tokens'],
        body: IntegrationTokenCreate,
        response: answers({ 201: IntegrationTokenCreated }),
      },
      config: { access: { kind: 'account', role: 'ADMIN' } },
    },
    async (request, reply) => {
      const { key: token, hash, lastFour } = newKey(integrationTokenPrefix)
      const { name, kind = defaultTokenKind } = request.body
      const row = { id: randomUUIDv7(), name, kind, lastFour, createdAt: deps.clock.now() }
      const answer = tokenAnswer({ ...row, lastUsedAt: null })
      await deps.store.write(async (db) => {
        await insertIntegrationToken(db, { ...row, accountId: accountOf(request).id, hash })
        await recordChange(db, actorOf(request, deps), {
          entityType: 'INTEGRATION_TOKEN',
          entityId: row.id,
          entityName: name,
          before: null,
          after: answer,
        })
      })
      return reply.code(201).send({ ...answer, token })
    },
  )
}
