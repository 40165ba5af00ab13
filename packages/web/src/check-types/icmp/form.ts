import schema from 'sonde-schema:ICMP'
import { ipFamilyWords, runLayout } from '../../check-form/common-layout.ts'
import type { CheckForm } from '../check-form.ts'

export const form: CheckForm = {
  schema,
  layout: runLayout({
    target: ['request.hostname', 'request.ipFamily', 'request.pingCount'],
    thresholds: [
      'degradedResponseTime',
      'maxResponseTime',
      'degradedPacketLossThreshold',
      'maxPacketLossThreshold',
    ],
    fields: {
      'request.hostname': { label: 'Host' },
      'request.ipFamily': ipFamilyWords,
      'request.pingCount': { label: 'Pings per run' },
      degradedPacketLossThreshold: { label: 'Degraded from (% loss)' },
      maxPacketLossThreshold: { label: 'Failed from (% loss)' },
    },
  }),
}
