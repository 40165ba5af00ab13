// In turns: programs that are held up for seconds.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { connect, Socket } from 'node:net'
import { after, before, suite, test } from 'node:test'
import { isRecord } from '@sonde/ground/is-record.ts'
import type { Evaluation } from '@sonde/verdict/evaluation.ts'
import { evaluateDns } from '@sonde/verdict/dns/evaluate.ts'
import { evaluateGrpc } from '@sonde/verdict/grpc/evaluate.ts'
import { evaluateSsl } from '@sonde/verdict/ssl/evaluate.ts'
import { evaluateTcp } from '@sonde/verdict/tcp/evaluate.ts'
import { evaluateUrl } from '@sonde/verdict/url/evaluate.ts'
import { dnsConfig } from '@sonde/verdict/testing/dns-run.ts'
import { grpcConfig } from '@sonde/verdict/testing/grpc-run.ts'
import { sslRun } from '@sonde/verdict/testing/ssl-run.ts'
import { tcpConfig } from '@sonde/verdict/testing/tcp-run.ts'
import { urlConfig } from '@sonde/verdict/testing/url-run.ts'
import { createCertificateAuthority } from '../testing/certificate-authority.ts'
import { probeContext } from '../testing/probe-context.ts'
import { holdUp, type PromptServers, startPromptServers, whileHeldUp } from '../testing/prompt-servers.ts'
import { levelOf } from '../testing/url-probing.ts'
import { createDnsProbe } from './dns/probe.ts'
import { createGrpcProbe } from './grpc/probe.ts'
import { exchangeLimits } from './http/exchange.ts'
import { createLoopWatch } from './loop-watch.ts'
import { measureOnLoop } from './measure-on-loop.ts'
import { createNameResolver } from './resolve-name.ts'
import { createSslProbe } from './ssl/probe.ts'
import { createTcpProbe } from './tcp/probe.ts'
import { createUrlProbe } from './url/probe.ts'

const authority = createCertificateAuthority()
let servers: Awaited<ReturnType<typeof startPromptServers>>
let ports: PromptServers

before(async () => {
  const { key, fullChain: cert } = authority.issue()
  servers = await startPromptServers({ key, cert })
  ports = servers.ports
})
after(() => servers.close())

type Limits = { maxResponseTime: number | null; degradedResponseTime: number | null }
type Context = Parameters<typeof probeContext>[0]
type Attempt = (limits: Limits, context?: Context, port?: number) => Promise<Evaluation<unknown>>

/** What a target has for each phase, or for all. */
const limitMs = 500

const url: Attempt = async (limits, context, port = ports.http) => {
  const run = urlConfig({ ...limits, request: { url: `http://127.0.0.1:${port}/3` } })
  const probe = createUrlProbe({ ...exchangeLimits, graceMs: 60_000, attemptMs: 2 * limitMs })
  return evaluateUrl(run, await probe({ ...run, maxResponseTime: null }, probeContext(context)))
}

const tcp: Attempt = async (limits, context, port = ports.echo) => {
  const run = tcpConfig({ ...limits, request: { hostname: '127.0.0.1', port, data: 'hello' } })
  const probe = createTcpProbe({ phaseMs: () => limitMs, silenceMs: 100, mostBytes: 1024 })
  return evaluateTcp(run, await probe({ ...run, maxResponseTime: 30_000 }, probeContext(context)))
}

const dnsOver =
  (protocol: 'UDP' | 'TCP'): Attempt =>
  async (limits, context, port = ports.dns) => {
    const run = dnsConfig({ ...limits, request: { nameServer: '127.0.0.1', port, protocol } })
    const probe = createDnsProbe({ resendMs: [150, 300], giveUpMs: limitMs, allServersMs: 2 * limitMs })
    return evaluateDns(run, await probe(run, { ...probeContext(context), dnsResolvers: [] }))
  }

const ssl: Attempt = async (limits, context, port = ports.tls) => {
  const run = sslRun({ ...limits, sslConfig: { port, handshakeTimeoutMs: limitMs } })
  const probe = createSslProbe({ connectMs: limitMs })
  return evaluateSsl(run, await probe(run, probeContext({ authorities: [authority.root], ...context })))
}

const grpc: Attempt = async (limits, context, port = ports.grpc) => {
  const run = grpcConfig({
    ...limits,
    request: { url: '127.0.0.1', port, grpcConfig: { tls: false } },
  })
  const probe = createGrpcProbe({ timeoutMs: () => limitMs, latestEndMs: () => 60_000 })
  return evaluateGrpc(run, await probe(run, probeContext(context)))
}

