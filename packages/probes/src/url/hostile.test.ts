import assert from 'node:assert/strict'
import type { Socket } from 'node:net'
import { suite, test, type TestContext } from 'node:test'
import { brotliCompressSync, constants, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { longestKeptBody } from '@sonde/schema/check-types/api-check-result.ts'
import { codeOf, flood, levelOf, look, serve, serveRaw } from '../../testing/url-probing.ts'
import { startTcpServer } from '../../testing/tls-server.ts'

/** Long enough for a busy machine to send what it has to, short enough to wait for. */
const short = { attemptMs: 700 }
const fastBrotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }
const head = 'HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n'

suite('targets that keep a URL probe busy', () => {
  test('U8: a body that drips fails when the time is up, with its status kept', async (t) => {
    const url = await serve(t, (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/plain' })
      response.write('x')
      const timer = setInterval(() => response.write('x'), 50)
      response.on('close', () => clearInterval(timer))
    })
    const evaluation = await look(url, { limits: short })
    const { port } = new URL(url)
    assert.deepEqual([levelOf(evaluation), codeOf(evaluation)], ['failed', 'ETIMEDOUT'])
    assert.equal(evaluation.detail.requestError, `No answer from 127.0.0.1:${port} within 700 ms (download)`)
    assert.deepEqual([evaluation.detail.response.status, evaluation.verdict.isNetworkError], [200, false])
    assert.equal(evaluation.verdict.overMaxResponseTime, null)
    assert.match(evaluation.detail.response.body, /^x+$/)
  })

  test('U8: the time that a check allows for an answer is the least that its attempts have', async (t) => {
    const url = await serve(t, (_request, response) => {
      setTimeout(() => response.end(), 400)
    })
    const config = { maxResponseTime: 40_000 }
    assert.equal(levelOf(await look(url, { config, limits: { attemptMs: 100 } })), 'passed')
  })

  test('U9: the time of a body counts', async (t) => {
    const url = await serve(t, (_request, response) => {
      response.write('a')
      setTimeout(() => response.end('b'), 320)
    })
    const evaluation = await look(url, { config: { degradedResponseTime: 300 } })
    // On a machine so busy that its own delay could have decided, there is no verdict instead.
    assert.ok(['degraded', 'withheld'].includes(levelOf(evaluation)), levelOf(evaluation))
    if (levelOf(evaluation) === 'withheld') return
    assert.ok((evaluation.verdict.responseTime ?? 0) >= 300)
    assert.ok(Number(evaluation.detail.response.timingPhases?.download) >= 100)
  })

  test('a server that takes the request and says nothing fails when the time is up', async (t) => {
    const url = await serveRaw(t, () => undefined)
    const evaluation = await look(url, { limits: short })
    assert.deepEqual([codeOf(evaluation), evaluation.verdict.isNetworkError], ['ETIMEDOUT', true])
    assert.equal(evaluation.detail.response.error?.phase, 'firstByte')
  })

  test('a server that begins no handshake fails when the time is up', async (t) => {
    const { port } = await startTcpServer(t, () => undefined)
    const evaluation = await look(`https://127.0.0.1:${port}/`, { limits: short })
    assert.deepEqual([codeOf(evaluation), evaluation.detail.response.error?.phase], ['ETIMEDOUT', 'tls'])
  })

  test('a resolver that never answers is not waited for beyond the time of the attempt', async () => {
    const resolveName = (): Promise<never> => Promise.withResolvers<never>().promise
    const evaluation = await look('http://slow.localhost/', { limits: short, context: { resolveName } })
    assert.deepEqual([codeOf(evaluation), evaluation.detail.response.error?.phase], ['ETIMEDOUT', 'dns'])
  })

  test('all hops share one deadline', async (t) => {
    const url = await serve(t, (request, response) => {
      const hop = Number(request.url?.slice(1))
      setTimeout(() => response.writeHead(302, { location: `/${hop + 1}` }).end(), 150)
    })
    const evaluation = await look(`${url}/0`, { limits: short })
    assert.equal(codeOf(evaluation), 'ETIMEDOUT')
    assert.ok(evaluation.detail.response.redirects.length < 8)
  })

  test('U11: an endless body is read up to its limit and passes', async (t) => {
    let sent = 0
    const url = await serveRaw(t, (socket) => {
      socket.write(`${head}\r\n`)
      flood(socket, 'endless ')
      socket.on('close', () => (sent = socket.bytesWritten))
    })
    const evaluation = await look(url, { limits: { bodyBytes: 2_000_000 } })
    assert.deepEqual([levelOf(evaluation), evaluation.detail.response.status], ['passed', 200])
    assert.ok(Number(evaluation.detail.response.timingPhases?.total) > 0)
    assert.ok(sent < 50_000_000)
  })

  test('U11: reading stops at 25 MB', async (t) => {
    const url = await serveRaw(t, (socket) => {
      socket.write(`${head}\r\n`)
      flood(socket, 'x'.repeat(65_536))
    })
    assert.equal(levelOf(await look(url)), 'passed')
  })

  const bombs: [string, Buffer, RegExp][] = [
    ['gzip', gzipSync(Buffer.alloc(60_000_000, 'z')), /^z{4096}$/],
    ['deflate', deflateSync(Buffer.alloc(60_000_000, 'z')), /^z{4096}$/],
    ['zstd', zstdCompressSync(Buffer.alloc(60_000_000, 'z')), /^z{4096}$/],
    // All of it in so few bytes that no part of them unpacks to less.
    [
      'br',
      brotliCompressSync(Buffer.alloc(60_000_000, 'z'), fastBrotli),
      /^\(The body is not shown: \d+ bytes of it unpack to more than 1 MB\.\)$/,
    ],
  ]
  for (const [encoding, bomb, shown] of bombs) {
    test(`a body that unpacks to 60 MB (${encoding}) does no harm, and its beginning or its size is told`, async (t) => {
      const url = await serve(t, (request, response) => {
        const status = request.url === '/fine' ? 200 : 500
        response.writeHead(status, { 'content-type': 'text/plain', 'content-encoding': encoding })
        response.end(bomb)
      })
      const before = { memory: process.memoryUsage().arrayBuffers, cpu: process.cpuUsage() }
      const evaluation = await look(url)
      const { user, system } = process.cpuUsage(before.cpu)
      assert.deepEqual([levelOf(evaluation), evaluation.detail.response.status], ['failed', 500])
      assert.match(evaluation.detail.response.body, shown)
      assert.ok(process.memoryUsage().arrayBuffers - before.memory < 20_000_000)
      assert.ok(user + system < 1_000_000, `${(user + system) / 1_000} ms`)
      assert.equal(levelOf(await look(`${url}/fine`)), 'passed')
    })
  }

  const garbage: [string, string][] = [
    ['no HTTP at all', 'SSH-2.0-OpenSSH_9.9\r\n'],
    ['bytes of all kinds', '\0\x01\xff'.repeat(1_000)],
    ['a status that is no number', 'HTTP/1.1 OK\r\n\r\n'],
    ['a status of 000', 'HTTP/1.1 000 None\r\nContent-Length: 0\r\n\r\n'],
    ['a length that is no number', 'HTTP/1.1 200 OK\r\nContent-Length: many\r\n\r\n'],
    ['two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nxx'],
    ['a header without a name', 'HTTP/1.1 200 OK\r\n: x\r\n\r\n'],
  ]
  for (const [what, text] of garbage) {
    test(`U15: ${what} is not valid HTTP`, async (t) => {
      const url = await serveRaw(t, (socket) => socket.end(Buffer.from(text, 'latin1')))
      const evaluation = await look(url)
      assert.equal(levelOf(evaluation), 'failed')
      assert.match(codeOf(evaluation) ?? '', /^HPE_/)
      assert.equal(evaluation.detail.requestError, '127.0.0.1 did not answer with valid HTTP')
      assert.equal(evaluation.verdict.isNetworkError, true)
    })
  }

  test('U15: garbage after the status fails as well, and the status is kept', async (t) => {
    const url = await serveRaw(t, (socket) => socket.end(`${head}Transfer-Encoding: chunked\r\n\r\nzz\r\n`))
    const evaluation = await look(url)
    assert.match(codeOf(evaluation) ?? '', /^HPE_/)
    assert.deepEqual([evaluation.detail.response.status, evaluation.verdict.isNetworkError], [200, false])
  })

  const whole: [string, string, string, string][] = [
    ['a body after 204', 'HTTP/1.1 204 No Content\r\nContent-Length: 5\r\n\r\n', 'hello', ''],
    ['a body after 304', 'HTTP/1.1 304 Not Modified\r\n\r\n', '<html>', ''],
    ['more than Content-Length', `${head}Content-Length: 2\r\n\r\nok`, 'junk', 'ok'],
    [
      'more than Content-Length, on a connection to be closed',
      `${head}Connection: close\r\nContent-Length: 2\r\n\r\nok`,
      'junk',
      'ok',
    ],
    [
      'more than the last chunk',
      `${head}Transfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n`,
      'junk',
      'ok',
    ],
    [
      'more than a long body',
      `${head}Content-Length: 200000\r\n\r\n${'o'.repeat(200_000)}`,
      'junk',
      'o'.repeat(longestKeptBody),
    ],
  ]
  for (const [what, answer, junk, body] of whole) {
    test(`${what} does not spoil a whole answer, in one packet or in two`, async (t) => {
      const together = await serveRaw(t, (socket) => socket.end(answer + junk))
      const apart = await serveRaw(t, (socket) => {
        socket.setNoDelay(true)
        socket.write(answer)
        setImmediate(() => socket.end(junk))
      })
      for (const url of [together, apart]) {
        // Bodies are shown of failed runs alone.
        const evaluation = await look(url, { config: { shouldFail: true } })
        assert.equal(evaluation.verdict.reason, 'Succeeded, although the check expects it to fail')
        assert.deepEqual([codeOf(evaluation), evaluation.detail.response.body], [null, body])
      }
    })
  }

  test('an answer after too many interim ones is not shown beside the error', async (t) => {
    const interim = 'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(30)
    const url = await serveRaw(t, (socket) => socket.end(`${interim}${head}Content-Length: 2\r\n\r\nok`))
    const evaluation = await look(url)
    assert.deepEqual([levelOf(evaluation), codeOf(evaluation)], ['failed', 'HPE_INTERIM_FLOOD'])
    assert.deepEqual([evaluation.detail.response.status, evaluation.verdict.isNetworkError], [0, true])
  })

  const floods: [string, string, string][] = [
    ['headers', head, 'x-more: and more\r\n'],
    ['a status line', 'HTTP/1.1 200 ', 'ok '],
    ['one header', `${head}x-long: `, 'long '],
    ['interim answers', '', 'HTTP/1.1 103 Early Hints\r\n\r\n'],
    ['trailers', `${head}Transfer-Encoding: chunked\r\n\r\n0\r\n`, 'x-more: and more\r\n'],
    ['chunk extensions', `${head}Transfer-Encoding: chunked\r\n\r\n1;`, 'name=value;'],
  ]
  for (const [what, begin, more] of floods) {
    test(`${what} without an end are given up long before the time is`, async (t) => {
      const url = await serveRaw(t, (socket) => {
        if (begin !== '') socket.write(begin)
        flood(socket, more)
      })
      const evaluation = await look(url)
      assert.equal(levelOf(evaluation), 'failed')
      assert.match(codeOf(evaluation) ?? '', /^HPE_/)
    })
  }

  const framings: [string, string, string][] = [
    ['extensions around each byte of a body', `1;${'x'.repeat(16_000)}\r\na\r\n`, 'HPE_FRAMING_OVERFLOW'],
    ['short extensions around each byte of a body', '1;name=value\r\na\r\n', 'HPE_FRAMING_OVERFLOW'],
    ['zeros before the length of each byte of a body', `${'0'.repeat(50)}1\r\na\r\n`, 'HPE_FRAMING_OVERFLOW'],
  ]
  for (const [what, chunk, code] of framings) {
    test(`${what}, without an end, are given up after a bounded part, and the status is kept`, async (t) => {
      const { sent, url } = await serveChunks(t, chunk)
      const before = process.cpuUsage()
      const evaluation = await look(url)
      const { user, system } = process.cpuUsage(before)
      assert.deepEqual([levelOf(evaluation), codeOf(evaluation)], ['failed', code])
      assert.equal(evaluation.detail.requestError, '127.0.0.1 did not answer with valid HTTP')
      assert.deepEqual([evaluation.detail.response.status, evaluation.verdict.isNetworkError], [200, false])
      assert.ok(sent() < 20_000_000, `${sent()} bytes`)
      // The server of the test included.
      assert.ok(user + system < 3_000_000, `${(user + system) / 1_000} ms`)
    })
  }

  for (const chunk of ['1\r\na\r\n', `${'1;x'}\r\na\r\n`]) {
    test(`a body without an end in pieces of ${JSON.stringify(chunk)} is read up to its limit and passes`, async (t) => {
      const { sent, url } = await serveChunks(t, chunk)
      const before = process.cpuUsage()
      const evaluation = await look(url)
      const { user, system } = process.cpuUsage(before)
      assert.deepEqual([levelOf(evaluation), evaluation.detail.response.status], ['passed', 200])
      assert.ok(sent() < 40_000_000, `${sent()} bytes`)
      assert.ok(user + system < 3_000_000, `${(user + system) / 1_000} ms`)
    })
  }

  test('a body in small chunks with words about each is read up to its limit', async (t) => {
    const { sent, url } = await serveChunks(t, '10;some=words;and=more\r\n0123456789abcdef\r\n')
    const evaluation = await look(url, { limits: { bodyBytes: 1_000_000, headerBytes: 65_536 } })
    assert.deepEqual([levelOf(evaluation), evaluation.detail.response.status], ['passed', 200])
    assert.ok(sent() < 20_000_000, `${sent()} bytes`)
  })

  test('a body in many small pieces is read to its end', async (t) => {
    const url = await serve(t, (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/plain' })
      for (let piece = 0; piece < 50_000; piece += 1) response.write('a')
      response.end()
    })
    const evaluation = await look(url)
    assert.deepEqual([levelOf(evaluation), codeOf(evaluation)], ['passed', null])
  })

  test('of many and long headers a bounded part is kept', async (t) => {
    const url = await serveRaw(t, (socket) => {
      const many = Array.from({ length: 300 }, (_value, index) => `x-${index}: ${'v'.repeat(50)}\r\n`).join(
        '',
      )
      socket.end(`HTTP/1.1 200 ${'ok'.repeat(1_000)}\r\nx-long: ${'l'.repeat(10_000)}\r\n${many}\r\n`)
    })
    const { response } = (await look(url)).detail
    assert.equal(response.headers['x-long']?.length, 4_096)
    assert.equal(response.statusText.length, 500)
    assert.ok(Object.keys(response.headers).length <= 100)
    const kept = Object.entries(response.headers).flat().join('').length
    assert.ok(kept <= 16_384, `${kept}`)
  })

  test('a server that answers before it was asked has answered', async (t) => {
    const { port } = await startTcpServer(t, (socket) =>
      socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi'),
    )
    assert.equal(levelOf(await look(`http://127.0.0.1:${port}/`)), 'passed')
  })

  test('two answers to one request are one answer', async (t) => {
    const one = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi'
    const url = await serveRaw(t, (socket) => socket.end(one + one.replace('200', '500')))
    const evaluation = await look(url)
    assert.deepEqual([levelOf(evaluation), evaluation.detail.response.status], ['passed', 200])
  })
})

/** A server whose chunks never end, and how many bytes of them it wrote. */
async function serveChunks(t: TestContext, chunk: string): Promise<{ url: string; sent(): number }> {
  const sockets: Socket[] = []
  const url = await serveRaw(t, (socket) => {
    sockets.push(socket)
    socket.write(`${head}Transfer-Encoding: chunked\r\n\r\n`)
    flood(socket, chunk)
  })
  return { url, sent: () => sockets.reduce((sum, { bytesWritten }) => sum + bytesWritten, 0) }
}
