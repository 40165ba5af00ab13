import { type AlertSettings, AlertSettingsAlone } from '@sonde/schema/alerts/alert-settings.ts'
import { fillDefaults, keepKnown } from '@sonde/schema/validation/shape.ts'
import { isRecord } from '@sonde/ground/is-record.ts'
import { findAccount, lockAccount, updateAccountAlertSettings } from '@sonde/store/accounts/accounts.ts'
import { recordChange } from '../audit/record-change.ts'
import { notFound } from '../refusal.ts'
import type { Actor } from '../actor.ts'
import type { ActionDeps } from '../action-deps.ts'

export async function putAlertSettings(
  deps: ActionDeps,
  actor: Actor,
  { input }: { input: AlertSettingsAlone },
): Promise<AlertSettings> {
  const settings = fillDefaults(AlertSettingsAlone, keepKnown(AlertSettingsAlone, input))
  if (!isRecord(settings)) throw new Error('alert settings are an object')
  const updatedAt = deps.clock.now()
  const { accountId: id } = actor
  await deps.store.write(async (db) => {
    await lockAccount(db, id)
    const account = await findAccount(db, id)
    if (account === null) throw notFound('account')
    await updateAccountAlertSettings(db, { id, alertSettings: settings, updatedAt })
    await recordChange(db, actor, {
      entityType: 'ALERT_SETTINGS',
      entityId: id,
      entityName: account.name,
      before: account.alertSettings,
      after: settings,
    })
  })
  return settings
}
