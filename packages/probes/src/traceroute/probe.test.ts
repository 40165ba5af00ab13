import assert from 'node:assert/strict'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { test, type TestContext } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { encode, decode } from 'dns-packet'
import { tracerouteContext } from '../../testing/traceroute-context.ts'
import { tracedDocument, tracerouteConfig } from '../../testing/traceroute-config.ts'
import { createTraceroute } from './create-traceroute.ts'
import { createReverseLookup } from '../reverse-lookup.ts'
import {
  TracerouteEngineError,
  TracerouteSocketError,
  type Trace,
  type TracerouteEngine,
} from '../traceroute-engine/trace.ts'
import { createTracerouteProbe, probeTraceroute } from './probe.ts'

// Loopback answers a datagram to a closed port at the first hop, to everybody.
const skip = process.platform === 'linux' ? false : 'the engine is for Linux'
const target = tracerouteConfig({ url: '127.0.0.1', port: 1 })

function startEngine(t: TestContext): TracerouteEngine {
  const traceroute = createTraceroute()
  t.after(() => traceroute.close())
  return traceroute
}

/** An engine that gives this trace, and notes what was asked. */
function fixedEngine(trace: Partial<Trace> | Error): TracerouteEngine & { asked: object[] } {
  const asked: object[] = []
  return {
    asked,
    capability: { isSupported: true, hasRawSockets: true, missing: [] },
    async trace(request) {
      asked.push(request)
      if (trace instanceof Error) throw trace
      const byDefault = { triedHops: 0, refusal: null, noiseMs: null, hasKernelTimes: false }
      return { hops: [], reason: 'timeout', ...byDefault, ...trace }
    },
    close: () => Promise.resolve(),
  }
}

test('a name is resolved and its host reached', { skip }, async (t) => {
  const traceroute = startEngine(t)
  const now = () => 1_790_000_000_999
  const config = tracerouteConfig({ url: 'db.localhost', port: 1, maxUnknownHops: 4 })
  const measured = await probeTraceroute(config, tracerouteContext({ traceroute, now }))
  const { hops, finalHopLatency, ...response } = tracedDocument(measured, 'answered')
  assert.deepEqual(response, {
    hostname: 'db.localhost',
    resolvedIp: '127.0.0.1',
    port: 1,
    ipFamily: 'IPv4',
    maxHops: 30,
    totalHops: 1,
    destinationReached: true,
    truncationReason: 'destinationReached',
    probeProtocol: 'UDP',
    protocol: 'UDP',
    timestamp: 1_790_000_000,
  })
  assert.deepEqual([hops.length, hops[0]?.main_ip, hops[0]?.sent], [1, '127.0.0.1', 3])
  assert.ok(finalHopLatency && finalHopLatency.min <= finalHopLatency.avg)
})

test('our own thread, held up, does not lengthen a round trip', { skip }, async (t) => {
  const traceroute = startEngine(t)
  const request = {
    address: '127.0.0.1',
    family: 'IPv4',
    protocol: 'UDP',
    port: 1,
    maxHops: 3,
    maxUnknownHops: 3,
    timeoutMs: 5000,
  } as const
  // The kernel begins to take times a moment after somebody first wants them.
  await traceroute.trace(request)
  await delay(50)
  const tracing = traceroute.trace(request)
  const busy = setInterval(() => holdUp(60), 1)
  const { hops, hasKernelTimes, noiseMs } = await tracing
  clearInterval(busy)
  assert.equal(hasKernelTimes, true)
  assert.ok((noiseMs ?? 0) > 30, `the thread was not held up: ${noiseMs}`)
  for (const { rttMs } of hops[0]?.answers ?? []) assert.ok(rttMs < 30, `${rttMs} ms`)
})

function holdUp(ms: number): void {
  const untilMs = performance.now() + ms
  while (performance.now() < untilMs);
}

