import { isRecord } from '@sonde/ground/is-record.ts'
import type { Role } from '@sonde/schema/accounts/role.ts'
import type { Configuration, ImportWarning } from '@sonde/schema/accounts/configuration.ts'
import { findAccount } from '@sonde/store/accounts/accounts.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import { settingsOf } from '../accounts/account-settings.ts'
import { textOf } from './item-fields.ts'

/** What only the owner of an account may change is left out for everybody else, with a warning where it is different. */
export async function leaveOutOwnersSettings(
  db: Db,
  { accountId, role, document }: { accountId: string; role: Role; document: Configuration },
): Promise<{ document: Configuration; warnings: ImportWarning[] }> {
  const { account } = document
  const settings = account?.['settings']
  if (role === 'OWNER' || !isRecord(settings) || settings['showChannelSecrets'] === undefined) {
    return { document, warnings: [] }
  }
  const { showChannelSecrets, ...others } = settings
  const stored = await findAccount(db, accountId)
  if (stored === null || showChannelSecrets === settingsOf(stored).showChannelSecrets) {
    return { document, warnings: [] }
  }
  const warning = {
    path: 'account.settings.showChannelSecrets',
    name: textOf(account?.['name']),
    message: 'is not imported: only the owner can change it',
  }
  return { document: { ...document, account: { ...account, settings: others } }, warnings: [warning] }
}
