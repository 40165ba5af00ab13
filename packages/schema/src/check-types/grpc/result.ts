import { Type, type Static } from 'typebox'
import type { Assertion } from '../assertion.ts'
import { AssertionResult } from '../assertion-result.ts'
import { Nullable, OneOf, component } from '../../validation/building-blocks.ts'
import { grpcModes, portOf, type GrpcMode } from './document.ts'
import { ipFamilies, type IpFamily } from '../ip-family.ts'
import { longestMeasuredMs, ProbeError } from '../../runs/outcome.ts'

export const mostGrpcMetadata = 200
export const mostDiscoveredMethods = 200

/** Of a stored text, in bytes of UTF-8. */
export const longestGrpcText = 10_240

const milliseconds = Type.Number({ minimum: 0, maximum: longestMeasuredMs })

const TimingPhases = Type.Object({
  dns: milliseconds,
  connect: { ...milliseconds, description: 'Connection and call, without the reflection before it.' },
  total: milliseconds,
})

const MetadataItem = Type.Object({
  // Three times what it can be: a mask of nine characters may stand for three.
  key: Type.String({ maxLength: 768 }),
  value: Type.String({ maxLength: longestGrpcText }),
})

const statusCode = Nullable(Type.Integer({ minimum: 0, maximum: 16 }), {
  description: 'If the server sent no status, Sonde sets 14, 4 or 13; null if no call was made.',
})
const healthStatus = Nullable(Type.Integer({ minimum: 0, maximum: 3 }))
const methodName = Type.String({ maxLength: 1100 })

const responseFields = {
  grpcMode: OneOf(grpcModes),
  host: Type.String({ maxLength: 2048 }),
  resolvedIp: Type.Optional(Type.String({ maxLength: 100 })),
  port: Type.Integer({ minimum: 1, maximum: 65535 }),
  grpcMethod: methodName,
  responseMessage: Type.String({
    maxLength: longestGrpcText,
    description: 'Proto3 JSON, cut at 10 KB; a list for a streaming method.',
  }),
  grpcStatusCode: statusCode,
  grpcStatusMessage: Type.String({ maxLength: longestGrpcText }),
  healthStatus,
  healthStatusLabel: Type.Optional(Type.String({ maxLength: 100 })),
  metadata: Type.Array(MetadataItem, { maxItems: mostGrpcMetadata }),
  discoveredMethods: Type.Array(methodName, { maxItems: mostDiscoveredMethods }),
  timingPhases: Nullable(TimingPhases, { description: 'Milliseconds; null if there was no response.' }),
}

/** What was measured. `responseMessage` is whole here, and cut only where it is stored. */
export const GrpcDocument = Type.Object(responseFields)
export type GrpcDocument = Static<typeof GrpcDocument>

const storedResponse = {
  ...responseFields,
  requestError: Nullable(Type.String({ maxLength: 10_000 })),
  error: ProbeError,
}

/** The part of a stored result that only gRPC monitors have. */
export const GrpcCheckResult = component(
  'GrpcCheckResult',
  Type.Object({
    grpcStatusCode: statusCode,
    healthStatus,
    timingPhases: Nullable(TimingPhases),
    requestError: Nullable(Type.String({ maxLength: 10_000 })),
    request: Type.Object({
      url: Type.String({ maxLength: 2048 }),
      port: Type.Unsafe<number | string>({
        anyOf: [{ type: 'integer' }, { type: 'string', maxLength: 200 }],
      }),
      ipFamily: OneOf(ipFamilies),
      skipSSL: Type.Boolean(),
      timeout: Type.Integer({ minimum: 1, maximum: 180 }),
      grpcConfig: Type.Object({
        mode: OneOf(grpcModes),
        tls: Type.Boolean(),
        method: Nullable(Type.String({ maxLength: 1024 })),
        service: Nullable(Type.String({ maxLength: 1024 })),
        serviceDefinition: Nullable(Type.String({ maxLength: 100 })),
        message: Nullable(Type.String({ maxLength: longestGrpcText })),
        metadata: Type.Array(MetadataItem, { maxItems: 50 }),
      }),
    }),
    response: Nullable(Type.Partial(Type.Object(storedResponse))),
    assertions: Type.Array(AssertionResult, { maxItems: 100 }),
    noiseMs: Nullable(milliseconds, {
      description:
        'How much delay the agent itself can have added to the times; null if nothing was measured.',
    }),
  }),
)
export type GrpcCheckResult = Static<typeof GrpcCheckResult>

