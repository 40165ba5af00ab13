import type { UpdateMode } from '@sonde/actions/checks/update-mode.ts'
import type { AccountSettings } from '@sonde/schema/accounts/account-settings.ts'
import { findAccountSettings } from '@sonde/store/accounts/accounts.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import type { FastifyRequest } from 'fastify'
import { settingsOf } from '@sonde/actions/accounts/account-settings.ts'
import { accountOf } from './access.ts'

/**
 * The mode of a `PUT` of a check, and the only place that decides it. Clients of the reference are known by
 * their headers. An account that has set it has set it for every client.
 */
export async function updateModeOf(request: FastifyRequest, { read }: { read: Db }): Promise<UpdateMode> {
  const account = await findAccountSettings(read, accountOf(request).id)
  const setting = account === null ? null : settingsOf(account).checkUpdateReading
  return setting === null ? modeByHeaders(request) : modeBySetting[setting]
}

const modeBySetting: Readonly<Record<NonNullable<AccountSettings['checkUpdateReading']>, UpdateMode>> = {
  letter: 'strict',
  lenient: 'merge',
}

function modeByHeaders(request: Pick<FastifyRequest, 'headers'>): UpdateMode {
  return omitsEmptyValues(request) ? 'sparse' : 'strict'
}

/**
 * Whether the request is of a client of the reference (its Go client, Terraform provider or command line), known by
 * its headers. Their encoders leave empty values out: in a `PUT` an omission is how they say "none".
 */
export function omitsEmptyValues({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return 'x-checkly-account' in headers || 'x-checkly-source' in headers
}
