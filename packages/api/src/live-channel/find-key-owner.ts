import { timingSafeEqual } from 'node:crypto'
import { hashKey } from '@sonde/actions/api-keys/hash-key.ts'
import { findCaller } from '@sonde/store/accounts/api-keys.ts'
import type { ApiDeps } from '../api-deps.ts'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** The account that somebody may listen to, and the key; null for everybody else. Every role may read. */
export async function findKeyOwner(
  { store, keyUse }: Pick<ApiDeps, 'store' | 'keyUse'>,
  { username, password }: { username: string | null; password: string | null },
): Promise<{ accountId: string; keyId: string } | null> {
  const accountId = (username ?? '').toLowerCase()
  if (!uuid.test(accountId) || password === null || !/^[\x21-\x7e]{1,300}$/.test(password)) return null
  const hash = hashKey(password)
  const row = await findCaller(store.read, { hash, accountId })
  if (!row || !timingSafeEqual(Buffer.from(row.hash, 'hex'), Buffer.from(hash, 'hex'))) return null
  const isOfAccount = row.userId === null ? row.keyAccountId === accountId : row.role !== null
  if (!isOfAccount || row.role === null) return null
  keyUse.note(row.keyId)
  return { accountId, keyId: row.keyId }
}
