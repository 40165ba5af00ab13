import { Type } from 'typebox'
import { isRecord } from '@sonde/ground/is-record.ts'
import { withRules, type Rule } from '../../validation/annotations.ts'
import { assertionSchema, comparisons, mostAssertions, numberComparisons } from '../assertion.ts'
import { Nullable, OneOf, component } from '../../validation/building-blocks.ts'
import { metadataMistakes } from './grpc-metadata.ts'
import { hostnameMistake } from '../hostname.ts'
import { TimeLimit, monitorSchemas } from '../monitor-schemas.ts'
import { compileProto } from '../../proto/compile-proto.ts'
import type { Violation } from '../../validation/violation.ts'

export const grpcSubMinuteSeconds = [10, 20, 30] as const

const GrpcAssertion = assertionSchema('GrpcAssertion', {
  RESPONSE_TIME: { comparisons: numberComparisons, property: { kind: 'ignored' }, target: 'number' },
  GRPC_STATUS_CODE: {
    comparisons: numberComparisons,
    property: { kind: 'ignored' },
    target: { kind: 'integer', minimum: 0, maximum: 16 },
  },
  GRPC_HEALTHCHECK_STATUS: {
    comparisons: ['EQUALS', 'NOT_EQUALS'],
    property: { kind: 'ignored' },
    target: { kind: 'integer', minimum: 0, maximum: 3 },
  },
  GRPC_RESPONSE: { comparisons, property: { kind: 'json-path' }, target: 'text' },
  TEXT_BODY: { comparisons, property: { kind: 'regex' }, target: 'text' },
  GRPC_METADATA: { comparisons, property: { kind: 'name' }, target: 'text' },
})

export const grpcModes = ['BEHAVIOR', 'HEALTH'] as const
export type GrpcMode = (typeof grpcModes)[number]

/** Characters of a .proto file, of a message and of a FlatBuffers schema. */
const longestProto = 262_144

const text = (maxLength: number, description: string) =>
  Type.Optional(Nullable(Type.String({ maxLength }), { default: null, description }))

const GrpcMetadataItem = component(
  'GrpcMetadataItem',
  Type.Object({
    key: Type.String({ minLength: 1, maxLength: 256 }),
    value: Type.String({ maxLength: 8192, description: 'Base64 when the key ends with `-bin`.' }),
  }),
)

const GrpcConfig = withRules(
  component(
    'GrpcConfig',
    Type.Object({
      mode: Type.Optional(OneOf(grpcModes, { default: 'BEHAVIOR' })),
      tls: Type.Optional(Type.Boolean({ default: true })),
      metadata: Type.Optional(Type.Array(GrpcMetadataItem, { maxItems: 50, default: [] })),
      method: text(1024, '`package.Service/Method`; required in mode BEHAVIOR.'),
      serviceDefinition: Type.Optional(
        Nullable(OneOf(['REFLECTION', 'PROTO_FILE', '']), {
          default: 'REFLECTION',
          description: 'Where the types of the method come from. Mode BEHAVIOR only.',
        }),
      ),
      protoContent: text(longestProto, 'The text of one .proto file; required with PROTO_FILE.'),
      message: text(
        longestProto,
        'The request message as JSON; empty: a message without fields. Mode BEHAVIOR only.',
      ),
      service: text(1024, 'The service to check in mode HEALTH; empty: the whole server.'),
      encoding: Type.Optional(
        Nullable(OneOf(['PROTOBUF', 'FLATBUFFERS', '']), {
          default: 'PROTOBUF',
          description: 'FLATBUFFERS is not supported yet.',
        }),
      ),
      bfbsContent: text(longestProto * 4, 'Stored and returned; not used.'),
    }),
  ),
  modeRule,
  ({ metadata }) => (Array.isArray(metadata) ? metadataMistakes(metadata) : []),
)

/** Fields of one mode mean nothing in the other. */
function modeRule(
  config: Readonly<Record<string, unknown>>,
  { complete }: { complete: boolean },
): Violation[] {
  const { mode, method, service, serviceDefinition, protoContent, encoding } = config
  const mistakes: Violation[] = []
  if (encoding === 'FLATBUFFERS') mistakes.push({ path: 'encoding', message: 'must be PROTOBUF' })
  if (mode === 'HEALTH') {
    for (const field of ['method', 'message', 'protoContent']) {
      if (isGiven(config[field])) mistakes.push({ path: field, message: 'must be empty in mode HEALTH' })
    }
    if (serviceDefinition === 'PROTO_FILE') {
      mistakes.push({ path: 'serviceDefinition', message: 'must not be PROTO_FILE in mode HEALTH' })
    }
  }
  if (mode === 'BEHAVIOR') {
    if (isGiven(service)) mistakes.push({ path: 'service', message: 'must be empty in mode BEHAVIOR' })
    if (complete && !isGiven(method)) {
      mistakes.push({ path: 'method', message: 'is required in mode BEHAVIOR' })
    }
    if (complete && serviceDefinition === 'PROTO_FILE' && !isGiven(protoContent)) {
      mistakes.push({ path: 'protoContent', message: 'is required with PROTO_FILE' })
    }
  }
  if (typeof method === 'string' && method !== '' && !isMethod(method)) {
    mistakes.push({ path: 'method', message: 'must be in the form package.Service/Method' })
  }
  return mistakes
}

