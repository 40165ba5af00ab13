import { isRecord } from '@sonde/ground/is-record.ts'
import { nextUpdatedAt } from '@sonde/ground/next-updated-at.ts'
import { AccountSettings, AccountSettingsPatch } from '@sonde/schema/accounts/account-settings.ts'
import { AlertSettingsAlone } from '@sonde/schema/alerts/alert-settings.ts'
import { keepKnown } from '@sonde/schema/validation/shape.ts'
import type { Violation } from '@sonde/schema/validation/violation.ts'
import { findAccount, findAccountForUpdate, updateAccount } from '@sonde/store/accounts/accounts.ts'
import { settingsOf } from '../../accounts/account-settings.ts'
import { beginRequiringSecondFactor } from '../../accounts/require-second-factor.ts'
import type { ConfigurationKind } from '../configuration-kind.ts'
import { textOf } from '../item-fields.ts'
import { completeBy, validatorOf } from './validate-items.ts'

const validateSettings = validatorOf(AccountSettingsPatch)
const validateAlertSettings = validatorOf(AlertSettingsAlone)

/** The account itself, of which there is one. */
export const accountKind: ConfigurationKind = {
  list: 'account',
  title: 'account',
  entityType: 'ACCOUNT',
  ids: null,
  nameOf: ({ name }) => textOf(name),
  keyOf: () => 'account',
  async read({ db, accountId }) {
    const account = await findAccount(db, accountId)
    if (account === null) return []
    const { id, name, settings, alertSettings, createdAt } = account
    // Views of the list lie among the settings, and are none.
    return [{ id, item: { name, settings: keepKnown(AccountSettings, settings), alertSettings }, createdAt }]
  },
  withoutSecrets: (item) => item,
  // What is left out stays, each setting by itself: a document from before there was one must not turn it off.
  restoreSecrets: (item, stored) => ({
    item: { ...stored, ...item, settings: mergeSettings(stored?.['settings'], item['settings']) },
  }),
  mapReferences: (item) => item,
  validate: ({ settings, alertSettings }) => [
    ...below('settings', validateSettings(settings)),
    ...below('alertSettings', validateAlertSettings(alertSettings)),
  ],
  complete(item) {
    const { alertSettings } = item
    const isSet = isRecord(alertSettings) && Object.keys(alertSettings).length > 0
    return isSet ? { ...item, alertSettings: completeBy(AlertSettingsAlone, alertSettings) } : item
  },
  async insert() {
    throw new Error('there is an account before anything is imported into it')
  },
  async update({ db, actor }, _stored, { name, settings, alertSettings }) {
    const { accountId, at } = actor
    const before = await findAccountForUpdate(db, accountId)
    if (before === null) throw new Error(`the account ${accountId} is gone`)
    const requiresFactor = isRecord(settings) && settings['requireSecondFactor'] === true
    if (requiresFactor && !settingsOf(before).requireSecondFactor) await beginRequiringSecondFactor(db, actor)
    await updateAccount(db, {
      id: before.id,
      name: textOf(name) ?? before.name,
      settings: isRecord(settings) ? { ...before.settings, ...settings } : before.settings,
      alertSettings: isRecord(alertSettings) ? alertSettings : before.alertSettings,
      updatedAt: nextUpdatedAt(before, at),
    })
  },
}

function mergeSettings(stored: unknown, sent: unknown): unknown {
  return isRecord(stored) && (sent === undefined || isRecord(sent)) ? { ...stored, ...sent } : sent
}

function below(field: string, violations: readonly Violation[]): Violation[] {
  return violations.map(({ path, message }) => ({ path: path === '' ? field : `${field}.${path}`, message }))
}
