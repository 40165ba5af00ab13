import type { Assertion } from '@sonde/schema/check-types/assertion.ts'
import type { IcmpDocument, IcmpRunConfig, PingResult } from '@sonde/schema/check-types/icmp/result.ts'

/** A check with the defaults of the contract. */
export function icmpConfig({
  request,
  ...fields
}: Partial<Omit<IcmpRunConfig, 'request'>> & {
  request?: Partial<IcmpRunConfig['request']>
} = {}): IcmpRunConfig {
  return {
    shouldFail: false,
    degradedResponseTime: 10_000,
    maxResponseTime: 20_000,
    degradedPacketLossThreshold: 10,
    maxPacketLossThreshold: 20,
    ...fields,
    request: { hostname: 'edge1.example.net', ipFamily: 'IPv4', pingCount: 10, assertions: [], ...request },
  }
}

/** The document of one ping for each entry: its round trip in milliseconds, or null for a lost one. */
export function icmpDocument(rtts: readonly (number | null)[]): IcmpDocument {
  const replies = rtts.filter((rtt) => rtt !== null)
  const avg = replies.reduce((sum, rtt) => sum + rtt, 0) / replies.length
  const variance = replies.reduce((sum, rtt) => sum + (rtt - avg) ** 2, 0) / (replies.length - 1)
  return {
    hostname: 'edge1.example.net',
    resolvedIp: '198.51.100.7',
    ipFamily: 'IPv4',
    pingCount: rtts.length,
    packetsSent: rtts.length,
    packetsReceived: replies.length,
    packetSize: 64,
    packetLoss: (100 * (rtts.length - replies.length)) / rtts.length,
    dnsResolutionTime: 3.1,
    latency:
      replies.length === 0
        ? { avg: null, min: null, max: null, stdDev: null }
        : {
            avg,
            min: Math.min(...replies),
            max: Math.max(...replies),
            stdDev: replies.length === 1 ? 0 : Math.sqrt(variance),
          },
    pingResults: rtts.map((rtt, sequence): PingResult =>
      rtt === null
        ? { sequence, success: false }
        : { sequence, type: 0, code: 0, success: true, rtt, ttl: 57 },
    ),
  }
}

export function repeat<T>(count: number, value: T): T[] {
  return Array.from({ length: count }, () => value)
}

export function latency(property: string, comparison: Assertion['comparison'], target: string): Assertion {
  return { source: 'LATENCY', property, comparison, target, regex: '' }
}

export function json(property: string, comparison: Assertion['comparison'], target = ''): Assertion {
  return { source: 'JSON_RESPONSE', property, comparison, target, regex: null }
}
