import schema from 'sonde-schema:HEARTBEAT'
import { waitingLayout } from '../../check-form/common-layout.ts'
import type { CheckForm } from '../check-form.ts'

export const form: CheckForm = {
  schema,
  layout: waitingLayout({
    target: [
      'heartbeat.period',
      'heartbeat.periodUnit',
      'heartbeat.grace',
      'heartbeat.graceUnit',
      'heartbeat.pingToken',
    ],
    fields: {
      'heartbeat.period': { label: 'A ping is expected every' },
      'heartbeat.periodUnit': { label: 'Unit of the period' },
      'heartbeat.grace': { label: 'Grace for a late one' },
      'heartbeat.graceUnit': { label: 'Unit of the grace' },
      'heartbeat.pingToken': { label: 'Ping token', isWide: true },
    },
  }),
}
