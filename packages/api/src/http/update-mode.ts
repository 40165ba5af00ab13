import type { UpdateMode } from '@sonde/actions/checks/update-mode.ts'
import type { AccountSettings } from '@sonde/schema/accounts/account-settings.ts'
import { findAccount } from '@sonde/store/accounts/accounts.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import type { FastifyRequest } from 'fastify'
import { settingsOf } from '@sonde/actions/accounts/account-settings.ts'
import { accountOf } from './access.ts'

/**
 * The mode of a `PUT` of a check, and the only place that decides it. Clients of the newer contract rely on what
 * they omit to stay; their headers give them away. An account that has set it has set it for every client.
 */
export async function updateModeOf(request: FastifyRequest, { read }: { read: Db }): Promise<UpdateMode> {
  const account = await findAccount(read, accountOf(request).id)
  const setting = account === null ? null : settingsOf(account).checkUpdateReading
  return setting === null ? modeByHeaders(request) : modeBySetting[setting]
}

const modeBySetting: Readonly<Record<NonNullable<AccountSettings['checkUpdateReading']>, UpdateMode>> = {
  letter: 'strict',
  lenient: 'merge',
}

function modeByHeaders({ headers }: Pick<FastifyRequest, 'headers'>): UpdateMode {
  const isKnownClient = 'x-checkly-account' in headers || 'x-checkly-source' in headers
  return isKnownClient ? 'merge' : 'strict'
}
