import { randomUUIDv7 } from 'node:crypto'
import {
  type UserApiKeyCreate,
  type UserApiKeyCreated,
  keyPrefixes,
  mostUserKeys,
} from '@sonde/schema/accounts/api-key.ts'
import { insertApiKey, listUserKeys } from '@sonde/store/accounts/api-keys.ts'
import { findUserForUpdate } from '@sonde/store/accounts/users.ts'
import type { ActionDeps } from '../action-deps.ts'
import type { UserActor } from '../actor.ts'
import { recordOwnChange } from '../audit/record-own-change.ts'
import { limitReached, notFound } from '../refusal.ts'
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
    // Locked, so that many at once are counted one after another.
    if ((await findUserForUpdate(db, userId)) === null) throw notFound('user')
    if ((await listUserKeys(db, userId)).length >= mostUserKeys) {
      throw limitReached(`You have reached the limit of ${mostUserKeys} keys: delete one first`)
    }
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
