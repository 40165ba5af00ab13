import { completeAlertSettings } from '@sonde/alerting/effective-alert-settings.ts'
import { AlertSettings } from '@sonde/schema/alerts/alert-settings.ts'
import { findAccount } from '@sonde/store/accounts/accounts.ts'
import type { ApiDeps } from '../api-deps.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { notFound } from '@sonde/actions/refusal.ts'

export function getAlertSettings(app: App, deps: ApiDeps): void {
  app.get(
    '/v1/accounts/me/alert-settings',
    {
      schema: {
        summary: 'Show the alert settings of the account',
        description:
          'They apply to every check and group that has none of its own. All fields are returned: those that were never set ' +
          'with the default that applies.',
        tags: ['Accounts'],
        response: answers({ 200: AlertSettings }),
      },
      config: { access: { kind: 'account', role: 'READ_ONLY' } },
    },
    async (request) => {
      const account = await findAccount(deps.store.read, accountOf(request).id)
      if (!account) throw notFound('account')
      const settings = completeAlertSettings(account.alertSettings)
      const answer: Record<string, unknown> = {
        escalationType: settings.escalationType,
        reminders: settings.reminders,
        runBasedEscalation: { failedRunThreshold: settings.failedRunThreshold },
        timeBasedEscalation: { minutesFailingThreshold: settings.minutesFailingThreshold },
        parallelRunFailureThreshold: settings.parallelThreshold,
      }
      return answer
    },
  )
}
