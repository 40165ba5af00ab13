import type { RunType } from './result/detail-of.ts'

/** What the charts of a type are made of. Names are those of the analytics of the API, which also tells their labels. */
export type ChartKind = {
  /** What this type calls the time that it measures. */
  time: string
  /** The fastest and the slowest of a span. */
  band: readonly [low: string, high: string]
  second:
    | { kind: 'lines'; title: string; metrics: readonly string[] }
    | { kind: 'stack'; title: string; metrics: readonly string[] }
    | null
}

const bandOf = (time: string) => [`${time}_min`, `${time}_max`] as const

const chartKinds = {
  ICMP: {
    time: 'latencyAvg',
    // Of the single pings, not of the averages of each run.
    band: ['latencyMin_min', 'latencyMax_max'],
    second: { kind: 'lines', title: 'Packet loss', metrics: ['packetLoss_avg', 'packetLoss_max'] },
  },
  TRACEROUTE: {
    time: 'finalHopLatencyAvg',
    band: bandOf('finalHopLatencyAvg'),
    second: {
      kind: 'lines',
      title: 'Packet loss at the target',
      metrics: ['finalHopPacketLoss_avg', 'finalHopPacketLoss_max'],
    },
  },
  URL: {
    time: 'responseTime',
    band: bandOf('responseTime'),
    second: {
      kind: 'stack',
      title: 'Where the time went',
      metrics: ['wait_avg', 'dns_avg', 'tcp_avg', 'firstByte_avg', 'download_avg'],
    },
  },
  TCP: {
    time: 'total',
    band: bandOf('total'),
    second: {
      kind: 'stack',
      title: 'Where the time went',
      metrics: ['dns_avg', 'connection_avg', 'data_avg'],
    },
  },
  DNS: { time: 'total', band: bandOf('total'), second: null },
  SSL: {
    time: 'handshakeTimeMs',
    band: bandOf('handshakeTimeMs'),
    second: { kind: 'lines', title: 'Days until the certificate ends', metrics: ['daysUntilExpiry_min'] },
  },
  GRPC: {
    time: 'total',
    band: bandOf('total'),
    second: { kind: 'stack', title: 'Where the time went', metrics: ['dns_avg', 'connect_avg'] },
  },
} as const satisfies Record<RunType, ChartKind>

export function chartKindOf(type: RunType): ChartKind {
  return chartKinds[type]
}