test('a trace that is aborted ends as such, and leaves no socket behind', { skip }, async (t) => {
  const traceroute = startEngine(t)
  await probeTraceroute(target, tracerouteContext({ traceroute }))
  const before = readdirSync('/proc/self/fd').length
  const abort = new AbortController()
  const tracing = probeTraceroute(target, tracerouteContext({ traceroute, signal: abort.signal }))
  abort.abort(new Error('the agent stops'))
  const { outcome } = await tracing
  assert.deepEqual(outcome, {
    kind: 'not-run',
    cause: 'aborted',
    error: { code: 'ERR_ABORTED', message: 'The attempt was aborted: the agent stops' },
  })
  assert.equal(readdirSync('/proc/self/fd').length, before)
})

test('a closed engine has let go of everything, and refuses further traces', { skip }, async () => {
  const before = readdirSync('/proc/self/fd').length
  const traceroute = createTraceroute()
  const request = { address: '127.0.0.1', family: 'IPv4', protocol: 'UDP', port: 1 } as const
  const limits = { maxHops: 3, maxUnknownHops: 3, timeoutMs: 5000 }
  await traceroute.trace({ ...request, ...limits })
  const open = assert.rejects(traceroute.trace({ ...request, ...limits }), TracerouteEngineError)
  await traceroute.close()
  await open
  assert.equal(readdirSync('/proc/self/fd').length, before)
  await assert.rejects(traceroute.trace({ ...request, ...limits }), /is closed/)
})

test('a name that does not exist, and a resolver that takes longer than the trace may', async () => {
  const traceroute = fixedEngine({})
  const failing = tracerouteContext({
    traceroute,
    resolveName: async (hostname) => ({
      kind: 'failed',
      error: { code: 'ENOTFOUND', message: 'no such name', hostname },
    }),
  })
  const { outcome } = await probeTraceroute(tracerouteConfig({ url: 'nowhere.test' }), failing)
  assert.equal(outcome.kind === 'unreachable' && outcome.error.code, 'ENOTFOUND')
  const { promise: never } = Promise.withResolvers<never>()
  const probe = createTracerouteProbe({ traceMs: () => 20, latestEndMs: () => 5000, ptrLookupMs: 20 })
  const late = await probe(
    tracerouteConfig({ url: 'slow.test' }),
    tracerouteContext({ traceroute, resolveName: () => never }),
  )
  assert.deepEqual(late.outcome, {
    kind: 'unreachable',
    error: {
      code: 'EAI_AGAIN',
      message: 'DNS lookup for "slow.test" failed: resolver gave no usable answer',
      hostname: 'slow.test',
    },
    document: null,
  })
  assert.deepEqual(traceroute.asked, [])
})

test('defaults follow the protocol and the length of the path', async () => {
  for (const [request, expected] of [
    [{ protocol: null }, { protocol: 'TCP', port: 443, maxUnknownHops: 15 }],
    [
      { protocol: 'SCTP', port: null },
      { protocol: 'SCTP', port: 33_434, maxUnknownHops: 15 },
    ],
    [
      { protocol: 'UDP', maxHops: 6 },
      { protocol: 'UDP', port: 33_434, maxUnknownHops: 6 },
    ],
    [
      { protocol: 'ICMP', port: 80 },
      { protocol: 'ICMP', port: 0, maxUnknownHops: 15 },
    ],
    [
      { protocol: 'TCP', port: 8443, maxUnknownHops: 2 },
      { protocol: 'TCP', port: 8443, maxUnknownHops: 2 },
    ],
  ] as const) {
    const traceroute = fixedEngine({})
    await probeTraceroute(tracerouteConfig(request), tracerouteContext({ traceroute }))
    const [asked = {}] = traceroute.asked
    assert.deepEqual({ ...asked, ...expected }, asked)
  }
})

test('what keeps the agent from tracing is its own trouble', async () => {
  const cases = [
    [new TracerouteSocketError('EPERM', 'x'), 'no-permission', 'EPERM'],
    [new TracerouteEngineError('Traceroute needs Linux'), 'internal', 'ERR_INTERNAL'],
  ] as const
  for (const [error, cause, code] of cases) {
    const { outcome } = await probeTraceroute(target, tracerouteContext({ traceroute: fixedEngine(error) }))
    assert.ok(outcome.kind === 'not-run')
    assert.deepEqual([outcome.cause, outcome.error.code], [cause, code])
  }
})

