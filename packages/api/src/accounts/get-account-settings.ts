import { AccountSettings } from '@sonde/schema/accounts/account-settings.ts'
import { findAccount } from '@sonde/store/accounts/accounts.ts'
import type { ApiDeps } from '../api-deps.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { notFound } from '@sonde/actions/refusal.ts'
import { settingsOf } from '@sonde/actions/accounts/account-settings.ts'

export function getAccountSettings(app: App, deps: ApiDeps): void {
  app.get(
    '/v1/accounts/me/settings',
    {
      schema: {
        summary: 'Show the settings of the account',
        tags: ['Accounts'],
        response: answers({ 200: AccountSettings }),
      },
      config: { access: { kind: 'account', role: 'READ_ONLY' } },
    },
    async (request) => {
      const account = await findAccount(deps.store.read, accountOf(request).id)
      if (account === null) throw notFound('account')
      return settingsOf(account)
    },
  )
}
