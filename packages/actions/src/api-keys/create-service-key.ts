import { keyAnswer } from './key-answer.ts'
import { randomUUIDv7 } from 'node:crypto'
import {
  type ServiceApiKeyCreate,
  type ServiceApiKeyCreated,
  keyPrefixes,
} from '@sonde/schema/accounts/api-key.ts'
import { countServiceKeys, insertApiKey } from '@sonde/store/accounts/api-keys.ts'
import { requireRoomFor } from '../accounts/account-limits.ts'
import { recordDocument } from '../audit/record-change.ts'
import { newKey } from './new-key.ts'
import type { Actor } from '../actor.ts'
import type { ActionDeps } from '../action-deps.ts'

export async function createServiceApiKey(
  deps: ActionDeps,
  actor: Actor,
  { input }: { input: ServiceApiKeyCreate },
): Promise<ServiceApiKeyCreated> {
  const { key, hash, lastFour } = newKey(keyPrefixes.service)
  const { name, role } = input
  const row = { id: randomUUIDv7(), name, lastFour, createdAt: deps.clock.now() }
  const accountId = actor.accountId
  await deps.store.write(async (db) => {
    const most = deps.accountLimits.keys
    await requireRoomFor(db, { accountId, limit: 'keys', most, count: countServiceKeys })
    await insertApiKey(db, { kind: 'service', accountId, role, hash, ...row })
    const after = { id: row.id, name, role, lastFour }
    await recordDocument(db, actor, 'API_KEY', { before: null, after })
  })
  return { ...keyAnswer({ ...row, lastUsedAt: null }), role, key }
}