function isGiven(value: unknown): boolean {
  return typeof value === 'string' && value !== ''
}

function isMethod(method: string): boolean {
  return method.includes('{{') || /^\/?[\w.]+\/\w+$/.test(method)
}

const requestFields = {
  url: Type.String({
    minLength: 1,
    maxLength: 2048,
    description: 'Name or IP address, without scheme, port or path.',
  }),
  port: Type.Unsafe<number | string>({
    anyOf: [
      { type: 'integer', minimum: 1, maximum: 65535 },
      { type: 'string', minLength: 1, maxLength: 200 },
    ],
    description: '1 to 65535, or a string with a placeholder such as `{{PORT}}`.',
  }),
  ipFamily: Type.Optional(Nullable(OneOf(['IPv4', 'IPv6'] as const), { default: 'IPv4' })),
  skipSSL: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'Accept any certificate, including expired and untrusted ones.',
    }),
  ),
  timeout: Type.Optional(
    Nullable(Type.Integer({ minimum: 1, maximum: 180 }), {
      default: 60,
      description: 'Seconds for name resolution, connection and call together.',
    }),
  ),
  grpcConfig: Type.Optional({ ...GrpcConfig, default: {} }),
  assertions: Type.Optional(Type.Array(GrpcAssertion, { maxItems: mostAssertions, default: [] })),
}

const urlRule: Rule = ({ url }) => {
  const message = typeof url === 'string' && url !== '' ? hostnameMistake(url) : null
  return message === null ? [] : [{ path: 'url', message }]
}

const portRule: Rule = ({ port }) => {
  if (typeof port !== 'string' || port.includes('{{') || portOf(port) !== null) return []
  return [{ path: 'port', message: 'must be a whole number from 1 to 65535 or contain a placeholder' }]
}

/** Null for what is no port: an unknown placeholder stays as it was written. */
export function portOf(port: number | string): number | null {
  if (typeof port === 'number') return port
  const number = /^\d{1,5}$/.test(port) ? Number(port) : 0
  return number >= 1 && number <= 65535 ? number : null
}

const GrpcRequest = withRules(component('GrpcRequest', Type.Object(requestFields)), urlRule, portRule)

/**
 * Validated where a check is saved, and not again by agents: what variables make of these texts is for the run to
 * find out, as a failed call with its reason.
 */
const contentRule: Rule = ({ request }) => {
  const config = isRecord(request) ? request['grpcConfig'] : null
  if (!isRecord(config)) return []
  const { protoContent, message } = config
  const mistakes: Violation[] = []
  if (canBeValidated(protoContent)) {
    const compiled = compileProto(protoContent)
    if (compiled.kind === 'mistake') {
      mistakes.push({
        path: 'request.grpcConfig.protoContent',
        message: `does not compile: ${compiled.message}`,
      })
    }
  }
  if (canBeValidated(message) && !isJson(message)) {
    mistakes.push({ path: 'request.grpcConfig.message', message: 'must be JSON' })
  }
  return mistakes
}

/** A longer text is refused for its length; one with placeholders is not what it will be. */
function canBeValidated(value: unknown): value is string {
  return (
    typeof value === 'string' && value.trim() !== '' && value.length <= longestProto && !value.includes('{{')
  )
}

function isJson(value: string): boolean {
  try {
    JSON.parse(value)
    return true
  } catch (error) {
    if (error instanceof SyntaxError) return false
    throw error
  }
}

export const grpcMonitor = monitorSchemas({
  checkType: 'GRPC',
  name: 'GrpcMonitor',
  request: GrpcRequest,
  fields: {
    degradedResponseTime: TimeLimit(10_000, {
      maximum: 180_000,
      description: 'Time (ms) from which the check is degraded.',
    }),
    maxResponseTime: TimeLimit(20_000, {
      maximum: 180_000,
      description: 'Time (ms) from which the check fails.',
    }),
  },
  subMinuteSeconds: grpcSubMinuteSeconds,
  rules: [contentRule],
})
