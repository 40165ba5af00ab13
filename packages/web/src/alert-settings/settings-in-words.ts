import { isRecord } from '@sonde/ground/is-record.ts'
import type { AlertSettings } from '../resources/alert-settings.ts'
import { valueAt, type FormValue } from '../schema-form/value-at.ts'

/** The amount of reminders that stands for "until it recovers". */
const untilRecovery = 100_000

/** What the settings mean at night, in a few sentences; half-typed values are left out. */
export function settingsInWords(settings: NonNullable<AlertSettings> | FormValue): string[] {
  const at = (path: string) => (isRecord(settings) ? valueAt(settings, path) : undefined)
  return [
    firstAlert(at('escalationType'), {
      runs: at('runBasedEscalation.failedRunThreshold'),
      minutes: at('timeBasedEscalation.minutesFailingThreshold'),
    }),
    remindersInWords(at('reminders.amount'), at('reminders.interval')),
    parallelInWords(at('parallelRunFailureThreshold.enabled'), at('parallelRunFailureThreshold.percentage')),
  ].filter((sentence) => sentence !== null)
}

function firstAlert(type: unknown, { runs, minutes }: { runs: unknown; minutes: unknown }): string | null {
  if (type === 'TIME_BASED') {
    return typeof minutes === 'number' ? `Alerts once a check has been failing for ${minutes} minutes.` : null
  }
  if (typeof runs !== 'number') return null
  return runs === 1 ? 'Alerts at the first failed run.' : `Alerts after ${runs} failed runs in a row.`
}

function remindersInWords(amount: unknown, interval: unknown): string | null {
  if (typeof amount !== 'number') return null
  if (amount === 0) return 'Does not remind: the next message is the recovery.'
  if (typeof interval !== 'number') return null
  const every = interval === 1 ? 'every minute' : `every ${interval} minutes`
  if (amount === untilRecovery) return `Then reminds ${every} until it recovers.`
  return `Then reminds ${every}, ${amount === 1 ? 'once' : `${amount} times`}.`
}

function parallelInWords(enabled: unknown, percentage: unknown): string | null {
  if (enabled !== true || typeof percentage !== 'number') return null
  return `A check that runs at several locations at once counts as failed when ${percentage} % of them fail.`
}
