import { deleteUserKey, listUserKeys } from '@sonde/store/accounts/api-keys.ts'
import type { ActionDeps } from '../action-deps.ts'
import type { UserActor } from '../actor.ts'
import { recordOwnChange } from '../audit/record-own-change.ts'
import { notFound } from '../refusal.ts'

export async function deleteUserApiKey(
  { store }: Pick<ActionDeps, 'store'>,
  actor: UserActor,
  { keyId }: { keyId: string },
): Promise<void> {
  const { userId } = actor
  await store.write(async (db) => {
    const key = (await listUserKeys(db, userId)).find(({ id }) => id === keyId.toLowerCase())
    if (key === undefined || !(await deleteUserKey(db, { userId, id: keyId }))) throw notFound('API key')
    const { id, name, lastFour } = key
    await recordOwnChange(db, actor, {
      entityType: 'API_KEY',
      entityId: id,
      entityName: name,
      before: { id, name, userId, lastFour },
      after: null,
    })
  })
}
