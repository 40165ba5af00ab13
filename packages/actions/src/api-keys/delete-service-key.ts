import { deleteServiceKey, listServiceKeys } from '@sonde/store/accounts/api-keys.ts'
import { recordDocument } from '../audit/record-change.ts'
import { notFound } from '../refusal.ts'
import type { Actor } from '../actor.ts'
import type { ActionDeps } from '../action-deps.ts'

export async function deleteServiceApiKey(
  deps: ActionDeps,
  actor: Actor,
  { keyId }: { keyId: string },
): Promise<void> {
  const key = { accountId: actor.accountId, id: keyId }
  await deps.store.write(async (db) => {
    const row = (await listServiceKeys(db, key.accountId)).find(({ id }) => id === key.id.toLowerCase())
    if (row === undefined || !(await deleteServiceKey(db, key))) throw notFound('API key')
    const { id, name, role, lastFour } = row
    const before = { id, name, role, lastFour }
    await recordDocument(db, actor, 'API_KEY', { before, after: null })
  })
}