const attempts: { name: string; attempt: Attempt; silence: string }[] = [
  { name: 'a URL with redirects', attempt: url, silence: 'No answer from .* within 1 s \\(first byte\\)' },
  { name: 'TCP', attempt: tcp, silence: 'Connection to .* timed out \\(data\\)' },
  { name: 'DNS over UDP', attempt: dnsOver('UDP'), silence: 'No answer from .* within 500 ms \\(query\\)' },
  {
    name: 'DNS over TCP',
    attempt: dnsOver('TCP'),
    silence: 'No answer from .* within 500 ms \\(query\\)',
  },
  { name: 'TLS 1.2', attempt: ssl, silence: 'No answer from .* within 500 ms \\(TLS\\)' },
  { name: 'gRPC', attempt: grpc, silence: 'No answer from .* within 500 ms \\(call\\)' },
]

const noLimits: Limits = { maxResponseTime: null, degradedResponseTime: null }

for (const { name, attempt, silence } of attempts) {
  suite(`${name} by a thread that is held up`, () => {
    test('a target that answers in time passes', async () => {
      for (const times of [{ ms: 600, turns: 2 }, { ms: 200 }]) {
        const evaluation = await whileHeldUp(times, () => attempt(noLimits))
        assert.equal(levelOf(evaluation), 'passed', evaluation.verdict.reason ?? '')
      }
    })

    test('a target that answers in time passes when it is the connection that was seen late', async (t) => {
      const onSocket = (message: unknown): void => {
        if (isRecord(message) && message['socket'] instanceof Socket) {
          message['socket'].prependOnceListener('connect', () => holdUp(600))
        }
      }
      subscribe('net.client.socket', onSocket)
      t.after(() => unsubscribe('net.client.socket', onSocket))
      const evaluation = await attempt(noLimits)
      assert.equal(levelOf(evaluation), 'passed', evaluation.verdict.reason ?? '')
    })

    test('our own delay makes no verdict about response times', async () => {
      const slow = { maxResponseTime: 180, degradedResponseTime: 170 }
      const evaluation = await whileHeldUp({ ms: 200 }, () => attempt(slow))
      const isWithheld = evaluation.notRunCause === 'noisy'
      assert.ok(isWithheld || levelOf(evaluation) === 'passed', evaluation.verdict.reason ?? '')
    })

    test('a target that is silent fails all the same', async () => {
      const evaluation = await whileHeldUp({ ms: 200, turns: 2 }, () => attempt(noLimits, {}, ports.silent))
      assert.equal(levelOf(evaluation), 'failed')
      assert.match(evaluation.verdict.reason ?? '', new RegExp(silence))
    })
  })
}

suite('a tunnel by a thread that is held up', () => {
  const context = (): Context => ({ proxy: new URL(`http://127.0.0.1:${ports.proxy}`) })

  test('a proxy and a target that answer in time pass', async () => {
    for (const attempt of [tcp, url, grpc]) {
      const evaluation = await whileHeldUp({ ms: 200 }, () => attempt(noLimits, context()))
      assert.equal(levelOf(evaluation), 'passed', evaluation.verdict.reason ?? '')
    }
  })

  test('a proxy that is silent fails all the same', async () => {
    const silent = { proxy: new URL(`http://127.0.0.1:${ports.silent}`) }
    const evaluation = await whileHeldUp({ ms: 200, turns: 2 }, () => tcp(noLimits, silent))
    assert.equal(levelOf(evaluation), 'failed')
    assert.match(evaluation.verdict.reason ?? '', /Proxy .* within 500 ms/)
  })
})

suite('a name by a thread that is held up', () => {
  const resolverAt = (port: number) =>
    createNameResolver({ servers: [`127.0.0.1:${port}`], hostsFile: '/dev/null', timeoutMs: 600 })

  test('an answer that came in time is found', async () => {
    for (const turns of [1, 3]) {
      const found = await whileHeldUp({ ms: 400, turns }, () => resolverAt(ports.dns)('a.test', 'IPv4'))
      assert.equal(found.kind, 'resolved', `held up ${turns} times`)
    }
  })

  test('a server that gives no answer fails all the same', async () => {
    const found = await whileHeldUp({ ms: 400, turns: 2 }, () => resolverAt(ports.silent)('a.test', 'IPv4'))
    assert.equal(found.kind === 'failed' && found.error.code, 'ERR_NO_RESOLVER')
  })
})

suite('the limit on ourselves', () => {
  const context = { loop: createLoopWatch(), signal: new AbortController().signal }

  test('an answer that is there when it is reached wins', async () => {
    const { outcome } = await measureOnLoop(context, 100, async () => {
      const socket = connect(ports.echo, '127.0.0.1')
      await once(socket, 'connect')
      socket.write('hello')
      holdUp(400)
      await once(socket, 'data')
      socket.destroy()
      return { kind: 'answered', document: null }
    })
    assert.equal(outcome.kind, 'answered')
  })

  test('an attempt that we held up for too long is no verdict', async () => {
    const { outcome } = await whileHeldUp({ ms: 200 }, () =>
      measureOnLoop(context, 100, () => new Promise(() => undefined)),
    )
    assert.equal(outcome.kind === 'not-run' && outcome.cause, 'aborted')
  })
})
