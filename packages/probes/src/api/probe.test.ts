import assert from 'node:assert/strict'
import type { IncomingHttpHeaders, RequestListener } from 'node:http'
import { suite, test, type TestContext } from 'node:test'
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { assertion } from '@sonde/schema/testing/api-config.ts'
import { ask } from '../../testing/api-probing.ts'
import { closedPort, codeOf, levelOf, serve, serveRaw } from '../../testing/url-probing.ts'

type Received = { method: string; url: string; headers: IncomingHttpHeaders; body: string }

/** A server that remembers what it was sent, and answers with 200 unless the test answers itself. */
async function remember(
  t: TestContext,
  answer: (received: Received, response: Parameters<RequestListener>[1]) => void = (_received, response) =>
    void response.end(),
): Promise<{ url: string; received: Received[] }> {
  const received: Received[] = []
  const url = await serve(t, (request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { method = '', url: path = '', headers } = request
      const one = { method, url: path, headers, body: Buffer.concat(chunks).toString() }
      received.push(one)
      answer(one, response)
    })
  })
  return { url, received }
}

suite('what an API check sends', () => {
  for (const method of ['GET', 'POST', 'PUT', 'HEAD', 'DELETE', 'PATCH', 'OPTIONS'] as const) {
    test(`${method}, with its body`, async (t) => {
      const { url, received } = await remember(t)
      const evaluation = await ask(`${url}/x`, { method, body: '{"a":1}', bodyType: 'JSON' })
      assert.equal(levelOf(evaluation), 'passed')
      const [first] = received
      assert.deepEqual([first?.method, first?.url, first?.body], [method, '/x', '{"a":1}'])
      assert.equal(first?.headers['content-type'], 'application/json')
      assert.equal(first.headers['content-length'], '7')
      assert.equal(first.headers['transfer-encoding'], undefined)
      assert.equal(evaluation.detail.request.data, '{"a":1}')
    })
  }

  test('case 7: a body without a type is sent without a Content-Type', async (t) => {
    const { url, received } = await remember(t)
    await ask(url, { method: 'POST', body: 'abc' })
    assert.equal(received[0]?.body, 'abc')
    assert.equal(received[0].headers['content-type'], undefined)
  })

  test('a POST without a body says that it has none', async (t) => {
    const { url, received } = await remember(t)
    await ask(url, { method: 'POST' })
    assert.equal(received[0]?.headers['content-length'], '0')
    await ask(url)
    assert.equal(received[1]?.headers['content-length'], undefined)
  })

  const bodies: [Parameters<typeof ask>[1], { type: string; body: string }][] = [
    [
      { bodyType: 'FORM', body: 'a=1&b=2' },
      { type: 'application/x-www-form-urlencoded', body: 'a=1&b=2' },
    ],
    [
      { bodyType: 'GRAPHQL', body: '{ me { id } }' },
      { type: 'application/json', body: '{"query":"{ me { id } }"}' },
    ],
    [
      { bodyType: 'GRAPHQL', body: '{"query":"{ me }","variables":{}}' },
      { type: 'application/json', body: '{"query":"{ me }","variables":{}}' },
    ],
    [
      { bodyType: 'JSON', body: '{}', headers: [{ key: 'content-TYPE', value: 'application/hal+json' }] },
      { type: 'application/hal+json', body: '{}' },
    ],
  ]
  for (const [request, { type, body }] of bodies) {
    test(`${request?.bodyType} ${request?.body} as ${type}`, async (t) => {
      const { url, received } = await remember(t)
      await ask(url, { method: 'POST', ...request })
      assert.deepEqual([received[0]?.headers['content-type'], received[0]?.body], [type, body])
    })
  }

  test('case 2: query parameters are encoded once, and added to those of the address', async (t) => {
    const { url, received } = await remember(t)
    const queryParameters = [
      { key: 'X', value: 'a b%' },
      { key: 'a', value: '2' },
      { key: 'ü', value: '&=' },
    ]
    const { detail } = await ask(`${url}/p?a=1`, { queryParameters })
    assert.equal(received[0]?.url, '/p?a=1&X=a%20b%25&a=2&%C3%BC=%26%3D')
    assert.deepEqual(detail.request.params, { X: 'a b%', a: '2', ü: '&=' })
    assert.equal(detail.request.url, `${url}/p?a=1`)
  })

  test('headers of the check win over those that are always sent; framing is ours', async (t) => {
    const { url, received } = await remember(t)
    await ask(url, {
      method: 'POST',
      body: 'abc',
      headers: [
        { key: 'User-Agent', value: 'mine' },
        { key: 'Content-Length', value: '99' },
        { key: 'Transfer-Encoding', value: 'chunked' },
        { key: 'X-Text', value: 'grün' },
        { key: 'X-Empty', value: '' },
      ],
    })
    const headers = received[0]?.headers
    assert.deepEqual(
      [
        headers?.['user-agent'],
        headers?.['content-length'],
        headers?.['transfer-encoding'],
        received[0]?.body,
      ],
      ['mine', '3', undefined, 'abc'],
    )
    assert.equal(Buffer.from(String(headers?.['x-text']), 'latin1').toString(), 'grün')
    assert.equal(headers?.['x-empty'], '')
    await ask(url)
    assert.match(received[1]?.headers['user-agent'] ?? '', /^Sonde\//)
  })

  test('basic auth is a header, unless the check has one; nothing secret is in the result', async (t) => {
    const { url, received } = await remember(t)
    const basicAuth = { username: 'ann', password: 'pä:ss' }
    const { detail } = await ask(url, {
      basicAuth,
      headers: [
        { key: 'X-Own', value: 'locked away', locked: true },
        { key: 'X-API-Key', value: 'k1' },
      ],
    })
    const expected = `Basic ${Buffer.from('ann:pä:ss').toString('base64')}`
    assert.equal(received[0]?.headers.authorization, expected)
    assert.deepEqual(detail.request.headers, { 'X-Own': '*********', 'X-API-Key': '*********' })
    await ask(url, { basicAuth, headers: [{ key: 'authorization', value: 'Bearer t' }] })
    assert.equal(received[1]?.headers.authorization, 'Bearer t')
    await ask(url.replace('//', '//bob:b%20b@'))
    assert.equal(received[2]?.headers.authorization, `Basic ${Buffer.from('bob:b b').toString('base64')}`)
  })

  test('case 6: a header with a line break fails the attempt, also with shouldFail, and nothing is sent', async (t) => {
    const { url, received } = await remember(t)
    for (const shouldFail of [false, true]) {
      const evaluation = await ask(
        url,
        { headers: [{ key: 'X-A', value: 'v\r\nX-Evil: 1' }] },
        { config: { shouldFail } },
      )
      assert.equal(levelOf(evaluation), 'failed')
      assert.match(evaluation.detail.requestError ?? '', /"X-A".*line breaks/)
      assert.equal(evaluation.verdict.isNetworkError, false)
    }
    assert.equal(received.length, 0)
  })

  test('case 70: what no variable has the name of is sent as written, and said once', async (t) => {
    const { url, received } = await remember(t)
    const { detail } = await ask(`${url}/{{PATH}}`, {
      method: 'POST',
      body: '{{UNKNOWN}}{{{ UNKNOWN }}}{{#if x}}',
      headers: [{ key: 'X-A', value: '{{OTHER}}' }],
    })
    assert.deepEqual(
      [received[0]?.body, received[0]?.headers['x-a']],
      ['{{UNKNOWN}}{{{ UNKNOWN }}}{{#if x}}', '{{OTHER}}'],
    )
    assert.equal(detail.jobLog?.request.length, 1)
    assert.match(detail.jobLog.request[0]?.msg ?? '', /PATH, UNKNOWN, OTHER/)
    const lost = await ask('http://{{HOST}}/')
    assert.equal(levelOf(lost), 'withheld')
    assert.match(lost.verdict.reason ?? '', /\{\{HOST\}\}/)
  })
})

suite('redirects of API checks', () => {
  const secrets = {
    basicAuth: { username: 'ann', password: 'pw' },
    headers: [
      { key: 'Cookie', value: 'session=1' },
      { key: 'X-API-Key', value: 'k' },
      { key: 'X-Locked', value: 'l', locked: true },
      { key: 'X-Plain', value: 'p' },
    ],
  }

  test('case 15: another origin gets no credentials, the same one gets them', async (t) => {
    const other = await remember(t)
    const { url, received } = await remember(t, ({ url: path }, response) => {
      if (path === '/same') response.writeHead(302, { location: '/end' }).end()
      else if (path === '/other') response.writeHead(302, { location: `${other.url}/end` }).end()
      else response.end()
    })
    await ask(`${url}/same`, secrets)
    const same = received[1]?.headers
    assert.deepEqual(
      [
        same?.authorization?.startsWith('Basic'),
        same?.cookie,
        same?.['x-api-key'],
        same?.['x-locked'],
        same?.['x-plain'],
      ],
      [true, 'session=1', 'k', 'l', 'p'],
    )
    await ask(`${url}/other`, secrets)
    const foreign = other.received[0]?.headers
    assert.deepEqual(
      [
        foreign?.authorization,
        foreign?.cookie,
        foreign?.['x-api-key'],
        foreign?.['x-locked'],
        foreign?.['x-plain'],
      ],
      [undefined, undefined, undefined, undefined, 'p'],
    )
    assert.equal(foreign?.host, new URL(other.url).host)
  })

  const methods: [number, string, string, string][] = [
    [301, 'POST', 'GET', ''],
    [302, 'POST', 'GET', ''],
    [303, 'POST', 'GET', ''],
    [303, 'PUT', 'GET', ''],
    [303, 'HEAD', 'HEAD', 'abc'],
    [301, 'PUT', 'PUT', 'abc'],
    [307, 'POST', 'POST', 'abc'],
    [308, 'POST', 'POST', 'abc'],
  ]
  for (const [status, method, after, body] of methods) {
    test(`a ${status} to a ${method} is followed by ${after} with "${body}"`, async (t) => {
      const { url, received } = await remember(t, ({ url: path }, response) => {
        if (path === '/') response.writeHead(status, { location: '/end' }).end()
        else response.end()
      })
      await ask(`${url}/`, { method: method as 'POST', body: 'abc', bodyType: 'JSON' })
      assert.deepEqual([received[1]?.method, received[1]?.body], [after, body])
      assert.equal(received[1]?.headers['content-type'], body === '' ? undefined : 'application/json')
    })
  }

  test('cookies that are set on the way are sent to the same host, and forgotten afterwards', async (t) => {
    const { url, received } = await remember(t, ({ url: path }, response) => {
      if (path === '/') {
        response.setHeader('set-cookie', ['a=1; Path=/', 'b=2; Secure', 'c=3; Max-Age=60', 'd=4'])
        response.writeHead(302, { location: '/2' }).end()
      } else if (path === '/2') {
        response.setHeader('set-cookie', ['d=; Max-Age=0', 'c=x; Expires=Thu, 01 Jan 1970 00:00:00 GMT'])
        response.writeHead(302, { location: '/end' }).end()
      } else response.end()
    })
    await ask(`${url}/`, { headers: [{ key: 'Cookie', value: 'own=0' }] })
    assert.deepEqual(
      received.map(({ headers }) => headers.cookie),
      ['own=0', 'own=0; a=1; c=3; d=4', 'own=0; a=1'],
    )
    await ask(`${url}/`)
    assert.equal(received[3]?.headers.cookie, undefined)
  })

  test('case 17: a loop is given up after ten redirects, and the last status is kept', async (t) => {
    const { url, received } = await remember(t, (_received, response) => {
      response.writeHead(302, { location: '/' }).end()
    })
    const evaluation = await ask(url)
    assert.deepEqual(
      [levelOf(evaluation), codeOf(evaluation), evaluation.detail.response.status, received.length],
      ['failed', 'ERR_TOO_MANY_REDIRECTS', 302, 11],
    )
  })
})

suite('responses of API checks', () => {
  const text = JSON.stringify({ greeting: 'grüß dich', n: [1, 5, 2] })
  const packed: [string, Buffer][] = [
    ['gzip', gzipSync(text)],
    ['deflate', deflateSync(text)],
    ['deflate', deflateRawSync(text)],
    ['br', brotliCompressSync(text)],
    ['zstd', zstdCompressSync(text)],
    ['identity', Buffer.from(text)],
  ]
  for (const [encoding, bytes] of packed) {
    test(`a body in ${encoding} is read as what it is`, async (t) => {
      const url = await serve(t, (_request, response) =>
        response
          .writeHead(200, { 'content-type': 'application/json', 'content-encoding': encoding })
          .end(bytes),
      )
      const assertions = [assertion('JSON_BODY', 'EQUALS', 'grüß dich', { property: '$.greeting' })]
      const { detail, verdict } = await ask(url, { assertions })
      assert.equal(verdict.kind, 'passed', verdict.reason ?? '')
      assert.deepEqual([detail.response.body, detail.response.bodySize], [text, Buffer.byteLength(text)])
    })
  }

  test('case 18: a body that comes byte by byte is cut at the limit: failed, and no network error', async (t) => {
    const url = await serveRaw(t, (socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n')
      const drip = setInterval(() => socket.write('x'), 20)
      socket.on('close', () => clearInterval(drip))
    })
    const evaluation = await ask(url, {}, { limits: { attemptMs: 500 } })
    assert.deepEqual([levelOf(evaluation), codeOf(evaluation)], ['failed', 'ETIMEDOUT'])
    assert.deepEqual([evaluation.detail.response.status, evaluation.verdict.isNetworkError], [200, false])
  })

  test('case 19: a server that never answers leaves a response with status 0', async (t) => {
    const url = await serveRaw(t, () => undefined)
    const evaluation = await ask(url, {}, { limits: { attemptMs: 300 } })
    const { response, requestError } = evaluation.detail
    assert.ok(requestError)
    assert.deepEqual([response.status, response.headers, response.body], [0, {}, ''])
    assert.equal(response.timingPhases, null)
    assert.equal(evaluation.verdict.isNetworkError, true)
  })

  test('a refused connection is a network error', async () => {
    const evaluation = await ask(`http://127.0.0.1:${await closedPort()}/`)
    assert.deepEqual([codeOf(evaluation), evaluation.verdict.isNetworkError], ['ECONNREFUSED', true])
  })

  test('HEAD, 204 and 304 have no body', async (t) => {
    const url = await serve(t, (request, response) => {
      const status = Number(request.url?.slice(1) ?? 200)
      response.writeHead(status, status === 200 ? { 'content-length': '5' } : {}).end()
    })
    for (const [method, status] of [
      ['HEAD', 200],
      ['GET', 204],
      ['GET', 304],
    ] as const) {
      const { detail } = await ask(`${url}/${status}`, { method })
      assert.deepEqual([detail.response.status, detail.response.body], [status, ''])
    }
  })
})
