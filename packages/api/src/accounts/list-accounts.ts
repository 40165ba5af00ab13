import { Type } from 'typebox'
import { AccountList, AccountSummary } from '@sonde/schema/accounts/account.ts'
import type { ApiDeps } from '../api-deps.ts'
import { callerOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { accountAnswer } from '@sonde/actions/accounts/account-answer.ts'
import { visibleAccounts } from './visible-accounts.ts'

/** `/next` is what the command line asks; it differs in what it shows of each account. */
export function listAccounts(app: App, deps: ApiDeps): void {
  const routes = [
    { url: '/v1/accounts', schema: AccountList },
    { url: '/next/accounts', schema: Type.Array(AccountSummary) },
  ]
  for (const { url, schema } of routes) {
    app.get(
      url,
      {
        schema: {
          summary: 'List the accounts that the key can act on',
          tags: ['Accounts'],
          response: answers({ 200: schema }),
        },
        config: { access: { kind: 'key' } },
      },
      async (request) => (await visibleAccounts(deps.store.read, callerOf(request))).map(accountAnswer),
    )
  }
}
