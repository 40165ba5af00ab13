import { isRecord } from '@sonde/ground/is-record.ts'
import { portOf } from '@sonde/schema/check-types/grpc/document.ts'
import {
  grpcHealthLabels,
  grpcTimeoutSeconds,
  longestGrpcAttemptMs,
  type GrpcDocument,
  type GrpcRunConfig,
} from '@sonde/schema/check-types/grpc/result.ts'
import type { Outcome, ProbeError } from '@sonde/schema/runs/outcome.ts'
import { chooseClientCertificate } from '../connection/choose-client-certificate.ts'
import { describeTimeout, type Peer } from '../connection/describe-socket-error.ts'
import { openConnection } from '../connection/open-connection.ts'
import { startTls } from '../connection/start-tls.ts'
import { startDeadline } from '../deadline.ts'
import {
  healthMethod,
  methodOf,
  planByProto,
  planCall,
  planHealth,
  rememberProtos,
  serviceOf,
  type CallPlan,
  type CompileProto,
  type Planned,
} from './call-plan.ts'
import { callMethod, type MethodAnswer } from './call-method.ts'
import { decodeMessage } from './decode-message.ts'
import { startGrpc, type GrpcConnection } from './grpc-connection.ts'
import { discover } from './reflection.ts'
import { MalformedMessage, OversizedMessage } from './wire-reader.ts'
import { measureOnLoop, orAborted } from '../measure-on-loop.ts'
import type { Probe, ProbeContext, RunConditions } from '../probe.ts'

export type GrpcLimits = {
  /** For name resolution, connection and call together. */
  timeoutMs(seconds: number): number
  /** When an attempt is given up, because the trouble must be ours. */
  latestEndMs(seconds: number): number
}

const usualLimits: GrpcLimits = {
  timeoutMs: (seconds) => seconds * 1000,
  latestEndMs: longestGrpcAttemptMs,
}

type Needed = 'resolveName' | 'resolveProxy' | 'loop' | 'now' | 'authorities' | keyof RunConditions
type GrpcProbe = Probe<GrpcRunConfig, GrpcDocument, Needed>
type Context = Pick<ProbeContext, Needed>

/** Calls one method, or the health service, over one fresh connection, once. */
export function createGrpcProbe(limits: GrpcLimits = usualLimits): GrpcProbe {
  const compile = rememberProtos()
  return ({ request }, context) => {
    const seconds = grpcTimeoutSeconds(request)
    return measureOnLoop(context, limits.latestEndMs(seconds), (signal) =>
      attempt(request, context, { compile, timeoutMs: limits.timeoutMs(seconds) }, signal),
    )
  }
}

export const probeGrpc: GrpcProbe = createGrpcProbe()

type Request = GrpcRunConfig['request']
type Means = { compile: CompileProto; timeoutMs: number }

/** How far an attempt has come, for the moment in which its time is up. */
type Progress = {
  startedMs: number
  phase: 'dns' | 'proxy' | 'connect' | 'tls' | 'reflection' | 'call'
  address: string | null
  discoveredMethods: string[]
}

async function attempt(
  request: Request,
  context: Context,
  { compile, timeoutMs }: Means,
  signal: AbortSignal,
): Promise<Outcome<GrpcDocument>> {
  const port = portOf(request.port)
  if (port === null) {
    const message = `The port "${request.port}" is not a number from 1 to 65535`
    return { kind: 'not-run', cause: 'unreadable-job', error: { code: 'ERR_PORT', message } }
  }
  const progress: Progress = {
    startedMs: performance.now(),
    phase: context.proxy === null ? 'dns' : 'proxy',
    address: null,
    discoveredMethods: [],
  }
  const run: Run = { request, port, compile, progress, timeoutMs }
  const { promise: timeIsUp, resolve } = Promise.withResolvers<Outcome<GrpcDocument>>()
  const cut = new AbortController()
  const deadline = startDeadline(timeoutMs, () => {
    const peer = { host: request.url, address: progress.address, port }
    resolve(unreachable(run, describeTimeout(peer, { ms: timeoutMs, phase: progress.phase }), 4))
    cut.abort(new Error('the check timed out'))
  })
  try {
    const work = makeCall(run, context, AbortSignal.any([signal, cut.signal]))
    return await Promise.race([work, timeIsUp])
  } finally {
    deadline.cancel()
  }
}

