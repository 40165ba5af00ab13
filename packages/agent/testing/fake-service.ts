import { randomUUID } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { gunzipSync } from 'node:zlib'
import type {
  EventsRequest,
  HeartbeatRequest,
  LeaseRequest,
  RegisterRequest,
  ReleaseRequest,
  RenewRequest,
  ResultsRequest,
  RunAssignment,
  RunResult,
} from '@sonde/schema/agents/agent-protocol.ts'

export type FakeCall = {
  path: string
  headers: IncomingMessage['headers']
  body: unknown
  atMs: number
  isZipped: boolean
}

/** What to answer instead of the usual; null for the usual. */
export type Detour = (
  call: FakeCall,
) => { status: number; headers?: Record<string, string>; body?: unknown } | null

type Options = {
  port?: number
  tls?: { key: string; cert: string }
  pollMs?: number
  renewMs?: number
  heartbeatMs?: number
  /** What the service thinks the time is. */
  now?: () => number
}

/**
 * A stand-in for the service that speaks the agent's protocol over real HTTP, remembers every call and can
 * be told to misbehave.
 */
export async function startFakeService(options: Options = {}) {
  const { pollMs = 20_000, renewMs = 20_000, heartbeatMs = 30_000, now = Date.now } = options
  const changed = new EventEmitter().setMaxListeners(0)
  const calls: FakeCall[] = []
  const results: RunResult[] = []
  const waiting: RunAssignment[] = []
  const toCancel: string[] = []
  const toLose: string[] = []
  const openPolls = new Set<() => void>()
  let detour: Detour = () => null
  let resultsUnderWay = 0
  let mostResultsUnderWay = 0
  let pollsOver = 0

  const onRequest = (request: IncomingMessage, response: ServerResponse): void => {
    answer(request, response).catch((error: unknown) => {
      if (!response.headersSent) response.writeHead(500)
      response.end(String(error))
    })
  }
  const server = options.tls ? createHttpsServer(options.tls, onRequest) : createHttpServer(onRequest)
  // A TLS client that gives up is part of the tests.
  server.on('tlsClientError', () => changed.emit('change'))
  server.listen(options.port ?? 0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
    const raw = Buffer.concat(chunks)
    const isZipped = request.headers['content-encoding'] === 'gzip'
    const text = (isZipped ? gunzipSync(raw) : raw).toString('utf8')
    const path = request.url?.replace('/agent/v1', '') ?? ''
    const body: unknown = text === '' ? null : JSON.parse(text)
    const call = { path, headers: request.headers, body, atMs: performance.now(), isZipped }
    calls.push(call)
    changed.emit('change')
    const other = detour(call)
    const {
      status,
      headers,
      body: answered,
    } = other ?? { status: 200, headers: {}, body: await usual(call, response) }
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(answered === undefined ? '' : JSON.stringify(answered))
  }

  async function usual({ path, body }: FakeCall, response: ServerResponse): Promise<object> {
    const serverTime = now()
    switch (path) {
      case '/register':
        return { location: 'test', leaseMs: 60_000, renewMs, pollMs, heartbeatMs, serverTime }
      case '/lease':
        return lease(body as LeaseRequest, response)
      case '/renew': {
        const held = new Set((body as RenewRequest).runs.map(({ leaseId }) => leaseId))
        const isHeld = (leaseId: string) => held.has(leaseId)
        return { lost: takeMatching(toLose, isHeld), cancel: takeMatching(toCancel, isHeld), serverTime }
      }
      case '/results': {
        const { results: sent } = body as ResultsRequest
        resultsUnderWay++
        mostResultsUnderWay = Math.max(mostResultsUnderWay, resultsUnderWay)
        await new Promise((resolve) => setImmediate(resolve))
        resultsUnderWay--
        results.push(...sent)
        changed.emit('change')
        return { states: sent.map(() => 'stored'), serverTime }
      }
      case '/heartbeat':
        if ((body as HeartbeatRequest).draining === true) wake()
        return { serverTime }
      default:
        return { serverTime }
    }
  }

  async function lease({ free }: LeaseRequest, response: ServerResponse): Promise<object> {
    if (waiting.length === 0 && toCancel.length === 0) {
      const { promise, resolve } = Promise.withResolvers<void>()
      const timer = setTimeout(() => {
        pollsOver++
        resolve()
      }, pollMs)
      openPolls.add(resolve)
      response.on('close', resolve)
      changed.emit('change')
      await promise
      clearTimeout(timer)
      openPolls.delete(resolve)
      changed.emit('change')
    }
    // An agent that hung up gets nothing.
    const runs = response.destroyed ? [] : waiting.splice(0, free.uptime)
    const cancel = response.destroyed ? [] : toCancel.splice(0)
    return { runs, cancel, serverTime: now() }
  }

  function wake(): void {
    for (const resolve of openPolls) resolve()
  }

  const bodiesOf = <T>(path: string): T[] =>
    calls.filter((call) => call.path === path).map(({ body }) => body as T)

  return {
    url: `${options.tls ? 'https' : 'http'}://127.0.0.1:${port}`,
    port,
    calls,
    results,
    count: (path: string) => calls.filter((call) => call.path === path).length,
    registrations: () => bodiesOf<RegisterRequest>('/register'),
    leases: () => bodiesOf<LeaseRequest>('/lease'),
    posts: () => bodiesOf<ResultsRequest>('/results'),
    renewals: () => bodiesOf<RenewRequest>('/renew'),
    releases: () => bodiesOf<ReleaseRequest>('/release'),
    events: () => bodiesOf<EventsRequest>('/events'),
    openPolls: () => openPolls.size,
    mostResultsUnderWay: () => mostResultsUnderWay,
    /** Long polls that ended because their time was over. */
    pollsOver: () => pollsOver,
    give(...runs: RunAssignment[]): void {
      waiting.push(...runs)
      wake()
    },
    cancel(...leaseIds: string[]): void {
      toCancel.push(...leaseIds)
    },
    cancelNow(...leaseIds: string[]): void {
      toCancel.push(...leaseIds)
      wake()
    },
    lose(...leaseIds: string[]): void {
      toLose.push(...leaseIds)
    },
    setDetour(next: Detour): void {
      detour = next
    },
    /** Resolves when the condition holds; looks again after every call. */
    async until(condition: () => boolean): Promise<void> {
      while (!condition()) await once(changed, 'change')
    },
    async stop(): Promise<void> {
      server.closeAllConnections()
      server.close()
      wake()
      await once(server, 'close')
    },
  }
}

export type FakeService = Awaited<ReturnType<typeof startFakeService>>

function takeMatching(list: string[], isWanted: (leaseId: string) => boolean): string[] {
  const taken = list.filter(isWanted)
  for (const leaseId of taken) list.splice(list.indexOf(leaseId), 1)
  return taken
}

export function makeRun(run: Partial<RunAssignment> = {}): RunAssignment {
  return {
    runId: randomUUID(),
    attempt: 1,
    leaseId: randomUUID(),
    leaseEndsAt: Date.now() + 60_000,
    ticket: 'ticket',
    checkId: randomUUID(),
    checkType: 'ICMP',
    location: 'test',
    queue: 'uptime',
    scheduledAt: Date.now(),
    config: icmpConfig(),
    ...run,
  }
}

export function icmpConfig(request: { hostname?: string; pingCount?: number } = {}) {
  return {
    request: { hostname: '127.0.0.1', ipFamily: 'IPv4', pingCount: 1, assertions: [], ...request },
    shouldFail: false,
    degradedResponseTime: 10_000,
    maxResponseTime: 20_000,
    degradedPacketLossThreshold: 10,
    maxPacketLossThreshold: 20,
  }
}
