import { defaultAlertSettings } from '@sonde/schema/alerts/alert-settings.ts'
import { defaultRuntimeId } from '@sonde/schema/checks/runtime.ts'
import { insertAccount, type AccountRow } from '@sonde/store/accounts/accounts.ts'
import { insertMembership } from '@sonde/store/accounts/members.ts'
import type { Db } from '@sonde/store/engine/store.ts'

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
