import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createSecureServer, createServer as createHttp2Server, type Http2Server } from 'node:http2'
import { createGzip } from 'node:zlib'
import type { AddressInfo } from 'node:net'
import { suite, test, type TestContext } from 'node:test'
import { dayMs } from '@sonde/ground/durations.ts'
import { assertion } from '@sonde/schema/testing/api-config.ts'
import { ask } from '../../testing/api-probing.ts'
import { createCertificateAuthority } from '../../testing/certificate-authority.ts'
import { codeOf, levelOf, serve, serveRaw, serveSecurely } from '../../testing/url-probing.ts'

async function listen(t: TestContext, server: Http2Server): Promise<number> {
  server.on('session', (session) => session.on('error', () => undefined))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  return (server.address() as AddressInfo).port
}

suite('what an API check meets on its way', () => {
  const authority = createCertificateAuthority()

  test('synthetic case 16: from https to http on the same host is another origin', async (t) => {
    const heard: (string | undefined)[] = []
    const open = await serve(t, ({ headers }, response) => {
      heard.push(headers.authorization, headers['x-plain'] as string)
      response.end()
    })
    const { fullChain: cert, key } = authority.issue({ names: ['127.0.0.1'] })
    const port = await serveSecurely(t, { cert, key }, (_request, response) =>
      response.writeHead(302, { location: `${open}/end` }).end(),
    )
    const evaluation = await ask(
      `https://127.0.0.1:${port}/`,
      { basicAuth: { username: 'ann', password: 'pw' }, headers: [{ key: 'X-Plain', value: 'p' }] },
      { context: { authorities: [authority.root] } },
    )
    assert.equal(levelOf(evaluation), 'passed', evaluation.verdict.reason ?? '')
    assert.deepEqual(heard, [undefined, 'p'])
  })

  test('synthetic case 20: of 60 MB of JSON 25 are read, and the beginning is looked at', async (t) => {
    const piece = Buffer.alloc(1_000_000, 'x')
    let sent = 0
    const url = await serve(t, (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.write('{"a":"needle ')
      const more = (): void => {
        while (sent < 60) {
          sent += 1
          if (!response.write(piece)) return void response.once('drain', more)
        }
        response.end('"}')
      }
      more()
    })
    const { detail, verdict } = await ask(url, {
      assertions: [
        assertion('TEXT_BODY', 'CONTAINS', 'needle'),
        assertion('JSON_BODY', 'NOT_NULL', '', { property: '$.a' }),
      ],
    })
    assert.deepEqual([verdict.kind, detail.assertions[0]?.error], ['failed', null])
    assert.match(detail.assertions[1]?.error ?? '', /not JSON/)
    assert.equal(detail.response.body.length, 262_144)
    assert.deepEqual([detail.response.bodySize, detail.response.bodyTruncated], [26_214_400, true])
    assert.ok(sent < 60, 'the connection was closed after that')
  })

  test('synthetic case 21: what unpacks to gigabytes is read as far as 25 MB', async (t) => {
    const url = await serve(t, (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/plain', 'content-encoding': 'gzip' })
      const packed = createGzip()
      packed.pipe(response)
      response.on('close', () => packed.destroy())
      packed.on('error', () => undefined)
      const piece = Buffer.alloc(1_048_576)
      for (let nth = 0; nth < 200; nth += 1) packed.write(piece)
      packed.end()
    })
    const { detail } = await ask(url, { assertions: [assertion('TEXT_BODY', 'NOT_EMPTY')] })
    assert.equal(detail.response.status, 200)
    assert.ok((detail.response.bodySize ?? 0) <= 26_214_400)
    assert.equal(detail.response.bodyTruncated, true)
  })

  test('synthetic case 25: an expired certificate fails, and passes where nobody looks at it', async (t) => {
    const { fullChain: cert, key } = authority.issue({
      names: ['127.0.0.1'],
      notAfterAt: Date.now() - dayMs,
    })
    const port = await serveSecurely(t, { cert, key }, (_request, response) => response.end('{}'))
    const context = { authorities: [authority.root] }
    const strict = await ask(`https://127.0.0.1:${port}/`, {}, { context })
    assert.deepEqual([levelOf(strict), codeOf(strict)], ['failed', 'CERT_HAS_EXPIRED'])
    assert.equal(strict.verdict.isNetworkError, true)
    const lenient = await ask(`https://127.0.0.1:${port}/`, { skipSSL: true }, { context })
    assert.equal(levelOf(lenient), 'passed')
  })

  test('synthetic case 26: a host without an address of the family fails with the word of the resolver', async () => {
    const evaluation = await ask('http://only-six.example/')
    assert.equal(levelOf(evaluation), 'failed')
    assert.match(evaluation.verdict.reason ?? '', /only-six\.example/)
    assert.ok(codeOf(evaluation))
  })

  test('a server that speaks HTTP/2 and nothing else is told from one that is gone', async (t) => {
    const plain = await listen(t, createHttp2Server())
    const { fullChain: cert, key } = authority.issue({ names: ['127.0.0.1'] })
    const secure = await listen(t, createSecureServer({ cert, key, allowHTTP1: false }))
    const context = { authorities: [authority.root] }
    const lost = await ask(`http://127.0.0.1:${plain}/`)
    assert.deepEqual([levelOf(lost), lost.detail.response.status], ['failed', 0])
    assert.ok(lost.detail.requestError)
    // Over TLS nothing but HTTP/1.1 is offered, and it says that it wants something else.
    const refused = await ask(`https://127.0.0.1:${secure}/`, {}, { context })
    assert.deepEqual([levelOf(refused), refused.detail.response.status], ['failed', 403])
  })

  test('a body in chunks is one body, and one that breaks off is a failure with its status', async (t) => {
    const whole = await serve(t, (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.write('{"n":')
      setImmediate(() => response.end('5}'))
    })
    const five = assertion('JSON_BODY', 'EQUALS', '5', { property: '$.n' })
    assert.equal(levelOf(await ask(whole, { assertions: [five] })), 'passed')
    const broken = await serveRaw(t, (socket) => {
      socket.end('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhel')
    })
    const evaluation = await ask(broken)
    assert.deepEqual([levelOf(evaluation), evaluation.detail.response.status], ['failed', 200])
    assert.equal(evaluation.verdict.isNetworkError, false)
  })
})
