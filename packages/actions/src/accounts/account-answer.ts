import { plan, type Account } from '@sonde/schema/accounts/account.ts'
import type { AccountRow } from '@sonde/store/accounts/accounts.ts'
import { settingsOf } from './account-settings.ts'

export function accountAnswer(row: AccountRow): Account {
  return {
    id: row.id,
    name: row.name,
    runtimeId: row.runtimeId,
    ...plan,
    features: [...plan.features],
    settings: { ...row.settings, ...settingsOf(row) },
    alertSettings: row.alertSettings,
  }
}
