import { formatPercent } from '../../parts/format.ts'
import { limitPair } from '../chart-kind.ts'
import { hostAt, hostIn } from '../../schema-form/complete-address.ts'
import type { CheckTypeEntry } from '../check-type.ts'

/** Whoever pastes the address of a page may want to know whether the page works, which a ping does not tell. */
function pingCompletion(target: string): string | null {
  const words = hostAt('hostname', 'ping')(target, {})?.words ?? null
  const isPage = words !== null && /^https?$/.test(hostIn(target)?.scheme ?? '')
  return isPage ? `${words}. To request the page itself, choose Web address` : words
}

export const icmpType: CheckTypeEntry = {
  name: 'Ping',
  title: 'ping monitor',
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
    completionOf: pingCompletion,
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
