import schema from 'sonde-schema:HEARTBEAT'
import { waitingLayout } from '../../check-form/common-layout.ts'
import { valueAt } from '../../schema-form/value-at.ts'
import type { CheckForm } from '../check-form.ts'

const units = { seconds: 'Seconds', minutes: 'Minutes', hours: 'Hours', days: 'Days' }

export const form: CheckForm = {
  schema,
  start: {
    'heartbeat.period': 1,
    'heartbeat.periodUnit': 'hours',
    'heartbeat.grace': 10,
    'heartbeat.graceUnit': 'minutes',
  },
  layout: waitingLayout({
    what: ['heartbeat.period', 'heartbeat.periodUnit', 'heartbeat.grace', 'heartbeat.graceUnit'],
    more: [
      {
        title: 'Ping address',
        fields: ['heartbeat.pingToken'],
        foldLine: ({ form: { value } }) =>
          (valueAt(value, 'heartbeat.pingToken') ?? '') === '' ? 'Generated when you save' : 'Own token',
      },
    ],
    fields: {
      name: {
        label: 'Name',
        help: 'Shown in lists and alerts.',
        placeholder: 'Nightly backup',
        isWide: true,
      },
      'heartbeat.period': {
        label: 'Ping expected every',
        help: 'How often the job runs: from 30 seconds to 365 days.',
        placeholder: '1',
      },
      'heartbeat.periodUnit': { label: 'Unit', options: units },
      'heartbeat.grace': {
        label: 'Alert when late by',
        help: 'How much longer than usual the job may take before it counts as missed.',
        placeholder: '10',
      },
      'heartbeat.graceUnit': { label: 'Unit of the delay', options: units },
      'heartbeat.pingToken': {
        label: 'Ping token',
        help: 'The secret part of the ping address. Empty: one is generated.',
        isWide: true,
      },
    },
  }),
}
