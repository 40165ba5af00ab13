import { AccountSettings, AccountSettingsPatch } from '@sonde/schema/accounts/account-settings.ts'
import type { ApiDeps } from '../api-deps.ts'
import { accountOf } from '../http/access.ts'
import { actorOf } from '../http/actor-of.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { patchAccountSettings } from '@sonde/actions/accounts/patch-account-settings.ts'

export function patchAccountSettingsRoute(app: App, deps: ApiDeps): void {
  app.patch(
    '/v1/accounts/me/settings',
    {
      schema: {
        summary: 'Change settings of the account',
        description:
          'Changes only the fields that are sent. Only the owner can change `showChannelSecrets`. To turn on `requireSecondFactor`, you need a second factor yourself.',
        tags: ['Accounts'],
        body: AccountSettingsPatch,
        response: answers({ 200: AccountSettings }, 409),
      },
      config: { access: { kind: 'account', role: 'ADMIN' } },
    },
    async (request) => {
      const { role } = accountOf(request)
      return await patchAccountSettings(deps, actorOf(request, deps), { input: request.body, role })
    },
  )
}
