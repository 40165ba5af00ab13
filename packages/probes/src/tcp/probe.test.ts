import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Socket } from 'node:net'
import type { TcpCheckResult } from '@sonde/schema/check-types/tcp/result.ts'
import type { Verdict } from '@sonde/schema/runs/verdict.ts'
import { evaluateTcp } from '@sonde/verdict/tcp/evaluate.ts'
import type { Evaluation } from '@sonde/verdict/evaluation.ts'
import { onData, tcpConfig } from '@sonde/verdict/testing/tcp-run.ts'
import { probeContext } from '../../testing/probe-context.ts'
import { closedPort, droppingPort, serveTcp } from '../../testing/tcp-peer.ts'
import { createTcpProbe, type TcpLimits } from './probe.ts'

/** Long enough for a busy machine; a test that waits for one of them sets it short. */
const patient: TcpLimits = { phaseMs: () => 30_000, silenceMs: 500, mostBytes: 1024 * 1024 }

type Config = NonNullable<Parameters<typeof tcpConfig>[0]>

async function look(
  port: number,
  {
    limits = {},
    context = {},
    ...config
  }: Config & { limits?: Partial<TcpLimits>; context?: Parameters<typeof probeContext>[0] } = {},
): Promise<Evaluation<TcpCheckResult>> {
  const run = tcpConfig({
    maxResponseTime: null,
    degradedResponseTime: null,
    ...config,
    request: { hostname: '127.0.0.1', port, ...config.request },
  })
  const measured = await createTcpProbe({ ...patient, ...limits })(run, probeContext(context))
  return evaluateTcp(run, measured)
}

function levelOf({ verdict }: Evaluation<TcpCheckResult>): Verdict {
  return verdict.kind
}

const errorOf = ({ detail }: Evaluation<TcpCheckResult>) => detail.response?.error
const ask = (data: string, ...assertions: ReturnType<typeof onData>[]) => ({ request: { data, assertions } })
const read = (...assertions: ReturnType<typeof onData>[]) => ({ request: { assertions } })

/** Sends each piece when the one before has long arrived. */
function sendApart(socket: Socket, pieces: readonly (string | Buffer)[], apartMs: number): void {
  const [first, ...rest] = pieces
  if (first === undefined) return
  socket.write(first)
  const timer = setTimeout(() => sendApart(socket, rest, apartMs), apartMs)
  socket.once('close', () => clearTimeout(timer))
}

