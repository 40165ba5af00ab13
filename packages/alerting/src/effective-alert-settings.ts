import { isRecord } from '@sonde/ground/is-record.ts'
import { defaultAlertSettings } from '@sonde/schema/alerts/alert-settings.ts'

/** Alert settings with nothing left out: what the state machine works with. */
export type CompleteAlertSettings = {
  escalationType: 'RUN_BASED' | 'TIME_BASED'
  failedRunThreshold: number
  minutesFailingThreshold: number
  /** Interval in minutes. */
  reminders: { amount: number; interval: number }
  parallelThreshold: { enabled: boolean; percentage: number }
}

/** As stored: a check or a group has its own settings, and may leave them to its account. */
export type StoredAlertSettings = { useGlobalAlertSettings?: unknown; alertSettings?: unknown }

const defaultMinutesFailing = 5

/** Whose settings are used for a check. Null for `useGlobalAlertSettings` of a group leaves it to the check. */
export function effectiveAlertSettings(owners: {
  check: StoredAlertSettings
  group: StoredAlertSettings | null
  account: unknown
}): CompleteAlertSettings {
  const { check, group, account } = owners
  const decider = group !== null && overrides(group) ? group : check
  const isGlobal = decider.useGlobalAlertSettings !== false
  return completeAlertSettings(isGlobal ? account : decider.alertSettings)
}

/**
 * Whose subscriptions say where the alerts of a check go. A group that leaves the settings to its checks adds its
 * subscriptions to theirs: whoever subscribes a channel to a group hears of its checks.
 */
export function subscriptionOwner(group: StoredAlertSettings | null): 'check' | 'group' | 'both' {
  if (group === null) return 'check'
  return overrides(group) ? 'group' : 'both'
}

/** The same, as the store asks for it. */
export function subscriptionSubject(
  checkId: string,
  group: { id: number; config: StoredAlertSettings } | null,
): { checkId?: string; groupId?: number } {
  const owner = subscriptionOwner(group?.config ?? null)
  return {
    ...(owner === 'group' ? {} : { checkId }),
    ...(owner === 'check' || group === null ? {} : { groupId: group.id }),
  }
}

function overrides(group: StoredAlertSettings): boolean {
  return typeof group.useGlobalAlertSettings === 'boolean'
}

/** Settings were judged when they were saved; what is missing, or cannot be meant, takes its default. */
export function completeAlertSettings(stored: unknown): CompleteAlertSettings {
  const settings = isRecord(stored) ? stored : {}
  const reminders = partOf(settings, 'reminders')
  const parallel = partOf(settings, 'parallelRunFailureThreshold')
  const defaults = defaultAlertSettings
  return {
    escalationType: settings['escalationType'] === 'TIME_BASED' ? 'TIME_BASED' : 'RUN_BASED',
    failedRunThreshold: wholeNumber(
      partOf(settings, 'runBasedEscalation')['failedRunThreshold'],
      1,
      defaults.runBasedEscalation.failedRunThreshold,
    ),
    minutesFailingThreshold: wholeNumber(
      partOf(settings, 'timeBasedEscalation')['minutesFailingThreshold'],
      1,
      defaultMinutesFailing,
    ),
    reminders: {
      amount: wholeNumber(reminders['amount'], 0, defaults.reminders.amount),
      interval: wholeNumber(reminders['interval'], 1, defaults.reminders.interval),
    },
    parallelThreshold: {
      enabled: parallel['enabled'] === true,
      percentage: wholeNumber(parallel['percentage'], 1, defaults.parallelRunFailureThreshold.percentage),
    },
  }
}

function partOf(settings: Readonly<Record<string, unknown>>, name: string): Record<string, unknown> {
  const part = settings[name]
  return isRecord(part) ? part : {}
}

function wholeNumber(value: unknown, least: number, byDefault: number): number {
  return typeof value === 'number' && Number.isInteger(value) && value >= least ? value : byDefault
}