/** As answers have it: clients of the contract know no null for the times of a response. */
export const GrpcResultAnswer = Type.Object({
  ...GrpcCheckResult.properties,
  response: Nullable(
    Type.Partial(
      Type.Object({
        ...storedResponse,
        timingPhases: { ...TimingPhases, description: 'Milliseconds; omitted if there was no response.' },
      }),
    ),
  ),
})

export type GrpcMetadata = readonly { key: string; value: string }[]

/** The fields of a check that its runs need. */
export type GrpcRunConfig = {
  request: {
    url: string
    port: number | string
    ipFamily: IpFamily | null
    skipSSL: boolean
    timeout: number | null
    grpcConfig: {
      mode: GrpcMode
      tls: boolean
      metadata: GrpcMetadata
      method: string | null
      serviceDefinition: 'REFLECTION' | 'PROTO_FILE' | '' | null
      protoContent: string | null
      message: string | null
      service: string | null
    }
    assertions: readonly Assertion[]
  }
  shouldFail: boolean
  degradedResponseTime: number | null
  maxResponseTime: number | null
}

/** Characters. The whole of it is in the check; a result has room for 65,536 characters of JSON in all. */
const longestShownMessage = 1_000
const longestShownMetadata = 2_000

/** As many of these, from the first, as have room. */
export function withinLength(metadata: GrpcMetadata, length: number): { key: string; value: string }[] {
  let left = length
  return metadata.flatMap(({ key, value }) => {
    left -= key.length
    const shown = value.slice(0, Math.max(0, left))
    left -= value.length
    return left + value.length < 0 ? [] : [{ key, value: shown }]
  })
}

/** What a result shows of the request. */
export function grpcRequestShown({ request }: GrpcRunConfig): GrpcCheckResult['request'] {
  const { url, port, ipFamily, skipSSL, timeout, grpcConfig } = request
  const { mode, tls, method, service, serviceDefinition, message, metadata } = grpcConfig
  const isBehavior = mode === 'BEHAVIOR'
  return {
    url,
    port: portOf(port) ?? port,
    ipFamily: ipFamily ?? 'IPv4',
    skipSSL,
    timeout: grpcTimeoutSeconds({ timeout }),
    grpcConfig: {
      mode,
      tls,
      method,
      service,
      serviceDefinition: isBehavior ? serviceDefinition || 'REFLECTION' : null,
      message: message === null ? null : message.slice(0, longestShownMessage),
      metadata: withinLength(metadata, longestShownMetadata),
    },
  }
}

/** The detail of a run that measured nothing, because the trouble was ours. */
export function grpcDetailOfError(config: GrpcRunConfig, message: string): GrpcCheckResult {
  return {
    grpcStatusCode: null,
    healthStatus: null,
    timingPhases: null,
    requestError: message.slice(0, 10_000),
    request: grpcRequestShown(config),
    response: null,
    assertions: [],
    noiseMs: null,
  }
}

export function grpcTimeoutSeconds({ timeout }: { timeout: number | null }): number {
  return timeout ?? 60
}

/** The time of the attempt, and 5 s more before we give up on ourselves. */
export function longestGrpcAttemptMs(timeoutSeconds: number): number {
  return timeoutSeconds * 1000 + 5000
}

/** Why a call could not be made or read, though the target was there: none of these is a network error. */
export const grpcCallErrors = [
  'ERR_GRPC_REFLECTION',
  'ERR_GRPC_METHOD',
  'ERR_GRPC_STREAMING',
  'ERR_GRPC_MESSAGE',
  'ERR_GRPC_PROTO',
  'ERR_GRPC_RESPONSE',
] as const
export type GrpcCallError = (typeof grpcCallErrors)[number]

export const grpcHealthLabels = ['UNKNOWN', 'SERVING', 'NOT_SERVING', 'SERVICE_UNKNOWN'] as const
