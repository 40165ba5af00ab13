import { isRecord } from '@sonde/ground/is-record.ts'
import { applyGroup, type GroupSettings } from '@sonde/schema/checks/effective-check.ts'
import { retryPlanOf } from '@sonde/schema/checks/retry-plan.ts'
import { retryWords } from '@sonde/schema/checks/retry-words.ts'
import type { FormValue } from '../schema-form/value-at.ts'

type Source = 'check' | 'group' | 'account'

/** What will count for the check that a form describes, and who decides it. */
export type EffectiveValues = {
  places: { locations: readonly string[]; privateLocations: readonly string[]; source: Source }
  runParallel: { isOn: boolean; source: Source }
  /** What happens when a run fails. */
  retries: { sentence: string; source: Source }
  /** Null: those of the account. */
  alertSettings: { settings: FormValue | null; source: Source }
  /** Whose subscriptions say who is notified. */
  channels: 'check' | 'group' | 'both'
}

/** By the functions that the server decides with; `group` is the group that the form names, as the API shows it. */
export function effectiveValues(value: FormValue, group: FormValue | null): EffectiveValues {
  const settings = group === null ? null : groupSettings(group)
  const check = { activated: true, muted: false, config: value }
  const { config } = applyGroup(check, settings)
  const ofGroup = settings?.config ?? {}
  const decides = typeof ofGroup['useGlobalAlertSettings'] === 'boolean'
  const hasPlaces = textsIn(ofGroup['locations']).length + textsIn(ofGroup['privateLocations']).length > 0
  return {
    places: {
      locations: textsIn(config['locations']),
      privateLocations: textsIn(config['privateLocations']),
      source: hasPlaces ? 'group' : 'check',
    },
    runParallel: {
      isOn: config['runParallel'] === true,
      source: typeof ofGroup['runParallel'] === 'boolean' ? 'group' : 'check',
    },
    retries: {
      sentence: retriesInWords(config),
      source: settings !== null && ofGroup['retryStrategy'] !== 'FALLBACK' ? 'group' : 'check',
    },
    alertSettings: decides ? alertSettingsOf(ofGroup, 'group') : alertSettingsOf(value, 'check'),
    channels: settings === null ? 'check' : decides ? 'group' : 'both',
  }
}

export function retriesInWords(config: FormValue): string {
  // While somebody types, a number of the form may not be one yet.
  const { retryStrategy } = config
  if (!isRecord(retryStrategy)) return retryWords(retryPlanOf(config))
  const typed = Object.entries(retryStrategy).filter(
    ([, one]) => typeof one !== 'object' || Array.isArray(one),
  )
  return retryWords(retryPlanOf({ ...config, retryStrategy: Object.fromEntries(typed) }))
}

function alertSettingsOf(owner: FormValue, source: Source): EffectiveValues['alertSettings'] {
  const { useGlobalAlertSettings, alertSettings } = owner
  if (useGlobalAlertSettings !== false) return { settings: null, source: 'account' }
  return { settings: isRecord(alertSettings) ? alertSettings : {}, source }
}

/** An older group decides everything, and never leaves these two to its checks. */
function groupSettings(group: FormValue): GroupSettings {
  const isOlder =
    typeof group['useGlobalAlertSettings'] === 'boolean' &&
    typeof group['runParallel'] === 'boolean' &&
    group['retryStrategy'] !== 'FALLBACK'
  return {
    version: isOlder ? 1 : 2,
    activated: group['activated'] !== false,
    muted: group['muted'] === true,
    config: group,
  }
}

function textsIn(list: unknown): string[] {
  return Array.isArray(list) ? list.filter((text) => typeof text === 'string') : []
}
