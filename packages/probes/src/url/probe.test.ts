import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { agentVersion } from '@sonde/schema/agents/agent-version.ts'
import { onStatus } from '@sonde/verdict/testing/url-run.ts'
import {
  closedPort,
  codeOf,
  levelOf,
  listenOnIpv6,
  look,
  serve,
  serveRaw,
} from '../../testing/url-probing.ts'
import { denyTargets } from '../denied-targets.ts'
import { probeContext } from '../../testing/probe-context.ts'

suite('a URL probe', () => {
  test('U1: a 200 passes, with its times, headers and address', async (t) => {
    const url = await serve(t, (_request, response) => {
      response.writeHead(200, 'Fine', [
        ['X-One', 'a'],
        ['x-one', 'b'],
        ['Set-Cookie', 'c=1'],
        ['Set-Cookie', 'd=2'],
        ['__proto__', 'x'],
      ])
      response.end('hello')
    })
    const { verdict, detail, target } = await look(`${url}/a?b=c#d`)
    const { response } = detail
    assert.equal(verdict.kind, 'passed')
    assert.deepEqual([response.status, response.statusText, response.body], [200, 'Fine', ''])
    assert.deepEqual([response.resolvedIp, target, response.redirects], ['127.0.0.1', '127.0.0.1', []])
    assert.deepEqual([response.headers['x-one'], response.headers['set-cookie']], ['a, b', 'c=1, d=2'])
    assert.equal(Object.getOwnPropertyDescriptor(response.headers, '__proto__')?.value, 'x')
    assert.deepEqual(detail.request, {
      method: 'GET',
      url: `${url}/a?b=c#d`,
      data: '',
      headers: {},
      params: {},
    })
    assert.deepEqual(
      [detail.requestError, detail.jobLog, detail.jobAssets, detail.pcapDataUrl],
      [null, null, null, null],
    )
    assert.equal('tls' in response, false)
    const { timings, timingPhases: phases } = response
    assert.ok(timings !== null && phases !== null)
    assert.equal('tls' in phases || 'secureConnect' in timings, false)
    const parts = [phases.wait, phases.dns, phases.tcp, phases.firstByte, phases.download].map(Number)
    const sum = parts.reduce((total, part) => total + part, 0)
    assert.ok(Math.abs(sum - Number(phases.total)) < 0.001, `${sum} is not ${phases.total}`)
    const marks = [timings.socket, timings.lookup, timings.connect, timings.response, timings.end].map(Number)
    assert.deepEqual(
      marks,
      marks.toSorted((one, other) => one - other),
    )
    assert.deepEqual([timings.end, verdict.responseTime], [phases.total, phases.total])
  })

  test('the request is a plain GET with our name, and no connection is used twice', async (t) => {
    const seen: [string | undefined, string | undefined, object][] = []
    const sockets = new Set<unknown>()
    const url = await serve(t, (request, response) => {
      sockets.add(request.socket)
      const { host, ...headers } = request.headers
      seen.push([`${request.method} ${request.url} HTTP/${request.httpVersion}`, host, headers])
      response.end()
    })
    await look(`${url}/x y?é=ü`)
    await look(`${url}`)
    const headers = {
      'user-agent': `Sonde/${agentVersion}`,
      accept: '*/*',
      'accept-encoding': 'gzip, br',
      connection: 'close',
    }
    const host = url.slice('http://'.length)
    assert.deepEqual(seen, [
      ['GET /x%20y?%C3%A9=%C3%BC HTTP/1.1', host, headers],
      ['GET / HTTP/1.1', host, headers],
    ])
    assert.equal(sockets.size, 2)
  })

  test('U2: a 404 fails, also when an assertion expects it, and the text that came is kept', async (t) => {
    const url = await serve(t, (_request, response) => {
      response.writeHead(404, { 'content-type': 'text/html; charset=iso-8859-1' })
      response.end(Buffer.from('no such caf\xe9\0', 'latin1'))
    })
    const failed = await look(url)
    assert.equal(levelOf(failed), 'failed')
    assert.equal(failed.detail.response.body, 'no such café\uFFFD')
    assert.equal(failed.verdict.reason, 'Answered with status 404 (Not Found)')
    const expected = await look(url, { config: { request: { assertions: [onStatus('EQUALS', '404')] } } })
    assert.equal(levelOf(expected), 'failed')
  })

  test('U3, U4: with shouldFail, 404 and a refused connection pass, 200 fails', async (t) => {
    const url = await serve(t, ({ url: path }, response) => {
      response.writeHead(Number(path?.slice(1))).end()
    })
    const config = { shouldFail: true }
    assert.equal(levelOf(await look(`${url}/404`, { config })), 'passed')
    assert.equal(levelOf(await look(`${url}/200`, { config })), 'failed')
    assert.equal(levelOf(await look(`http://127.0.0.1:${await closedPort()}`, { config })), 'passed')
  })

  test('a refused connection fails with its address, and is a network error', async () => {
    const port = await closedPort()
    const evaluation = await look(`http://localhost:${port}/`)
    const { error, resolvedIp, timings } = evaluation.detail.response
    assert.deepEqual([codeOf(evaluation), resolvedIp, timings], ['ECONNREFUSED', '127.0.0.1', null])
    assert.equal(evaluation.detail.requestError, `Connection to 127.0.0.1:${port} was refused`)
    assert.deepEqual([error?.hostname, error?.port], ['localhost', port])
    assert.equal(evaluation.verdict.isNetworkError, true)
    assert.ok((evaluation.verdict.responseTime ?? -1) >= 0)
  })

  test('a name without an address fails with the word of the resolver', async () => {
    const evaluation = await look('http://nowhere.example/')
    assert.deepEqual([codeOf(evaluation), evaluation.detail.response.resolvedIp], ['EAI_AGAIN', null])
  })

  test('an IPv6 literal is asked over IPv6 only', async (t) => {
    const url = await serve(t, (_request, response) => response.end())
    const { port } = new URL(url)
    assert.equal(codeOf(await look(`http://[::1]:${port}/`)), 'ERR_INVALID_IP_ADDRESS')
    const wrong = await look(url, { config: { request: { ipFamily: 'IPv6' } } })
    assert.equal(codeOf(wrong), 'ERR_INVALID_IP_ADDRESS')
  })

  test('over IPv6, a literal and a name are asked', async (t) => {
    const port = await listenOnIpv6(t)
    if (port === null) return t.skip('this machine has no IPv6')
    const config = { request: { ipFamily: 'IPv6' as const } }
    for (const host of ['[::1]', 'localhost']) {
      const { detail } = await look(`http://${host}:${port}/`, { config })
      assert.deepEqual([detail.response.status, detail.response.resolvedIp], [200, '::1'])
    }
  })

  test('a denied target is never asked', async (t) => {
    let asked = 0
    const url = await serve(t, (_request, response) => {
      asked += 1
      response.end()
    })
    const { resolveName } = probeContext()
    const evaluation = await look(url, {
      context: { resolveName: denyTargets(resolveName, { ranges: ['127.0.0.0/8'], metadata: false }) },
    })
    assert.deepEqual([codeOf(evaluation), evaluation.verdict.isNetworkError, asked], ['EACCES', false, 0])
  })

  test('U10: a reset in mid-body and a body that is too short fail, with the status kept', async (t) => {
    const head = 'HTTP/1.1 200 OK\r\nContent-Length: 1000\r\nContent-Type: text/plain\r\n\r\n'
    const reset = await serveRaw(t, (socket) => {
      socket.write(head + 'x'.repeat(500), () => socket.resetAndDestroy())
    })
    const short = await serveRaw(t, (socket) => socket.end(head + 'x'.repeat(500)))
    const silent = await serveRaw(t, (socket) => socket.end())
    for (const url of [reset, short]) {
      const evaluation = await look(url)
      assert.deepEqual([levelOf(evaluation), codeOf(evaluation)], ['failed', 'ECONNRESET'])
      // The reset may overtake what was sent before it.
      assert.ok([0, 200].includes(evaluation.detail.response.status))
    }
    const evaluation = await look(short)
    const { response } = evaluation.detail
    assert.deepEqual(
      [response.status, response.body.length, evaluation.verdict.isNetworkError],
      [200, 500, false],
    )
    assert.deepEqual([response.timingPhases?.download, response.timingPhases?.total], [null, null])
    assert.deepEqual(
      [codeOf(await look(silent)), (await look(silent)).verdict.isNetworkError],
      ['ECONNRESET', true],
    )
  })

  test('a body without a length ends with its connection, and one in chunks with the last of them', async (t) => {
    const bare = await serveRaw(t, (socket) => socket.end('HTTP/1.0 200 OK\r\n\r\nall of it'))
    const chunked = await serve(t, (_request, response) => {
      response.write('a')
      response.end('b')
    })
    assert.equal(levelOf(await look(bare)), 'passed')
    assert.equal(levelOf(await look(chunked)), 'passed')
  })

  test('an answer without a body is complete at once', async (t) => {
    const url = await serve(t, ({ url: path }, response) => response.writeHead(Number(path?.slice(1))).end())
    for (const code of [204, 304, 100 + 105]) {
      const { detail } = await look(`${url}/${code}`)
      assert.deepEqual([detail.response.status, detail.response.error], [code, undefined])
    }
  })

  test('a server that switches protocols has answered', async (t) => {
    const url = await serveRaw(t, (socket) =>
      socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\nbytes'),
    )
    const evaluation = await look(url)
    assert.deepEqual([levelOf(evaluation), evaluation.detail.response.status], ['passed', 101])
  })

  test('an interim answer is not the answer', async (t) => {
    const url = await serveRaw(t, (socket) =>
      socket.end('HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'),
    )
    const { detail } = await look(url)
    assert.deepEqual([detail.response.status, detail.response.headers['link']], [200, undefined])
  })

  const packers: [string, string, (bytes: Buffer) => Buffer][] = [
    ['gzip', 'gzip', (bytes) => gzipSync(bytes)],
    ['deflate', 'deflate', (bytes) => deflateSync(bytes)],
    ['bare deflate', 'deflate', (bytes) => deflateRawSync(bytes)],
    ['brotli', 'br', (bytes) => brotliCompressSync(bytes)],
    ['Zstandard', 'zstd', (bytes) => zstdCompressSync(bytes)],
    ['not at all', 'identity', (bytes) => bytes],
  ]
  for (const [name, encoding, pack] of packers) {
    test(`the beginning of a text that was packed (${name}) is readable`, async (t) => {
      const text = Array.from({ length: 20_000 }, (_value, index) => `line ${index} ü\n`).join('')
      const body = pack(Buffer.from(text))
      const url = await serve(t, (_request, response) => {
        response.writeHead(500, { 'content-type': 'text/plain', 'content-encoding': encoding })
        response.end(body)
      })
      const { detail } = await look(url)
      assert.equal(detail.response.body, text.slice(0, 4_096))
    })
  }

  test('what is no text is not kept, and neither is what cannot be unpacked', async (t) => {
    const url = await serve(t, ({ url: path }, response) => {
      const headers =
        path === '/image' ? { 'content-type': 'image/png' } : { 'content-encoding': path?.slice(1) }
      response.writeHead(500, headers).end('not packed at all')
    })
    for (const path of ['image', 'gzip', 'br', 'zstd', 'deflate', 'unheard-of']) {
      const { detail } = await look(`${url}/${path}`)
      assert.deepEqual([detail.response.status, detail.response.body], [500, ''], path)
    }
  })

  test('an aborted run is no verdict', async (t) => {
    const stop = new AbortController()
    const url = await serveRaw(t, () => stop.abort(new Error('the agent stops')))
    const evaluation = await look(url, { context: { signal: stop.signal } })
    assert.deepEqual([levelOf(evaluation), evaluation.notRunCause], ['withheld', 'aborted'])
    const before = await look(url, { context: { signal: AbortSignal.abort(new Error('too late')) } })
    assert.deepEqual([levelOf(before), before.notRunCause], ['withheld', 'aborted'])
  })

  test('an address that is none any more, since a variable is missing, says nothing about a target', async () => {
    const evaluation = await look('{{BASE}}/path')
    assert.deepEqual([levelOf(evaluation), evaluation.notRunCause], ['withheld', 'unreadable-job'])
    assert.match(evaluation.verdict.reason ?? '', /"\{\{BASE\}\}\/path" is not an address/)
  })
})
