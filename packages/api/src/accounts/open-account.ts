import { defaultAlertSettings } from '@sonde/schema/alert-settings.ts'
import { defaultRuntimeId } from '@sonde/schema/runtime.ts'
import { insertAccount, type AccountRow } from '@sonde/store/accounts.ts'
import { insertMembership } from '@sonde/store/members.ts'
import type { Db } from '@sonde/store/store.ts'

/** A new account with its owner: both or neither. */
export async function openAccount(
  db: Db,
  account: { id: string; name: string; ownerId: string; now: number },
): Promise<AccountRow> {
  const row: AccountRow = {
    id: account.id,
    name: account.name,
    runtimeId: defaultRuntimeId,
    settings: {},
    alertSettings: { ...defaultAlertSettings },
    createdAt: account.now,
    updatedAt: null,
  }
  await insertAccount(db, row)
  await insertMembership(db, {
    accountId: account.id,
    userId: account.ownerId,
    role: 'OWNER',
    createdAt: account.now,
    updatedAt: null,
  })
  return row
}
