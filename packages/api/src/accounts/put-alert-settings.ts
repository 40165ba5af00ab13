import { isRecord } from '@sonde/ground/is-record.ts'
import { AlertSettings, AlertSettingsAlone } from '@sonde/schema/alerts/alert-settings.ts'
import { fillDefaults, keepKnown } from '@sonde/schema/validation/shape.ts'
import { findAccount, lockAccount, updateAccountAlertSettings } from '@sonde/store/accounts/accounts.ts'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import { recordChange } from '@sonde/actions/audit/record-change.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { notFound } from '@sonde/actions/refusal.ts'

export function putAlertSettings(app: App, deps: ApiDeps): void {
  app.put(
    '/v1/accounts/me/alert-settings',
    {
      schema: {
        summary: 'Replace the alert settings of the account',
        description:
          'They hold for every check and group that has none of its own. What is left out gets its default, and unknown fields are refused. ' +
          'Checks that are failing are judged by them from their next run on.',
        tags: ['Accounts'],
        body: AlertSettingsAlone,
        response: answers({ 200: AlertSettings }),
      },
      config: { access: { kind: 'account', role: 'READ_WRITE' } },
    },
    async (request) => {
      const settings = fillDefaults(AlertSettingsAlone, keepKnown(AlertSettingsAlone, request.body))
      if (!isRecord(settings)) throw new Error('alert settings are an object')
      const updatedAt = deps.clock.now()
      const { id } = accountOf(request)
      await deps.store.write(async (db) => {
        await lockAccount(db, id)
        const account = await findAccount(db, id)
        if (account === null) throw notFound('account')
        await updateAccountAlertSettings(db, { id, alertSettings: settings, updatedAt })
        await recordChange(db, actorOf(request, deps), {
          entityType: 'ALERT_SETTINGS',
          entityId: id,
          entityName: account.name,
          before: account.alertSettings,
          after: settings,
        })
      })
      return settings
    },
  )
}
