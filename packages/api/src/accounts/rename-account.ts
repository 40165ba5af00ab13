import { renameAccount } from '@sonde/actions/accounts/rename-account.ts'
import { Account, AccountUpdate } from '@sonde/schema/accounts/account.ts'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'

export function renameAccountRoute(app: App, deps: ApiDeps): void {
  app.patch(
    '/v1/accounts/me',
    {
      schema: {
        summary: 'Rename the account',
        tags: ['Accounts'],
        body: AccountUpdate,
        response: answers({ 200: Account }),
      },
      config: { access: { kind: 'account', role: 'ADMIN' } },
    },
    async (request) => await renameAccount(deps, actorOf(request, deps), { input: request.body }),
  )
}
