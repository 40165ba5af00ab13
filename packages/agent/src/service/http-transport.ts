import type { LookupFunction } from 'node:net'
import type { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import {
  GoldenAnswer,
  HeartbeatAnswer,
  LeaseAnswer,
  RegisterAnswer,
  RenewAnswer,
  ResultsAnswer,
} from '@sonde/schema/agents/agent-protocol.ts'
import {
  ArtifactAnswer,
  type ArtifactOrder,
  type ArtifactOutcome,
} from '@sonde/schema/agents/artifact-protocol.ts'
import { archiveHashHeader } from '@sonde/schema/agents/dependency-protocol.ts'
import { agentVersion } from '@sonde/schema/agents/agent-version.ts'
import { createValidator } from '@sonde/schema/validation/validator.ts'
import { Agent, ProxyAgent, request, type Dispatcher } from 'undici'
import { type HttpAnswer, messageIn, parse, readAnswer, refusal, trust } from './http-answer.ts'
import { describeFailure } from './http-failure.ts'
import { TransportFailure, type AgentTransport } from './transport.ts'

const gzipAsync = promisify(gzip)

/** Shorter bodies are not worth the time of compressing them. */
const smallestZippedBytes = 16_384
/** What is compressed at once: each piece is a way to another thread and back. */
const zippedChunkBytes = 256 * 1024

export type HttpTransportTimes = {
  connectMs: number
  answerMs: number
  /** Of one part of a file; the service waits no longer. */
  uploadMs: number
  /** Of all packages of a suite. */
  archiveMs: number
  /** What a long poll may take longer than the service said. */
  pollGraceMs: number
}

const defaultTimes: HttpTransportTimes = {
  connectMs: 10_000,
  answerMs: 30_000,
  uploadMs: 120_000,
  archiveMs: 600_000,
  pollGraceMs: 15_000,
}

/** Before the service has said how long its polls take. */
const firstPollMs = 20_000

export type HttpTransportOptions = {
  serviceUrl: URL
  apiKey: string
  agentId: string
  proxy: URL | null
  /** Authorities to believe; null for those that Node brings along. */
  authorities: readonly string[] | null
  verifiesCertificates: boolean
  lookup?: LookupFunction
  times?: Partial<HttpTransportTimes>
}

/** Speaks with the service over HTTP, directly or through a proxy. */
export function createHttpTransport(
  options: HttpTransportOptions,
): AgentTransport & { close(): Promise<void> } {
  const times = { ...defaultTimes, ...options.times }
  const dispatcher = createDispatcher(options, times.connectMs)
  const base = `${options.serviceUrl.href.replace(/\/+$/, '')}/agent/v1`
  const validator = createValidator()
  const validators = {
    register: validator.compile(RegisterAnswer, { complete: false }),
    lease: validator.compile(LeaseAnswer, { complete: false }),
    renew: validator.compile(RenewAnswer, { complete: false }),
    results: validator.compile(ResultsAnswer, { complete: false }),
    heartbeat: validator.compile(HeartbeatAnswer, { complete: false }),
    artifact: validator.compile(ArtifactAnswer, { complete: false }),
    golden: validator.compile(GoldenAnswer, { complete: false }),
  }
  const headers = {
    authorization: `Bearer ${options.apiKey}`,
    'x-agent-id': options.agentId,
    'x-agent-version': agentVersion,
    'content-type': 'application/json',
    accept: 'application/json',
    'accept-encoding': 'gzip',
  }
  let pollMs = firstPollMs
  let isZipUnderstood = true

  async function post(
    path: string,
    body: object,
    limit: { ms: number; signal?: AbortSignal },
  ): Promise<unknown> {
    const json = Buffer.from(JSON.stringify(body))
    const isZipped = isZipUnderstood && json.length >= smallestZippedBytes
    const answer = await exchange(
      path,
      {
        method: 'POST',
        headers: isZipped ? { 'content-encoding': 'gzip' } : {},
        body: isZipped ? await gzipAsync(json, { level: 1, chunkSize: zippedChunkBytes }) : json,
      },
      limit,
    )
    if (answer.status === 415 && isZipped) {
      isZipUnderstood = false
      return post(path, body, limit)
    }
    if (answer.status >= 200 && answer.status < 300) return parse(answer.body, path)
    throw refusal(path, answer)
  }

  async function send(path: string, call: HttpCall, signal: AbortSignal): Promise<Dispatcher.ResponseData> {
    return await request(`${base}${path}`, {
      ...call,
      dispatcher,
      headers: { ...headers, ...call.headers },
      signal,
      // The signal is the limit for the whole exchange.
      headersTimeout: 0,
      bodyTimeout: 0,
    })
  }

  async function exchange(
    path: string,
    call: HttpCall,
    { ms, signal }: { ms: number; signal?: AbortSignal },
  ): Promise<HttpAnswer> {
    const timeout = AbortSignal.timeout(ms)
    try {
      return await readAnswer(await send(path, call, signal ? AbortSignal.any([signal, timeout]) : timeout))
    } catch (error) {
      if (error instanceof TransportFailure) throw error
      if (timeout.aborted) throw new TransportFailure('unavailable', `no response to ${path} within ${ms} ms`)
      throw new TransportFailure('unavailable', describeFailure(error, options))
    }
  }

  return {
    async register(body) {
      const answer = await post('/register', body, { ms: times.answerMs })
      const registered = trust<RegisterAnswer>(validators.register, answer, '/register')
      pollMs = registered.pollMs
      return registered
    },
    async lease(body, signal) {
      const answer = await post('/lease', body, { ms: pollMs + times.pollGraceMs, signal })
      return trust<LeaseAnswer>(validators.lease, answer, '/lease')
    },
    async renew(body) {
      return trust<RenewAnswer>(
        validators.renew,
        await post('/renew', body, { ms: times.answerMs }),
        '/renew',
      )
    },
    async release(body) {
      await post('/release', body, { ms: times.answerMs })
    },
    async sendResults(body) {
      const answer = await post('/results', body, { ms: times.answerMs })
      return trust<ResultsAnswer>(validators.results, answer, '/results')
    },
    async heartbeat(body, signal) {
      const answer = await post('/heartbeat', body, { ms: times.answerMs, ...(signal && { signal }) })
      return trust<HeartbeatAnswer>(validators.heartbeat, answer, '/heartbeat')
    },
    async sendEvents(body) {
      await post('/events', body, { ms: times.answerMs })
    },
    async sendDiagnostics(body) {
      await post('/diagnostics', body, { ms: times.answerMs })
    },
    async sendLog(body) {
      await post('/log', body, { ms: times.answerMs })
    },
    async sendArtifact(order, body, signal) {
      const path = `/runs/${order.runId}/artifacts/${order.number}`
      const { part } = order
      const stream = part === null ? null : body()
      const answer = await exchange(
        path,
        { method: 'PUT', headers: artifactHeaders(order), body: stream ?? Buffer.alloc(0) },
        { ms: times.uploadMs, signal },
      ).finally(() => stream?.destroy())
      if (answer.status === 200) {
        const taken = trust<ArtifactAnswer>(validators.artifact, parse(answer.body, path), path)
        return { kind: 'taken', ...taken }
      }
      const received = Number(answer.received ?? Number.NaN)
      if (answer.status === 409 && Number.isSafeInteger(received)) return { kind: 'elsewhere', received }
      const reason = refusedFiles.get(answer.status)
      if (reason !== undefined) return { kind: 'refused', reason, message: messageIn(answer) ?? reason }
      throw refusal(path, answer)
    },
    async fetchCode({ sha256, ticket }, signal) {
      const path = `/code/${sha256}`
      const limit = { ms: times.answerMs, signal }
      const answer = await exchange(path, { method: 'GET', headers: { 'x-sonde-ticket': ticket } }, limit)
      if (answer.status === 404) return null
      if (answer.status === 200) return answer.body
      throw refusal(path, answer)
    },
    async storeGolden({ sha256, bytes, ticket, madeBy }, body, signal) {
      const path = `/code/${sha256}`
      const stream = body()
      const about = {
        'x-sonde-ticket': ticket,
        'x-made-by': madeBy,
        'content-type': 'application/octet-stream',
        'content-length': String(bytes),
      }
      const limit = { ms: times.uploadMs, signal }
      const answer = await exchange(path, { method: 'PUT', headers: about, body: stream }, limit).finally(
        () => stream.destroy(),
      )
      if (answer.status !== 200) throw refusal(path, answer)
      return trust<GoldenAnswer>(validators.golden, parse(answer.body, path), path)
    },
    async fetchBundle({ sha256, ticket }, signal) {
      const path = `/bundles/${sha256}`
      try {
        // As it is: it is compressed already.
        const call = { 'x-sonde-ticket': ticket, 'accept-encoding': 'identity' }
        const response = await send(path, { method: 'GET', headers: call }, signal)
        if (response.statusCode === 200) return response.body
        const answer = await readAnswer(response)
        if (answer.status === 404) return null
        throw refusal(path, answer)
      } catch (error) {
        if (error instanceof TransportFailure) throw error
        throw new TransportFailure('unavailable', describeFailure(error, options))
      }
    },
    dependencies: {
      async fetch({ key, ticket }, signal) {
        const path = `/dependencies/${key}`
        try {
          const call = { 'x-sonde-ticket': ticket, 'accept-encoding': 'identity' }
          const response = await send(path, { method: 'GET', headers: call }, signal)
          const sha256 = response.headers[archiveHashHeader]
          if (response.statusCode === 200 && typeof sha256 === 'string')
            return { sha256, body: response.body }
          const answer = await readAnswer(response)
          if (answer.status === 404) return null
          throw refusal(path, answer)
        } catch (error) {
          if (error instanceof TransportFailure) throw error
          throw new TransportFailure('unavailable', describeFailure(error, options))
        }
      },
      async store({ key, ticket, sha256, bytes }, body, signal) {
        const path = `/dependencies/${key}`
        const stream = body()
        const about = {
          'x-sonde-ticket': ticket,
          [archiveHashHeader]: sha256,
          'content-type': 'application/octet-stream',
          'content-length': String(bytes),
        }
        const limit = { ms: times.archiveMs, signal }
        const answer = await exchange(path, { method: 'PUT', headers: about, body: stream }, limit).finally(
          () => stream.destroy(),
        )
        if (answer.status !== 204) throw refusal(path, answer)
      },
      async drop({ key, ticket }, signal) {
        const path = `/dependencies/${key}`
        const limit = { ms: times.answerMs, signal }
        const call = { method: 'DELETE', headers: { 'x-sonde-ticket': ticket } } as const
        const answer = await exchange(path, call, limit)
        if (answer.status !== 204) throw refusal(path, answer)
      },
    },
    close: () => dispatcher.destroy(),
  }
}

type HttpCall = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  headers: Readonly<Record<string, string>>
  body?: Buffer | Readable
}

