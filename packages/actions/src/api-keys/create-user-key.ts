import { randomUUIDv7 } from 'node:crypto'
import { type UserApiKeyCreate, type UserApiKeyCreated, keyPrefixes } from '@sonde/schema/accounts/api-key.ts'
import { insertApiKey } from '@sonde/store/accounts/api-keys.ts'
import type { ActionDeps } from '../action-deps.ts'
import type { UserActor } from '../actor.ts'
import { recordOwnChange } from '../audit/record-own-change.ts'
import { keyAnswer } from './key-answer.ts'
import { newKey } from './new-key.ts'

export async function createUserApiKey(
  { store, clock }: Pick<ActionDeps, 'store' | 'clock'>,
  actor: UserActor,
  { input }: { input: UserApiKeyCreate },
): Promise<UserApiKeyCreated> {
  const { userId } = actor
  const { key, hash, lastFour } = newKey(keyPrefixes.user)
  const { name } = input
  const row = { id: randomUUIDv7(), name, lastFour, createdAt: clock.now() }
  await store.write(async (db) => {
    await insertApiKey(db, { kind: 'user', userId, hash, ...row })
    await recordOwnChange(db, actor, {
      entityType: 'API_KEY',
      entityId: row.id,
      entityName: name,
      before: null,
      after: { id: row.id, name, userId, lastFour },
    })
  })
  return { ...keyAnswer({ ...row, lastUsedAt: null }), key }
}
