import assert from 'node:assert/strict'
import { type IncomingHttpHeaders, request as sendRequest } from 'node:http'
import { connect } from 'node:net'
import { suite, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { apiUnderTest } from '../../testing/api-under-test.ts'
import { expectError } from '../../testing/expect-refusal.ts'
import { makeMonitor } from '../../testing/monitors/write-icmp.ts'

forOneEngine('the surface of HTTP', (engine) => {
  const api = apiUnderTest(engine)

  for (const id of ['abc', 'A-b_9', 'x'.repeat(64)]) {
    test(`a request id of ${id.length} harmless characters is echoed`, async () => {
      const answer = await api.call('GET', '/v1/checks', { headers: { 'x-request-id': id } })
      assert.equal(answer.headers['x-request-id'], id)
    })
  }

  for (const id of ['', 'x'.repeat(65), 'a b', 'a.b', '<script>', 'ü']) {
    test(`a request id ${JSON.stringify(id)} is replaced`, async () => {
      const answer = await api.call('GET', '/v1/checks', { headers: { 'x-request-id': id } })
      assert.match(String(answer.headers['x-request-id']), /^[a-z]{8,64}$/)
    })
  }

  test('every answer has a request id of its own, errors too', async () => {
    const paths = ['/v1/checks', '/nowhere', '/v1/checks/abc', '/health', '/openapi.json']
    const answers = await Promise.all(paths.map((path) => api.call('GET', path)))
    assert.equal(new Set(answers.map(({ headers }) => headers['x-request-id'])).size, paths.length)
  })

  test('every answer says that nobody may guess its type, frame it or keep it', async () => {
    for (const path of ['/v1/checks', '/nowhere', '/v1/locations']) {
      const { headers } = await api.call('GET', path)
      assert.equal(headers['x-content-type-options'], 'nosniff')
      assert.equal(headers['x-frame-options'], 'DENY')
      assert.equal(headers['cache-control'], 'no-store')
      assert.match(String(headers['content-security-policy']), /default-src 'none'/)
      assert.equal('x-powered-by' in headers || 'server' in headers, false)
    }
  })

  test('the address that is printed leads to the documentation', async () => {
    const answer = await api.call('GET', '/', { key: null, account: null })
    assert.deepEqual([answer.status, answer.headers.location], [302, '/docs'])
  })

  for (const path of ['/v1', '/v1/nothing', '/v4/checks', '/V1/checks', '//v1/checks']) {
    test(`there is nothing at ${path}, and the answer says so in the usual shape`, async () => {
      expectError(await api.call('GET', path), 404)
    })
  }

  test('an unknown route is not found for everybody, and reflects no markup', async () => {
    expectError(await api.call('POST', '/nowhere', { key: null, payload: '{' }), 404)
    const answer = await api.call('GET', '/<script>?x=<script>')
    expectError(answer, 404)
    assert.match(answer.headers['content-type'] ?? '', /json/)
  })

  test('an address that is no address is refused in the usual shape', async () => {
    expectError(await api.call('GET', '/v1/checks/%zz'), 400)
  })

  const allowed: [string, string][] = [
    ['/v1/checks', 'GET, HEAD, POST, OPTIONS'],
    ['/v1/checks/icmp', 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS'],
    ['/v1/checks/{id}', 'GET, HEAD, PUT, PATCH, DELETE, OPTIONS'],
    ['/v1/checks/icmp/{id}', 'PUT, PATCH, OPTIONS'],
    ['/v1/accounts', 'GET, HEAD, POST, OPTIONS'],
    ['/v1/locations', 'GET, HEAD, OPTIONS'],
    ['/health', 'GET, HEAD, OPTIONS'],
  ]
  const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
  for (const [template, allow] of allowed) {
    const path = template.replace('{id}', '0198c0de-0000-7000-8000-000000000000')

    test(`OPTIONS ${template} tells ${allow}`, async () => {
      const answer = await api.call('OPTIONS', path, { key: null, account: null })
      assert.deepEqual([answer.status, answer.headers.allow, answer.text], [204, allow, ''])
    })

    for (const method of methods.filter((name) => !allow.split(', ').includes(name))) {
      test(`${method} ${template} is not allowed`, async () => {
        const payload = method === 'GET' ? {} : { payload: '{' }
        const answer = await api.call(method, path, { key: null, account: null, ...payload })
        expectError(answer, 405)
        assert.equal(answer.headers.allow, allow)
      })
    }
  }

  test('HEAD answers as GET does, without the body', async () => {
    await makeMonitor(api)
    for (const path of ['/v1/checks', '/v1/locations', '/openapi.json', '/v1/checks/abc']) {
      const get = await api.call('GET', path)
      const head = await api.call('HEAD', path)
      assert.equal(head.status, get.status, path)
      assert.equal(head.text, '')
      assert.equal(head.headers['content-type'], get.headers['content-type'])
      assert.equal(head.headers['content-length'], get.headers['content-length'])
      assert.equal(head.headers['content-range'], get.headers['content-range'])
    }
    assert.equal((await api.call('HEAD', '/v1/checks', { key: null })).status, 401)
  })

  test('a large list is compressed for whoever accepts it, and the same for whoever does not', async () => {
    for (let count = 0; count < 12; count += 1) await makeMonitor(api, { name: `Large ${count}` })
    const ask = async (path: string, acceptEncoding: string, method = 'GET') => {
      const { promise, resolve, reject } = Promise.withResolvers<{
        headers: IncomingHttpHeaders
        body: Buffer
      }>()
      const headers = {
        authorization: `Bearer ${api.ownerKey}`,
        'x-service-account': api.accountId,
        'accept-encoding': acceptEncoding,
      }
      sendRequest({ host: '127.0.0.1', port: api.port, path, method, headers }, (incoming) => {
        const pieces: Buffer[] = []
        incoming.on('data', (piece: Buffer) => pieces.push(piece))
        incoming.on('end', () => resolve({ headers: incoming.headers, body: Buffer.concat(pieces) }))
      })
        .on('error', reject)
        .end()
      return await promise
    }
    const path = '/v1/check-overview?limit=100&sort=name'
    const packed = await ask(path, 'br, gzip;q=0.5')
    assert.deepEqual(
      [packed.headers['content-encoding'], packed.headers['vary'], packed.headers['content-length']],
      ['gzip', 'Accept-Encoding', String(packed.body.length)],
    )
    const plain = await ask(path, 'gzip;q=0, br')
    assert.deepEqual(
      [plain.headers['content-encoding'], plain.headers['vary'], plain.headers['content-length']],
      [undefined, 'Accept-Encoding', String(plain.body.length)],
    )
    assert.equal(gunzipSync(packed.body).toString(), plain.body.toString())
    assert.ok(packed.body.length * 4 < plain.body.length, `${packed.body.length} of ${plain.body.length}`)
    const head = await ask(path, 'gzip', 'HEAD')
    assert.deepEqual([head.headers['content-encoding'], head.body.length], [undefined, 0])
    assert.equal(head.headers['content-length'], plain.headers['content-length'])
    const small = await ask(`${path}&search=${'Large 11'.replace(' ', '%20')}`, 'gzip')
    assert.equal(small.headers['content-encoding'], undefined)
    // What may hold secrets has one length, whatever else is in it.
    const others = await ask('/v1/checks?limit=100', 'gzip')
    assert.ok(others.body.length > 5_000)
    assert.equal(others.headers['content-encoding'], undefined)
  })

  test('a method that nobody uses is refused like any other that a path does not have', async () => {
    const answer = await api.call('TRACE', '/v1/checks')
    expectError(answer, 405)
    assert.equal(answer.headers.allow, 'GET, HEAD, POST, OPTIONS')
  })

  test('a path that is no address is refused with an id to ask about', async () => {
    const answer = await api.call('GET', '/%')
    expectError(answer, 400)
    assert.match(String(answer.headers['x-request-id']), /^[a-z]+$/)
  })

  test('what is not HTTP is answered in the usual shape and the line is closed', async () => {
    const answer = await sendRaw(api.port, 'NONSENSE\r\n\r\n')
    assert.match(answer, /^HTTP\/1\.1 400 Bad Request\r\n/)
    assert.match(answer, /"statusCode":400,"error":"Bad Request"/)
    assert.match(answer, /\r\nX-Request-Id: [a-z]+\r\n/)
  })

  test('headers without end are refused', async () => {
    const request = `GET /v1/checks HTTP/1.1\r\nHost: a\r\nX-Long: ${'x'.repeat(100_000)}\r\n\r\n`
    const answer = await sendRaw(api.port, request)
    assert.match(answer, /^HTTP\/1\.1 431 /)
    assert.match(answer, /"statusCode":431/)
  })

  test('the server says whether it can work', async () => {
    const answer = await api.call('GET', '/health', { key: null, account: null })
    assert.deepEqual([answer.status, answer.body], [200, { status: 'ok', database: 'ok', reason: null }])
  })

  test('metrics count by route and never by id', async () => {
    const id = await makeMonitor(api)
    await api.call('GET', `/v1/checks/${id}`)
    const { status, text, headers } = await api.call('GET', '/metrics', { key: null, account: null })
    assert.equal(status, 200)
    assert.match(String(headers['content-type']), /^text\/plain/)
    assert.match(text, /sonde_http_request_duration_seconds_count\{[^}]*route="\/v1\/checks\/:id"/)
    for (const line of [
      'sonde_runs_queued 7',
      'sonde_runs_inflight 3',
      'sonde_results_stored_total 11',
      'sonde_runs_dropped_total 2',
      'sonde_checks_loaded 5',
      'sonde_notifications_delivered_total 21',
      'sonde_notification_retries_total 4',
      'sonde_notifications_given_up_total 1',
      'sonde_notifications_waiting 0',
      'sonde_notifications_oldest_waiting_seconds 0',
    ]) {
      assert.ok(text.includes(`\n${line}\n`), line)
    }
    assert.ok(!text.includes(id))
  })

  test('nothing in this suite made the server fail', () => assert.deepEqual(api.logged, []))
})

forOneEngine('cross-origin access', (engine) => {
  const origin = 'https://dashboard.example.net'

  suite('without a list of origins', () => {
    const api = apiUnderTest(engine)
    test('is off', async () => {
      for (const method of ['GET', 'OPTIONS']) {
        const { headers } = await api.call(method, '/v1/checks', { headers: { origin } })
        assert.equal(headers['access-control-allow-origin'], undefined)
        assert.equal(headers['cross-origin-resource-policy'], 'same-origin')
      }
    })
  })

  suite('with a list of origins', () => {
    const api = apiUnderTest(engine, { corsOrigins: [origin] })
    test('is on for the listed one, errors included, and never with cookies', async () => {
      for (const path of ['/v1/checks', '/v1/checks/abc', '/nowhere']) {
        const { headers } = await api.call('GET', path, { headers: { origin } })
        assert.equal(headers['access-control-allow-origin'], origin)
        assert.equal(headers['access-control-allow-credentials'], undefined)
        assert.match(String(headers['access-control-expose-headers']), /Content-Range/)
        assert.match(String(headers.vary), /Origin/)
      }
    })

    test('a preflight needs no key and names methods and headers', async () => {
      const asked = { origin, 'access-control-request-method': 'PUT' }
      const path = '/v1/checks/icmp/0198c0de-0000-7000-8000-000000000000'
      const { status, headers } = await api.call('OPTIONS', path, {
        key: null,
        account: null,
        headers: asked,
      })
      assert.equal(status, 204)
      assert.equal(headers['access-control-allow-origin'], origin)
      assert.match(String(headers['access-control-allow-methods']), /PUT/)
      assert.match(String(headers['access-control-allow-headers']), /Authorization.*X-Service-Account/)
    })

    for (const other of [
      'https://evil.example',
      'http://dashboard.example.net',
      `${origin}.evil.example`,
      'null',
    ]) {
      test(`is off for ${other}`, async () => {
        const { headers } = await api.call('GET', '/v1/checks', { headers: { origin: other } })
        assert.equal(headers['access-control-allow-origin'], undefined)
      })
    }
  })
})

function sendRaw(port: number, text: string): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  let answer = ''
  const socket = connect(port, '127.0.0.1', () => socket.write(text))
  socket.setEncoding('utf8')
  socket.on('data', (piece: string) => {
    answer += piece
  })
  socket.on('close', () => resolve(answer))
  socket.on('error', (error: NodeJS.ErrnoException) => {
    // The server closes while the rest of our text is still on its way.
    if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') reject(error)
  })
  return promise
}