suite('the cases of the specification', () => {
  test('T1: an open port passes with no data phase', async (t) => {
    const port = await serveTcp(t, (socket) => socket.write('hello'))
    const evaluation = await look(port)
    assert.equal(levelOf(evaluation), 'passed')
    const { response, timingPhases } = evaluation.detail
    assert.deepEqual(response, { resolvedIp: '127.0.0.1', data: '', dataTruncated: false })
    assert.equal(timingPhases?.data, 0)
    assert.equal(timingPhases?.dns, 0)
    assert.ok((timingPhases?.connection ?? 0) > 0)
    assert.equal(evaluation.verdict.responseTime, timingPhases?.total)
  })

  test('T1: a closed port is ECONNREFUSED', async () => {
    const port = await closedPort()
    const evaluation = await look(port)
    assert.equal(levelOf(evaluation), 'failed')
    assert.equal(errorOf(evaluation)?.code, 'ECONNREFUSED')
    assert.equal(evaluation.detail.requestError, `Connection to 127.0.0.1:${port} was refused`)
    assert.ok((evaluation.verdict.responseTime ?? -1) >= 0)
  })

  test('T1: a port that drops SYNs is SOCKET_TIMEOUT in phase connect', async (t) => {
    const port = await droppingPort(t)
    const evaluation = await look(port, { limits: { phaseMs: () => 300 } })
    assert.equal(levelOf(evaluation), 'failed')
    assert.equal(errorOf(evaluation)?.code, 'SOCKET_TIMEOUT')
    assert.equal(errorOf(evaluation)?.phase, 'connect')
    assert.equal(evaluation.detail.requestError, `Connection to 127.0.0.1:${port} timed out (connect)`)
  })

  test('T2: what is wanted ends the reading at once, on a connection that stays open', async (t) => {
    const port = await serveTcp(t, (socket) => {
      socket.on('data', (chunk) => {
        assert.equal(String(chunk), 'PING\r\n')
        socket.write('+PONG\r\n')
      })
    })
    const evaluation = await look(port, {
      ...ask('PING\r\n', onData('CONTAINS', 'PONG'), onData('NOT_EMPTY')),
      // Had it waited for silence, the test would end only by its deadline, as a failure.
      limits: { silenceMs: 60_000, phaseMs: () => 120_000 },
    })
    assert.equal(levelOf(evaluation), 'passed')
    assert.equal(evaluation.detail.response?.data, '+PONG\r\n')
    assert.equal(evaluation.detail.request.data, 'PING\r\n')
  })

  test('T3: a banner is read although nothing is sent', async (t) => {
    const port = await serveTcp(t, (socket) => socket.write('SSH-2.0-OpenSSH_9.2\r\n'))
    assert.equal(levelOf(await look(port, read(onData('CONTAINS', 'SSH')))), 'passed')
  })

  test('T4: a peer that stays silent is SOCKET_TIMEOUT in phase data, and the document is kept', async (t) => {
    const port = await serveTcp(t, (socket) => socket.resume())
    const evaluation = await look(port, {
      ...ask('hello', onData('NOT_EMPTY')),
      limits: { phaseMs: () => 300 },
    })
    assert.equal(levelOf(evaluation), 'failed')
    assert.equal(errorOf(evaluation)?.code, 'SOCKET_TIMEOUT')
    assert.equal(errorOf(evaluation)?.phase, 'data')
    assert.equal(evaluation.detail.response?.data, '')
    assert.equal(evaluation.verdict.isNetworkError, true)
    assert.ok((evaluation.verdict.responseTime ?? 0) >= 300)
  })

  test('T5: a reset before a byte is ECONNRESET', async (t) => {
    const port = await serveTcp(t, (socket) => socket.on('data', () => socket.resetAndDestroy()))
    const evaluation = await look(port, ask('hello'))
    assert.equal(levelOf(evaluation), 'failed')
    assert.equal(errorOf(evaluation)?.code, 'ECONNRESET')
    assert.equal(evaluation.detail.requestError, `Connection to 127.0.0.1:${port} was reset`)
  })

  test('T5: a peer that closes in order has answered with nothing', async (t) => {
    const port = await serveTcp(t, (socket) => socket.on('data', () => socket.end()))
    assert.equal(levelOf(await look(port, ask('hello', onData('IS_EMPTY')))), 'passed')
  })

  test('T6: an assertion may span pieces that come within the silence', async (t) => {
    const port = await serveTcp(t, (socket) => sendApart(socket, ['one t', 'wo thr', 'ee'], 100))
    const evaluation = await look(port, {
      ...read(onData('CONTAINS', 'two'), onData('EQUALS', 'one two three')),
      limits: { silenceMs: 2_000 },
    })
    assert.equal(levelOf(evaluation), 'passed')
    // The silence after the last byte is no part of the time.
    assert.ok((evaluation.detail.timingPhases?.data ?? Infinity) < 2_000)
    assert.ok((evaluation.detail.timingPhases?.data ?? 0) > 100)
  })

  test('T6: what comes after the silence is not looked at', async (t) => {
    const port = await serveTcp(t, (socket) => sendApart(socket, ['first', 'second'], 60_000))
    const evaluation = await look(port, { ...read(onData('NOT_CONTAINS', 'x')), limits: { silenceMs: 50 } })
    assert.equal(evaluation.detail.response?.data, 'first')
  })

  test('T7: NOT_CONTAINS waits for what may still come', async (t) => {
    const port = await serveTcp(t, (socket) => sendApart(socket, ['fine so far, ', 'error'], 200))
    const evaluation = await look(port, {
      ...read(onData('NOT_CONTAINS', 'error')),
      limits: { silenceMs: 2_000 },
    })
    assert.equal(levelOf(evaluation), 'failed')
  })

  test('T8: bytes that are no UTF-8 become replacement characters', async (t) => {
    const port = await serveTcp(t, (socket) => socket.end(Buffer.from([0x61, 0xff, 0xfe, 0xc3, 0x28, 0x62])))
    const evaluation = await look(port, read(onData('CONTAINS', 'b'), onData('NOT_EMPTY')))
    assert.equal(levelOf(evaluation), 'passed')
    assert.equal(evaluation.detail.response?.data, 'a\uFFFD\uFFFD\uFFFD(b')
  })

  test('T9: shouldFail passes a closed port and fails an open one', async (t) => {
    assert.equal(levelOf(await look(await closedPort(), { shouldFail: true })), 'passed')
    const open = await serveTcp(t, (socket) => socket.resume())
    assert.equal(levelOf(await look(open, { shouldFail: true })), 'failed')
  })
})