test('a system without IPv6, or that refuses to send, has no way to the target', async () => {
  const cases = [
    [new TracerouteSocketError('EAFNOSUPPORT', 'x'), 'ENETUNREACH', '127.0.0.1 is unreachable (network)'],
    [{ refusal: { code: 'EADDRNOTAVAIL', errno: 99 } }, 'ENETUNREACH', '127.0.0.1 is unreachable (network)'],
    [{ refusal: { code: 'EHOSTUNREACH', errno: 113 } }, 'EHOSTUNREACH', '127.0.0.1 is unreachable (host)'],
    [{ refusal: { code: 'EPERM', errno: 1 } }, 'EPERM', 'The system refused to send to 127.0.0.1 (EPERM)'],
  ] as const
  for (const [given, code, message] of cases) {
    const { outcome } = await probeTraceroute(target, tracerouteContext({ traceroute: fixedEngine(given) }))
    assert.ok(outcome.kind === 'unreachable')
    assert.deepEqual([outcome.error.code, outcome.error.message, outcome.document], [code, message, null])
  }
})

const traced: Partial<Trace> = {
  reason: 'destinationReached',
  triedHops: 3,
  hops: [
    { sent: 3, answers: [0.4, 0.5, 0.6].map((rttMs) => ({ address: '10.0.0.1', rttMs, isTarget: false })) },
    { sent: 3, answers: [] },
    {
      sent: 3,
      answers: [
        { address: '127.0.0.1', rttMs: 10.6, isTarget: true },
        { address: '127.0.0.1', rttMs: 9.1, isTarget: true },
      ],
    },
  ],
}

test('names of the hops are looked up after the trace, each address once, and change nothing else', async () => {
  const asked: (readonly string[])[] = []
  const context = tracerouteContext({
    traceroute: fixedEngine(traced),
    findNames: async (addresses) => {
      asked.push(addresses)
      return new Map([['10.0.0.1', 'gw.example.net']])
    },
  })
  const config = tracerouteConfig({ url: '127.0.0.1' })
  const without = tracedDocument(await probeTraceroute(config, context), 'answered')
  assert.deepEqual(asked, [])
  const named = { ...config, request: { ...config.request, ptrLookup: null } }
  const response = tracedDocument(await probeTraceroute(named, context), 'answered')
  assert.deepEqual(asked, [['10.0.0.1', '127.0.0.1']])
  const [first, ...rest] = response.hops
  assert.equal(first?.main_host, 'gw.example.net')
  assert.deepEqual(rest, without.hops.slice(1))
  assert.deepEqual(response.hops[1], { hop_number: 2, sent: 3, received: 0, loss_percentage: 100 })
  assert.deepEqual(
    { ...response.hops[2], rtt: null },
    { hop_number: 3, main_ip: '127.0.0.1', sent: 3, received: 2, loss_percentage: 33.33, rtt: null },
  )
  const { last_ms: last, best_ms: best, worst_ms: worst } = response.hops[2]?.rtt ?? {}
  assert.deepEqual([last, best, worst], [9.1, 9.1, 10.6])
  const { avg = 0, min, max, stdDev = 0 } = response.finalHopLatency ?? {}
  assert.deepEqual([avg.toFixed(2), min, max, stdDev.toFixed(2)], ['9.85', 9.1, 10.6, '1.06'])
})

test('a DNS server that is silent costs the names, and no more than their time', async (t) => {
  const server = createSocket('udp4')
  server.on('message', (query, from) => {
    const [question] = decode(query).questions ?? []
    if (question?.name !== '1.0.0.10.in-addr.arpa') return
    const answers = [{ type: 'PTR', name: question.name, data: 'gw.example.net' } as const]
    server.send(
      encode({ type: 'response', id: query.readUInt16BE(0), questions: [question], answers }),
      from.port,
    )
  })
  server.bind(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  const findNames = createReverseLookup({ servers: [`127.0.0.1:${server.address().port}`] })
  const names = await findNames(['10.0.0.1', '10.0.0.2'], 300)
  assert.deepEqual([...names], [['10.0.0.1', 'gw.example.net']])
  assert.equal((await findNames([], 300)).size, 0)
})
