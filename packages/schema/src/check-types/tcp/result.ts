import { Type, type Static } from 'typebox'
import type { Assertion } from '../assertion.ts'
import { AssertionResult } from '../assertion-result.ts'
import { Nullable, OneOf, component } from '../../validation/building-blocks.ts'
import { ipFamilies, type IpFamily } from '../ip-family.ts'
import { longestMeasuredMs, ProbeError } from '../../runs/outcome.ts'

const milliseconds = Type.Number({ minimum: 0, maximum: longestMeasuredMs })

const TcpTimingPhases = component(
  'TcpTimingPhases',
  Type.Object({
    dns: milliseconds,
    connection: milliseconds,
    data: Type.Number({
      ...milliseconds,
      description: 'From the connection to the last received byte; 0 if nothing was sent or read.',
    }),
    total: milliseconds,
  }),
)
export type TcpTimingPhases = Static<typeof TcpTimingPhases>

/** What was measured, before it is cut for storing. */
export type TcpDocument = {
  /** Null behind a proxy. */
  resolvedIp: string | null
  data: string
  timingPhases: TcpTimingPhases
}

/** The part of a stored result that only TCP monitors have. */
export const TcpCheckResult = component(
  'TcpCheckResult',
  Type.Object({
    requestError: Nullable(Type.String({ maxLength: 10_000 })),
    request: Type.Object({
      hostname: Type.String({ maxLength: 2048 }),
      port: Type.Integer({ minimum: 1, maximum: 65_535 }),
      ipFamily: OneOf(ipFamilies),
      data: Nullable(Type.String({ maxLength: 10_240, description: 'The beginning of it.' })),
    }),
    response: Nullable(
      Type.Partial(
        Type.Object({
          resolvedIp: Nullable(Type.String({ maxLength: 100 })),
          data: Type.String({ maxLength: 10_240, description: 'The first 10 KB.' }),
          dataTruncated: Type.Boolean(),
          error: ProbeError,
        }),
      ),
    ),
    timingPhases: Nullable(TcpTimingPhases),
    assertions: Type.Array(AssertionResult, { maxItems: 100 }),
  }),
)
export type TcpCheckResult = Static<typeof TcpCheckResult>

/** The fields of a check that its runs need. */
export type TcpRunConfig = {
  request: {
    hostname: string
    port: number
    data: string | null
    ipFamily: IpFamily
    assertions: readonly Assertion[]
  }
  shouldFail: boolean
  degradedResponseTime: number | null
  maxResponseTime: number | null
}

/** The detail of a run that measured nothing, because the trouble was ours. */
export function tcpDetailOfError({ request }: TcpRunConfig, message: string): TcpCheckResult {
  const { hostname, port, ipFamily } = request
  return {
    requestError: message,
    request: { hostname, port, ipFamily, data: null },
    response: null,
    timingPhases: null,
    assertions: [],
  }
}

/** For connecting, and again for reading: a limit that the owner set higher must be reachable. */
export function tcpPhaseLimitMs(maxResponseTime: number | null): number {
  return Math.max(10_000, maxResponseTime ?? 0)
}

/** 5 s for the name, the two phases, and 5 s more before we give up on ourselves. */
export function longestTcpAttemptMs({ maxResponseTime }: Pick<TcpRunConfig, 'maxResponseTime'>): number {
  return 5000 + 2 * tcpPhaseLimitMs(maxResponseTime) + 5000
}