suite('hostile peers', () => {
  test('an endless answer is read up to its limit and no further', async (t) => {
    const flood = Buffer.alloc(65_536, 'x')
    const port = await serveTcp(t, (socket) => {
      const pour = (): void => {
        while (!socket.destroyed && socket.write(flood));
        if (!socket.destroyed) socket.once('drain', pour)
      }
      pour()
    })
    const evaluation = await look(port, read(onData('NOT_CONTAINS', 'y')))
    assert.equal(levelOf(evaluation), 'passed')
    assert.equal(evaluation.detail.response?.dataTruncated, true)
  })

  test('an answer that trickles for ever is evaluated at the deadline by what came', async (t) => {
    const port = await serveTcp(t, (socket) => {
      const timer = setInterval(() => socket.write('.'), 20)
      socket.on('close', () => clearInterval(timer))
    })
    const evaluation = await look(port, {
      ...read(onData('NOT_CONTAINS', 'x')),
      limits: { phaseMs: () => 400 },
    })
    assert.equal(levelOf(evaluation), 'passed')
    assert.match(evaluation.detail.response?.data ?? '', /^\.+$/)
  })

  test('a reset after some bytes leaves an answer', async (t) => {
    const port = await serveTcp(t, (socket) => {
      socket.write('partial', () => setTimeout(() => socket.resetAndDestroy(), 50))
    })
    const evaluation = await look(port, {
      ...read(onData('EQUALS', 'partial')),
      limits: { silenceMs: 20_000 },
    })
    assert.equal(levelOf(evaluation), 'passed')
    assert.equal(evaluation.detail.requestError, null)
  })

  test('a peer that reads nothing of a large text, and says nothing, times out', async (t) => {
    const port = await serveTcp(t, (socket) => socket.pause())
    const evaluation = await look(port, { ...ask('x'.repeat(100_000)), limits: { phaseMs: () => 300 } })
    assert.equal(errorOf(evaluation)?.code, 'SOCKET_TIMEOUT')
  })
})

test('data is sent as the bytes of its UTF-8', async (t) => {
  const port = await serveTcp(t, (socket) => socket.on('data', (chunk) => socket.end(chunk.toString('hex'))))
  const evaluation = await look(port, ask('é€\r\n\0'))
  assert.equal(evaluation.detail.response?.data, 'c3a9e282ac0d0a00')
})

test('names are resolved and timed, and an address of the other family is refused', async (t) => {
  const port = await serveTcp(t, (socket) => socket.resume())
  const evaluation = await look(port, { request: { hostname: 'db.localhost' } })
  assert.equal(levelOf(evaluation), 'passed')
  assert.equal(evaluation.detail.response?.resolvedIp, '127.0.0.1')
  const wrong = await look(port, { request: { hostname: '127.0.0.1', ipFamily: 'IPv6' } })
  assert.equal(errorOf(wrong)?.code, 'ERR_INVALID_IP_ADDRESS')
})

test('IPv6 is connected to as such', async (t) => {
  const port = await serveTcp(t, (socket) => socket.resume(), '::1')
  const evaluation = await look(port, { request: { hostname: '::1', ipFamily: 'IPv6' } })
  assert.equal(levelOf(evaluation), 'passed')
  assert.equal(evaluation.detail.response?.resolvedIp, '::1')
})

test('the proxy of a location is asked for the connection, and for the name', async (t) => {
  const asked: string[] = []
  const proxy = await serveTcp(t, (socket) => {
    socket.once('data', (chunk) => {
      asked.push(String(chunk).split('\r\n')[0] ?? '')
      // The banner of the target comes in the same packet as the answer of the proxy.
      socket.write('HTTP/1.1 200 OK\r\n\r\nSSH-2.0')
    })
  })
  const evaluation = await look(22, {
    request: { hostname: 'only.proxy.knows', assertions: [onData('CONTAINS', 'SSH')] },
    context: { proxy: new URL(`http://127.0.0.1:${proxy}`) },
  })
  assert.equal(levelOf(evaluation), 'passed')
  assert.equal(evaluation.detail.response?.resolvedIp, null)
  assert.deepEqual(asked, ['CONNECT only.proxy.knows:22 HTTP/1.1'])
  const dropping = await droppingPort(t)
  const silent = await look(22, {
    limits: { phaseMs: () => 300 },
    context: { proxy: new URL(`http://127.0.0.1:${dropping}`) },
  })
  assert.equal(errorOf(silent)?.code, 'SOCKET_TIMEOUT')
  assert.equal(errorOf(silent)?.phase, 'proxy')
})

test('an aborted run is no verdict, in whatever phase it was', async (t) => {
  const port = await serveTcp(t, (socket) => socket.resume())
  const early = await look(port, { context: { signal: AbortSignal.abort(new Error('shutting down')) } })
  assert.equal(early.notRunCause, 'aborted')
  const stopper = new AbortController()
  const running = serveTcp(t, () => stopper.abort(new Error('shutting down')))
  const late = await look(await running, { ...ask('hello'), context: { signal: stopper.signal } })
  assert.equal(late.notRunCause, 'aborted')
})
