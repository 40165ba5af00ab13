import { AlertSettings, AlertSettingsAlone } from '@sonde/schema/alerts/alert-settings.ts'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { putAlertSettings } from '@sonde/actions/accounts/put-alert-settings.ts'

export function putAlertSettingsRoute(app: App, deps: ApiDeps): void {
  app.put(
    '/v1/accounts/me/alert-settings',
    {
      schema: {
        summary: 'Replace the alert settings of the account',
        description:
          'They apply to every check and group that has none of its own. Omitted fields get their default, and unknown fields are rejected. ' +
          'For checks that are already failing, they apply from the next run on.',
        tags: ['Accounts'],
        body: AlertSettingsAlone,
        response: answers({ 200: AlertSettings }),
      },
      config: { access: { kind: 'account', role: 'READ_WRITE' } },
    },
    async (request) => putAlertSettings(deps, actorOf(request, deps), { input: request.body }),
  )
}
