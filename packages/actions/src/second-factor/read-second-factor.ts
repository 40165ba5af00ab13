import type { SecondFactor } from '@sonde/schema/accounts/second-factor.ts'
import { type AccountRow, listAccountsOfUser } from '@sonde/store/accounts/accounts.ts'
import { countRecoveryCodes, findSecondFactor } from '@sonde/store/accounts/second-factors.ts'
import { findUser } from '@sonde/store/accounts/users.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import { settingsOf } from '../accounts/account-settings.ts'

export async function readSecondFactor(db: Db, userId: string): Promise<SecondFactor> {
  const factor = await findSecondFactor(db, userId)
  const enabledAt = factor?.enabledAt ?? null
  const user = await findUser(db, userId)
  const requiring = await accountsRequiringFactor(db, userId)
  return {
    isEnabled: enabledAt !== null,
    hasPassword: user !== null && user.passwordHash !== null,
    enabledAt: enabledAt === null ? null : new Date(enabledAt).toISOString(),
    recoveryCodesLeft: enabledAt === null ? 0 : await countRecoveryCodes(db, userId),
    requiredBy: requiring.map(({ name }) => name),
  }
}

export async function accountsRequiringFactor(db: Db, userId: string): Promise<AccountRow[]> {
  const accounts = await listAccountsOfUser(db, userId)
  return accounts.filter((account) => settingsOf(account).requireSecondFactor)
}

/** What a user who has given the right password still owes. */
export async function nextSignInStep(
  db: Db,
  userId: string,
): Promise<'SECOND_FACTOR' | 'SET_UP_SECOND_FACTOR' | null> {
  const factor = await findSecondFactor(db, userId)
  if (factor !== null && factor.enabledAt !== null) return 'SECOND_FACTOR'
  return (await accountsRequiringFactor(db, userId)).length > 0 ? 'SET_UP_SECOND_FACTOR' : null
}
