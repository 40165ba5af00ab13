import { AccountSettings } from '@sonde/schema/accounts/account-settings.ts'
import { fillDefaults, keepKnown } from '@sonde/schema/validation/shape.ts'
import type { AccountRow } from '@sonde/store/accounts/accounts.ts'

/**
 * Complete: what was never set has its default. Safe because settings are stored only after the schema has judged
 * them, and the defaults are those of the schema.
 */
export function settingsOf({ settings }: Pick<AccountRow, 'settings'>): AccountSettings {
  return fillDefaults(AccountSettings, keepKnown(AccountSettings, settings)) as AccountSettings
}
