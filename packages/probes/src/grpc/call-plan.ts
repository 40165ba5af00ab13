import type { GrpcCallError, GrpcRunConfig } from '@sonde/schema/check-types/grpc/result.ts'
import { compileProto, type CompiledProto } from '@sonde/schema/proto/compile-proto.ts'
import type { MessageType, ProtoTypes } from '@sonde/schema/proto/link-protos.ts'
import type { ProbeError } from '@sonde/schema/runs/outcome.ts'
import { encodeMessage, MessageMismatch } from './encode-message.ts'

type GrpcConfig = GrpcRunConfig['request']['grpcConfig']

/** All that is needed to make a call and to read what comes of it. */
export type CallPlan = {
  method: string
  message: Buffer
  isStreaming: boolean
  responseType: MessageType
  types: ProtoTypes['types']
}

export type Planned = { kind: 'planned'; plan: CallPlan } | { kind: 'failed'; error: ProbeError }

export type CompileProto = (text: string) => CompiledProto

/** The same check comes again every few seconds, with the same file. */
export function rememberProtos(mostKnown = 50): CompileProto {
  const known = new Map<string, CompiledProto>()
  return (text) => {
    const remembered = known.get(text)
    if (remembered !== undefined) return remembered
    const compiled = compileProto(text)
    const [oldest] = known.size >= mostKnown ? known.keys() : []
    if (oldest !== undefined) known.delete(oldest)
    known.set(text, compiled)
    return compiled
  }
}

/** `/package.Service/Method` and `package.Service/Method` are the same. */
export function methodOf({ method }: Pick<GrpcConfig, 'method'>): string {
  return (method ?? '').replace(/^\//, '')
}

export function serviceOf(method: string): string {
  return method.slice(0, Math.max(0, method.lastIndexOf('/')))
}

export function planByProto(config: GrpcConfig, compile: CompileProto): Planned {
  const compiled = compile(config.protoContent ?? '')
  if (compiled.kind === 'mistake') {
    return failed('ERR_GRPC_PROTO', `The proto file does not compile: ${compiled.message}`)
  }
  return planCall(config, compiled.types)
}

/** The call of a method whose types are known. */
export function planCall(config: GrpcConfig, { types, methods }: ProtoTypes): Planned {
  const name = methodOf(config)
  const method = methods.get(name)
  if (method === undefined) return failed('ERR_GRPC_METHOD', `There is no method "${name}"`)
  const { request, response, isClientStreaming, isServerStreaming } = method
  if (isClientStreaming) {
    return failed('ERR_GRPC_STREAMING', `"${name}" takes a stream of messages, which cannot be monitored`)
  }
  if (request.kind !== 'message' || response.kind !== 'message') {
    return failed('ERR_GRPC_METHOD', `The types of "${name}" are not declared`)
  }
  try {
    const message = encodeMessage(request, parseMessage(config.message), types)
    return {
      kind: 'planned',
      plan: { method: name, message, isStreaming: isServerStreaming, responseType: response, types },
    }
  } catch (error) {
    if (error instanceof MessageMismatch) return failed('ERR_GRPC_MESSAGE', error.message)
    throw error
  }
}

function parseMessage(message: string | null): unknown {
  if (message === null || message.trim() === '') return {}
  try {
    return JSON.parse(message)
  } catch (error) {
    if (error instanceof SyntaxError) throw new MessageMismatch(`The message is not JSON${placeIn(error)}`)
    throw error
  }
}

/** The words of the error quote the text around the mistake: a few characters of a secret, maybe. */
function placeIn({ message }: SyntaxError): string {
  const { line, column } = /\(line (?<line>\d+) column (?<column>\d+)\)/.exec(message)?.groups ?? {}
  return line === undefined || column === undefined ? '' : `: line ${line}, column ${column}`
}

function failed(code: GrpcCallError, message: string): Planned {
  return { kind: 'failed', error: { code, message } }
}

const healthProto = `
  syntax = "proto3";
  package grpc.health.v1;
  message HealthCheckRequest { string service = 1; }
  message HealthCheckResponse {
    enum ServingStatus { UNKNOWN = 0; SERVING = 1; NOT_SERVING = 2; SERVICE_UNKNOWN = 3; }
    ServingStatus status = 1;
  }
  service Health { rpc Check(HealthCheckRequest) returns (HealthCheckResponse); }`

export const healthMethod = 'grpc.health.v1.Health/Check'

/** The standard health service, which needs no definition of the user. */
export function planHealth({ service }: Pick<GrpcConfig, 'service'>, compile: CompileProto): Planned {
  const compiled = compile(healthProto)
  if (compiled.kind === 'mistake') throw new Error(compiled.message)
  const message = JSON.stringify({ service: service ?? '' })
  return planCall({ ...blank, method: healthMethod, message }, compiled.types)
}

const blank: GrpcConfig = {
  mode: 'BEHAVIOR',
  tls: true,
  metadata: [],
  method: null,
  serviceDefinition: null,
  protoContent: null,
  message: null,
  service: null,
}
