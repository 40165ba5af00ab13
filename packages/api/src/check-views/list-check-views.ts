import { checkViewsOf } from '@sonde/actions/check-views/check-views.ts'
import { notFound } from '@sonde/actions/refusal.ts'
import { CheckViewList } from '@sonde/schema/checks/check-view.ts'
import { findAccount } from '@sonde/store/accounts/accounts.ts'
import type { ApiDeps } from '../api-deps.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'

export function listCheckViews(app: App, deps: ApiDeps): void {
  app.get(
    '/v1/check-views',
    {
      schema: {
        summary: 'List the saved views of the list of checks',
        description: 'Those that everybody of the account has, sorted by name.',
        tags: ['Check status'],
        response: answers({ 200: CheckViewList }),
      },
      config: { access: { kind: 'account', role: 'READ_ONLY' } },
    },
    async (request) => {
      const account = await findAccount(deps.store.read, accountOf(request).id)
      if (account === null) throw notFound('account')
      return checkViewsOf(account)
    },
  )
}
