import { Type, type Static } from 'typebox'
import type { Assertion } from '../assertion.ts'
import { AssertionResult } from '../assertion-result.ts'
import { Nullable, OneOf, component } from '../../validation/building-blocks.ts'
import { ipFamilies, type IpFamily } from '../ip-family.ts'
import { longestMeasuredMs, ProbeError } from '../../runs/outcome.ts'

const PingResult = component(
  'PingResult',
  Type.Object({
    sequence: Type.Integer({ minimum: 0, maximum: 49 }),
    type: Type.Optional(Type.Integer({ minimum: 0, maximum: 255 })),
    code: Type.Optional(Type.Integer({ minimum: 0, maximum: 255 })),
    success: Type.Boolean(),
    rtt: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: longestMeasuredMs,
        description: 'Milliseconds; absent for a lost ping.',
      }),
    ),
    ttl: Type.Optional(Type.Integer({ minimum: 0, maximum: 255 })),
  }),
)
export type PingResult = Static<typeof PingResult>

const milliseconds = Nullable(Type.Number({ minimum: 0, maximum: longestMeasuredMs }))

const responseFields = {
  hostname: Type.String({ maxLength: 2048 }),
  resolvedIp: Type.String({ maxLength: 100 }),
  ipFamily: OneOf(ipFamilies),
  pingCount: Type.Integer({ minimum: 1, maximum: 50 }),
  packetsSent: Type.Integer({ minimum: 0, maximum: 50 }),
  packetsReceived: Type.Integer({ minimum: 0, maximum: 50 }),
  packetSize: Type.Integer({ minimum: 0 }),
  packetLoss: Type.Number({ minimum: 0, maximum: 100 }),
  dnsResolutionTime: Type.Number({ minimum: 0, maximum: longestMeasuredMs }),
  latency: Type.Object(
    { avg: milliseconds, min: milliseconds, max: milliseconds, stdDev: milliseconds },
    { description: 'Milliseconds; null when no ping was answered.' },
  ),
  pingResults: Type.Array(PingResult, { maxItems: 50 }),
}

/** What was measured: the document that assertions look at. */
export const IcmpDocument = Type.Object(responseFields)
export type IcmpDocument = Static<typeof IcmpDocument>

/** The part of a stored result that only ICMP monitors have. */
export const IcmpCheckResult = component(
  'IcmpCheckResult',
  Type.Object({
    requestError: Nullable(Type.String({ maxLength: 10_000 })),
    request: Type.Object({
      hostname: Type.String({ maxLength: 2048 }),
      targetIp: Nullable(Type.String({ maxLength: 100 })),
      ipFamily: OneOf(ipFamilies),
      pingCount: Type.Integer({ minimum: 1, maximum: 50 }),
    }),
    response: Nullable(Type.Partial(Type.Object({ ...responseFields, error: ProbeError }))),
    assertions: Type.Array(AssertionResult, { maxItems: 100 }),
    noiseMs: Nullable(Type.Number({ minimum: 0, maximum: longestMeasuredMs }), {
      description:
        'How much delay the agent would have added to a round trip without kernel timestamps; null if nothing was measured.',
    }),
  }),
)
export type IcmpCheckResult = Static<typeof IcmpCheckResult>

/** The fields of a check that its runs need. */
export type IcmpRunConfig = {
  request: {
    hostname: string
    ipFamily: IpFamily | null
    pingCount: number | null
    assertions: readonly Assertion[]
  }
  shouldFail: boolean
  degradedResponseTime: number | null
  maxResponseTime: number | null
  degradedPacketLossThreshold: number | null
  maxPacketLossThreshold: number | null
}

/** The detail of a run that measured nothing, because the trouble was ours. */
export function icmpDetailOfError({ request }: IcmpRunConfig, message: string): IcmpCheckResult {
  return {
    requestError: message,
    request: {
      hostname: request.hostname,
      targetIp: null,
      ipFamily: request.ipFamily ?? 'IPv4',
      pingCount: request.pingCount ?? 10,
    },
    response: null,
    assertions: [],
    noiseMs: null,
  }
}

/** 5 s for the name, half a second between pings, 5 s for the last reply; and 5 s more before we give up on ourselves. */
export function longestIcmpAttemptMs(pingCount: number): number {
  return 5000 + (pingCount - 1) * 500 + 5000 + 5000
}
