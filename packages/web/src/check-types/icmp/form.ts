import schema from 'sonde-schema:ICMP'
import { ipFamilyWords } from '../../check-form/common-fields.ts'
import { runLayout } from '../../check-form/common-layout.ts'
import { hostAt } from '../../schema-form/complete-address.ts'
import { valueAt } from '../../schema-form/value-at.ts'
import type { CheckForm } from '../check-form.ts'
import { nameOfTarget } from '../proposed-name.ts'

export const form: CheckForm = {
  schema,
  proposeName: (value) => nameOfTarget(value, 'request.hostname'),
  layout: runLayout({
    what: ['request.hostname'],
    limits: [
      'degradedResponseTime',
      'maxResponseTime',
      'degradedPacketLossThreshold',
      'maxPacketLossThreshold',
    ],
    more: [
      {
        title: 'Ping',
        fields: ['request.pingCount', 'request.ipFamily'],
        foldLine: ({ form: { value } }) => {
          const count = valueAt(value, 'request.pingCount')
          const family = valueAt(value, 'request.ipFamily')
          return `${typeof count === 'number' ? count : 10} pings per run, ${String(family ?? 'IPv4')}`
        },
      },
    ],
    fields: {
      'request.hostname': {
        label: 'Host',
        placeholder: 'gateway.example.com',
        isWide: true,
        complete: hostAt('request.hostname', 'ping'),
      },
      'request.ipFamily': ipFamilyWords,
      'request.pingCount': { label: 'Pings per run', placeholder: '10' },
      degradedPacketLossThreshold: { label: 'Degraded from (% loss)', placeholder: 'No limit' },
      maxPacketLossThreshold: { label: 'Failed from (% loss)', placeholder: 'No limit' },
    },
  }),
}