type Run = {
  request: Request
  port: number
  compile: CompileProto
  progress: Progress
  timeoutMs: number
}

/** What needs no connection is found out before there is one. */
async function makeCall(run: Run, context: Context, signal: AbortSignal): Promise<Outcome<GrpcDocument>> {
  const { request, compile, progress, port } = run
  const { grpcConfig } = request
  const planned = planAhead(grpcConfig, compile)
  if (planned?.kind === 'failed') return unreachable(run, planned.error, null)
  const opened = await openGrpc(run, context, signal)
  if (opened.kind === 'failed') return unreachable(run, opened.error, 14)
  const { connection, dnsMs, connectionMs } = opened
  try {
    const found = planned ?? (await planByReflection(connection, run, signal))
    if (found.kind !== 'planned')
      return unreachable(run, found.error, found.kind === 'broken' ? found.code : null)
    const { plan } = found
    progress.phase = 'call'
    const startedMs = performance.now()
    const answer = await orAborted(callMethod(connection, { ...plan, metadata: grpcConfig.metadata }), signal)
    const connect = connectionMs + (performance.now() - startedMs)
    const peer = { host: request.url, address: progress.address, port }
    return readAnswer(run, { plan, answer, peer, timings: { dns: dnsMs, connect, total: dnsMs + connect } })
  } finally {
    connection.close()
  }
}

function planAhead(config: Request['grpcConfig'], compile: CompileProto): Planned | null {
  if (config.mode === 'HEALTH') return planHealth(config, compile)
  return config.serviceDefinition === 'PROTO_FILE' ? planByProto(config, compile) : null
}

type OpenGrpc =
  | { kind: 'open'; connection: GrpcConnection; dnsMs: number; connectionMs: number }
  | { kind: 'failed'; error: ProbeError }

async function openGrpc(run: Run, context: Context, signal: AbortSignal): Promise<OpenGrpc> {
  const { request, port, progress } = run
  const { url: host, grpcConfig } = request
  const opening = await openConnection(
    { host, port, family: request.ipFamily ?? 'IPv4', connectMs: Infinity },
    { ...context, resolveName: (name, family) => watchName(name, family, context, progress) },
    signal,
  )
  if (opening.kind === 'failed') {
    progress.address = opening.address
    return opening
  }
  const { connection: opened } = opening
  progress.address = opened.address
  const peer = { host, address: opened.address, port }
  const { dnsMs, connectMs } = opened
  if (!grpcConfig.tls) {
    const connection = startGrpc(opened.socket, peer, { isTls: false })
    return { kind: 'open', connection, dnsMs, connectionMs: connectMs }
  }
  progress.phase = 'tls'
  const tls = await startTls(
    {
      connection: opened,
      host,
      isVerified: !request.skipSSL,
      clientCertificate: chooseClientCertificate(context.clientCertificates, host),
      handshakeMs: Infinity,
      alpnProtocols: ['h2'],
    },
    context,
    signal,
  )
  if (tls.kind === 'failed') return tls
  const connection = startGrpc(tls.socket, peer, { isTls: true })
  if (tls.problem !== null) {
    connection.close()
    return { kind: 'failed', error: tls.problem }
  }
  return { kind: 'open', connection, dnsMs, connectionMs: connectMs + tls.tlsMs }
}

/** So that a time-out can say whether it was the name or the host that did not answer. */
async function watchName(
  name: string,
  family: Parameters<ProbeContext['resolveName']>[1],
  { resolveName, proxy }: Context,
  progress: Progress,
): ReturnType<ProbeContext['resolveName']> {
  const resolution = await resolveName(name, family)
  // Behind a proxy nothing is looked up, but asked whether it may be.
  if (proxy !== null) return resolution
  progress.phase = 'connect'
  if (resolution.kind === 'resolved') progress.address = resolution.address
  return resolution
}

type PlannedByServer = Planned | { kind: 'broken'; code: 13 | 14; error: ProbeError }

