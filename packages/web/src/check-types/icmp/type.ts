import { formatPercent } from '../../parts/format.ts'
import { limitPair } from '../chart-kind.ts'
import { hostAt, hostIn } from '../../schema-form/complete-address.ts'
import type { CheckTypeEntry } from '../check-type.ts'

export const icmpType: CheckTypeEntry = {
  name: 'Ping',
  sentence: 'Does a host answer a ping, how fast, and how much is lost on the way?',
  noun: 'monitor',
  help: 'monitors/icmp',
  construct: { name: 'IcmpMonitor' },
  first: {
    name: 'Ping',
    asks: 'Host',
    example: 'gateway.example.com',
    help: 'A host name or an IP address.',
    requestFor: (target) => ({ hostname: hostIn(target)?.host ?? target }),
    completionOf: (target) => hostAt('hostname', 'ping')(target, {})?.words ?? null,
    fields: ['request.hostname'],
  },
  loadForm: () => import('./form.ts'),
  view: {
    kind: 'runs',
    detailField: 'icmpCheckResult',
    chart: {
      time: 'latencyAvg',
      // Of the single pings, not of the averages of each run.
      band: ['latencyMin_min', 'latencyMax_max'],
      second: {
        kind: 'lines',
        title: 'Packet loss',
        metrics: ['packetLoss_avg', 'packetLoss_max'],
        limitsOf: (check) =>
          limitPair(check, ['degradedPacketLossThreshold', 'maxPacketLossThreshold'], formatPercent),
      },
    },
    loadDetail: () => import('./result.tsx'),
  },
}
