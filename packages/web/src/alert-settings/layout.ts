import type { FormLayout } from '../schema-form/form-layout.ts'
import { valueAt, type FormValue } from '../schema-form/value-at.ts'

const run = 'runBasedEscalation.failedRunThreshold'
const time = 'timeBasedEscalation.minutesFailingThreshold'
const share = 'parallelRunFailureThreshold.percentage'

function hasReminders(value: FormValue): boolean {
  return valueAt(value, 'reminders.amount') !== 0
}

export const alertSettingsLayout: FormLayout = {
  sections: [
    {
      title: 'When an alert is raised',
      help: 'Sooner means less time lost at night; later means fewer false alarms. Retries of a check come before this.',
      fields: ['escalationType', run, time],
    },
    {
      title: 'Reminders',
      help: 'Sent while a check keeps failing, to everybody who was notified of the first alert.',
      fields: ['reminders.amount', 'reminders.interval'],
    },
    {
      title: 'Checks that run at several locations at once',
      help: 'How many locations must agree before a run counts as failed. Off: one is enough.',
      fields: ['parallelRunFailureThreshold.enabled', share],
    },
  ],
  fields: {
    escalationType: {
      label: 'Alert after',
      options: { RUN_BASED: 'Failed runs in a row', TIME_BASED: 'Minutes of failing' },
    },
    [run]: {
      label: 'Failed runs in a row',
      isHidden: ({ escalationType }) => escalationType === 'TIME_BASED',
    },
    [time]: {
      label: 'Minutes of failing',
      isHidden: ({ escalationType }) => escalationType !== 'TIME_BASED',
    },
    'reminders.amount': {
      label: 'Reminders',
      help: (value) => (hasReminders(value) ? 'After the first alert.' : undefined),
      options: { '0': 'None', '100000': 'Until it recovers' },
    },
    'reminders.interval': {
      label: 'Minutes between reminders',
      isHidden: (value) => !hasReminders(value),
    },
    'parallelRunFailureThreshold.enabled': { label: 'Alert only when enough locations fail' },
    [share]: {
      label: 'Share of the locations (%)',
      isHidden: (value) => valueAt(value, 'parallelRunFailureThreshold.enabled') !== true,
    },
  },
}
