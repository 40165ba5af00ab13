import { findAccount, listAccountsOfUser, type AccountRow } from '@sonde/store/accounts/accounts.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import type { Caller } from '../http/access.ts'

/** Every account of the user behind the key; a service key sees the one it belongs to. */
export async function visibleAccounts(db: Db, caller: Caller): Promise<AccountRow[]> {
  if (caller.userId !== null) return listAccountsOfUser(db, caller.userId)
  const own = caller.account && (await findAccount(db, caller.account.id))
  return own ? [own] : []
}