async function planByReflection(
  connection: GrpcConnection,
  { request, progress }: Run,
  signal: AbortSignal,
): Promise<PlannedByServer> {
  const { grpcConfig } = request
  progress.phase = 'reflection'
  const method = methodOf(grpcConfig)
  const discovery = await orAborted(discover(connection, serviceOf(method), grpcConfig.metadata), signal)
  if (discovery.kind === 'found' || discovery.kind === 'no-service') {
    progress.discoveredMethods = discovery.methods
  }
  switch (discovery.kind) {
    case 'found':
      return planCall(grpcConfig, discovery.types)
    case 'no-service':
      return {
        kind: 'failed',
        error: { code: 'ERR_GRPC_METHOD', message: `The server has no service "${serviceOf(method)}"` },
      }
    case 'unavailable': {
      const message = `server reflection is not available${discovery.why}; use PROTO_FILE`
      return { kind: 'failed', error: { code: 'ERR_GRPC_REFLECTION', message } }
    }
    case 'broken':
      return discovery.end
    default:
      return discovery satisfies never
  }
}

type Answered = {
  plan: CallPlan
  answer: MethodAnswer
  peer: Peer
  timings: { dns: number; connect: number; total: number }
}

function readAnswer(run: Run, { plan, answer, peer, timings }: Answered): Outcome<GrpcDocument> {
  const { end, messages } = answer
  if (end.kind === 'broken') return unreachable(run, end.error, end.code)
  const { code, message: statusMessage, metadata } = end
  const isHealth = run.request.grpcConfig.mode === 'HEALTH'
  const base = {
    ...emptyDocument(run, code),
    grpcStatusMessage: statusMessage,
    metadata,
    timingPhases: timings,
  }
  if (code !== 0) {
    return { kind: 'answered', document: { ...base, ...(isHealth && code === 5 ? health(3) : {}) } }
  }
  const fault = faultOfMessages(plan, messages.length)
  if (fault !== null) return unreachable(run, protocolError(peer, fault), 13)
  try {
    const json = readMessages(plan, messages)
    const document = { ...base, responseMessage: JSON.stringify(json) }
    return { kind: 'answered', document: { ...document, ...(isHealth ? healthOf(json) : {}) } }
  } catch (error) {
    if (error instanceof OversizedMessage) {
      return { kind: 'answered', document: { ...base, grpcStatusCode: 8, grpcStatusMessage: error.message } }
    }
    if (!(error instanceof MalformedMessage)) throw error
    const message = `The response is not a valid ${plan.responseType.name}: ${error.message}`
    return unreachable(run, { code: 'ERR_GRPC_RESPONSE', message }, code)
  }
}

/** Values that one answer may become. */
const mostValues = 300_000

function readMessages({ isStreaming, responseType, types }: CallPlan, messages: readonly Buffer[]): unknown {
  const context = { types, budget: { left: mostValues } }
  const values = messages.map((message) => decodeMessage(responseType, message, context))
  return isStreaming ? values : values[0]
}

function faultOfMessages({ isStreaming }: CallPlan, count: number): string | null {
  if (isStreaming || count === 1) return null
  return count === 0 ? 'answered OK without a message' : 'sent several messages where one is expected'
}

function protocolError({ host, port }: Peer, why: string): ProbeError {
  return { code: 'ERR_GRPC_PROTOCOL', message: `${host}:${port} ${why}`, hostname: host, port, phase: 'call' }
}

function healthOf(json: unknown): Partial<GrpcDocument> {
  const label = isRecord(json) ? json['status'] : null
  const status = grpcHealthLabels.findIndex((known) => known === label)
  return status === -1 ? {} : health(status)
}

function health(healthStatus: number): Partial<GrpcDocument> {
  const label = grpcHealthLabels[healthStatus]
  return { healthStatus, ...(label === undefined ? {} : { healthStatusLabel: label }) }
}

function unreachable(run: Run, error: ProbeError, grpcStatusCode: number | null): Outcome<GrpcDocument> {
  return {
    kind: 'unreachable',
    error,
    document: emptyDocument(run, grpcStatusCode),
    elapsedMs: performance.now() - run.progress.startedMs,
  }
}

function emptyDocument({ request, port, progress }: Run, grpcStatusCode: number | null): GrpcDocument {
  const { grpcConfig } = request
  return {
    grpcMode: grpcConfig.mode,
    host: request.url,
    ...(progress.address === null ? {} : { resolvedIp: progress.address }),
    port,
    grpcMethod: grpcConfig.mode === 'HEALTH' ? healthMethod : methodOf(grpcConfig),
    responseMessage: '',
    grpcStatusCode,
    grpcStatusMessage: '',
    healthStatus: null,
    metadata: [],
    discoveredMethods: progress.discoveredMethods,
    timingPhases: null,
  }
}