function createDispatcher(options: HttpTransportOptions, connectMs: number): Dispatcher {
  const { proxy, authorities, verifiesCertificates, lookup } = options
  const tls = {
    rejectUnauthorized: verifiesCertificates,
    ...(authorities && { ca: [...authorities] }),
  }
  const socket = {
    timeout: connectMs,
    allowH2: false,
    // Tries the other addresses of a name, so that a host without IPv6 arrives over IPv4. More patient than
    // Node's 250 ms, which a slow line does not reach.
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: 1_000,
    ...(lookup && { lookup }),
  }
  if (proxy === null) return new Agent({ connect: { ...socket, ...tls } })
  return new ProxyAgent({
    uri: proxy.href,
    requestTls: { ...socket, ...tls },
    proxyTls: { ...socket, ...tls },
  })
}

/** What a refusal of a file says; whatever else the service answers is no word on the file. */
const refusedFiles: ReadonlyMap<number, ArtifactRefusal['reason']> = new Map([
  [403, 'no-run'],
  [413, 'too-large'],
  [422, 'wrong-hash'],
  [425, 'not-yet'],
])
type ArtifactRefusal = Extract<ArtifactOutcome, { kind: 'refused' }>

function artifactHeaders(order: ArtifactOrder): Record<string, string> {
  const { part, bytes } = order
  const range = part === null ? '*' : `${part.start}-${part.start + part.length - 1}`
  return {
    'x-sonde-ticket': order.ticket,
    'x-artifact-name': encodeURIComponent(order.name.toWellFormed()),
    'x-artifact-type': order.type,
    'x-artifact-content-type': order.contentType,
    'x-artifact-sha256': order.sha256,
    'content-type': 'application/octet-stream',
    'content-range': `bytes ${range}/${bytes}`,
    'content-length': String(part?.length ?? 0),
  }
}
