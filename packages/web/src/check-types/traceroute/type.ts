import { bandOf } from '../chart-kind.ts'
import type { CheckTypeEntry } from '../check-type.ts'

export const tracerouteType: CheckTypeEntry = {
  name: 'Traceroute',
  sentence: 'By which hops is a target reached, and where does the path end?',
  noun: 'monitor',
  help: 'monitors/traceroute',
  construct: { name: 'TracerouteMonitor' },
  first: null,
  loadForm: () => import('./form.ts'),
  view: {
    kind: 'runs',
    detailField: 'tracerouteCheckResult',
    chart: {
      time: 'finalHopLatencyAvg',
      band: bandOf('finalHopLatencyAvg'),
      second: {
        kind: 'lines',
        title: 'Packet loss at the target',
        metrics: ['finalHopPacketLoss_avg', 'finalHopPacketLoss_max'],
      },
    },
    loadDetail: () => import('./result.tsx'),
  },
}
