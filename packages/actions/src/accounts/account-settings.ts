import { AccountSettings } from '@sonde/schema/accounts/account-settings.ts'
import { fillDefaults, keepKnown } from '@sonde/schema/validation/shape.ts'
import { type AccountRow, findAccountSettings } from '@sonde/store/accounts/accounts.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import type { ActionDeps } from '../action-deps.ts'

/**
 * Complete: what was never set has its default. Safe because settings are stored only after the schema has judged
 * them, and the defaults are those of the schema.
 */
export function settingsOf({ settings }: Pick<AccountRow, 'settings'>): AccountSettings {
  return fillDefaults(AccountSettings, keepKnown(AccountSettings, settings)) as AccountSettings
}

/** Where checks run that are deployed without a location. */
export async function defaultLocationsOf(
  db: Db,
  { standIns }: Pick<ActionDeps, 'standIns'>,
  accountId: string,
): Promise<readonly string[]> {
  const account = await findAccountSettings(db, accountId)
  return (account === null ? null : settingsOf(account).defaultLocations) ?? [standIns.location]
}
