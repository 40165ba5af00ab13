import { randomUUIDv7 } from 'node:crypto'
import {
  type IntegrationTokenCreate,
  type IntegrationTokenCreated,
  defaultTokenKind,
  integrationTokenPrefix,
} from '@sonde/schema/accounts/integration-token.ts'
import { insertIntegrationToken } from '@sonde/store/accounts/integration-tokens.ts'
import { newKey } from '../api-keys/new-key.ts'
import { recordChange } from '../audit/record-change.ts'
import { tokenAnswer } from './token-answer.ts'
import type { Actor } from '../actor.ts'
import type { ActionDeps } from '../action-deps.ts'

export async function createIntegrationToken(
  deps: ActionDeps,
  actor: Actor,
  { input }: { input: IntegrationTokenCreate },
): Promise<IntegrationTokenCreated> {
  const { key: token, hash, lastFour } = newKey(integrationTokenPrefix)
  const { name, kind = defaultTokenKind } = input
  const row = { id: randomUUIDv7(), name, kind, lastFour, createdAt: deps.clock.now() }
  const answer = tokenAnswer({ ...row, lastUsedAt: null })
  await deps.store.write(async (db) => {
    await insertIntegrationToken(db, { ...row, accountId: actor.accountId, hash })
    await recordChange(db, actor, {
      entityType: 'INTEGRATION_TOKEN',
      entityId: row.id,
      entityName: name,
      before: null,
      after: answer,
    })
  })
  return { ...answer, token }
}
