import { Type, type Static } from 'typebox'
import type { Assertion } from '../assertion.ts'
import { AssertionResult } from '../assertion-result.ts'
import { Nullable, OneOf, component } from '../../validation/building-blocks.ts'
import { ipFamilies, type IpFamily } from '../ip-family.ts'
import { longestMeasuredMs, ProbeError } from '../../runs/outcome.ts'
import {
  defaultPortOf,
  defaultUnknownHops,
  mostHops,
  probesPerHop,
  traceProtocols,
  truncationReasons,
  type TraceProtocol,
} from './traceroute-path.ts'

const Milliseconds = Type.Number({ minimum: 0, maximum: longestMeasuredMs })
const ProbeCount = Type.Integer({ minimum: 0, maximum: probesPerHop })
const Address = Type.String({ maxLength: 100 })
const note = () => Type.Optional(Type.String({ maxLength: 200 }))

const TracerouteHop = component(
  'TracerouteHop',
  Type.Object({
    hop_number: Type.Integer({ minimum: 1, maximum: mostHops }),
    main_ip: Type.Optional(
      Type.String({ maxLength: 100, description: 'The address that answered most often.' }),
    ),
    main_host: Type.Optional(
      Type.String({ maxLength: 765, description: 'Its name, if it has one; secrets in it are masked.' }),
    ),
    sent: ProbeCount,
    received: ProbeCount,
    loss_percentage: Type.Number({ minimum: 0, maximum: 100 }),
    rtt: Type.Optional(
      Type.Object(
        {
          last_ms: Milliseconds,
          avg_ms: Milliseconds,
          best_ms: Milliseconds,
          worst_ms: Milliseconds,
          stddev_ms: Milliseconds,
        },
        { description: 'Absent when no probe of this hop was answered.' },
      ),
    ),
    asn: Type.Optional(Type.Integer({ minimum: 0, maximum: 0xffff_ffff })),
    asn_org: note(),
    country: note(),
    aws_region: note(),
    aws_service: note(),
  }),
)
export type TracerouteHop = Static<typeof TracerouteHop>

const FinalHopLatency = Type.Object(
  { avg: Milliseconds, min: Milliseconds, max: Milliseconds, stdDev: Milliseconds },
  { description: 'Milliseconds, of the target; absent when it was not reached.' },
)

const TimingPhases = Type.Object({ dns: Milliseconds, total: Milliseconds })

const Port = Type.Optional(Type.Integer({ minimum: 1, maximum: 65535 }))
const HopCount = Type.Integer({ minimum: 0, maximum: mostHops })

const responseFields = {
  hostname: Type.String({ maxLength: 2048 }),
  resolvedIp: Address,
  port: Port,
  ipFamily: OneOf(ipFamilies),
  maxHops: Type.Integer({ minimum: 1, maximum: mostHops }),
  totalHops: Type.Integer({
    minimum: 0,
    maximum: mostHops,
    description: 'The hop of the target, or the last one that answered.',
  }),
  destinationReached: Type.Boolean(),
  truncationReason: OneOf(truncationReasons),
  probeProtocol: OneOf(traceProtocols),
  protocol: OneOf(traceProtocols),
  finalHopLatency: Type.Optional(FinalHopLatency),
  hops: Type.Array(TracerouteHop, { maxItems: mostHops }),
  timestamp: Type.Integer({ minimum: 0, description: 'When the trace began, in seconds since 1970.' }),
}

const TracerouteResponse = Type.Object(responseFields)
export type TracerouteResponse = Static<typeof TracerouteResponse>

/** What was measured. */
export type TracerouteDocument = {
  response: TracerouteResponse
  timingPhases: Static<typeof TimingPhases>
  /** How many hops were looked at, silent ones at the end included. */
  triedHops: number
}

/** The part of a stored result that only traceroute monitors have. */
export const TracerouteCheckResult = component(
  'TracerouteCheckResult',
  Type.Object({
    totalHops: Type.Optional(HopCount),
    destinationReached: Type.Optional(Type.Boolean()),
    finalHopLatency: Nullable(FinalHopLatency),
    timingPhases: Nullable(TimingPhases),
    requestError: Nullable(Type.String({ maxLength: 10_000 })),
    request: Type.Object({
      url: Type.String({ maxLength: 2048 }),
      protocol: OneOf(traceProtocols),
      port: Port,
      ipFamily: OneOf(ipFamilies),
      maxHops: Type.Integer({ minimum: 1, maximum: mostHops }),
      maxUnknownHops: Type.Integer({ minimum: 1, maximum: 30 }),
      ptrLookup: Type.Boolean(),
      timeout: Type.Integer({ minimum: 1, maximum: 30 }),
    }),
    assertions: Type.Array(AssertionResult, { maxItems: 100 }),
    response: Nullable(Type.Partial(Type.Object({ ...responseFields, error: ProbeError }))),
    noiseMs: Nullable(Milliseconds, {
      description:
        'How much delay the agent would have added to the latency of the target without kernel timestamps; null if it was not measured.',
    }),
  }),
)
export type TracerouteCheckResult = Static<typeof TracerouteCheckResult>

/** The fields of a check that its runs need. */
export type TracerouteRunConfig = {
  request: {
    url: string
    protocol: TraceProtocol | null
    port?: number | null
    ipFamily: IpFamily | null
    maxHops: number | null
    maxUnknownHops?: number | null
    ptrLookup: boolean | null
    timeout: number | null
    assertions: readonly Assertion[]
  }
  shouldFail: boolean
  degradedResponseTime: number | null
  maxResponseTime: number | null
}

export type CompleteTracerouteRequest = TracerouteCheckResult['request']

/** The request with every value that was left to us. */
export function completeTracerouteRequest({ request }: TracerouteRunConfig): CompleteTracerouteRequest {
  const protocol = request.protocol ?? 'TCP'
  const byDefault = defaultPortOf(protocol)
  const maxHops = request.maxHops ?? 30
  return {
    url: request.url,
    protocol,
    ...(byDefault === null ? {} : { port: request.port ?? byDefault }),
    ipFamily: request.ipFamily ?? 'IPv4',
    maxHops,
    maxUnknownHops: request.maxUnknownHops ?? defaultUnknownHops(maxHops),
    ptrLookup: request.ptrLookup ?? true,
    timeout: request.timeout ?? 10,
  }
}

/** The detail of a run that measured nothing, because the trouble was ours. */
export function tracerouteDetailOfError(config: TracerouteRunConfig, message: string): TracerouteCheckResult {
  return {
    finalHopLatency: null,
    timingPhases: null,
    requestError: message,
    request: completeTracerouteRequest(config),
    assertions: [],
    response: null,
    noiseMs: null,
  }
}

export const ptrLookupMs = 2000

/** The trace, the names of its hops, and 5 s more before we give up on ourselves. */
export function longestTracerouteAttemptMs(timeoutSeconds: number): number {
  return timeoutSeconds * 1000 + ptrLookupMs + 5000
}
