import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { test, type TestContext } from 'node:test'
import { makeCertificate } from '../testing/certificate.ts'
import { startReceiver } from '../testing/receiver.ts'
import { createEgressPolicy } from './egress-policy.ts'
import { type HttpDeps, httpTryMs, type HttpExchange, sendRequest } from './http-request.ts'

const never = new AbortController().signal

function depsWith(rest: Partial<HttpDeps> = {}): HttpDeps {
  return {
    policy: createEgressPolicy({ reach: 'all', allow: [] }),
    lookup: () => Promise.reject(new Error('no name is resolved here')),
    timeoutMs: 60_000,
    namesAddresses: true,
    ...rest,
  }
}

function post(url: string, deps: HttpDeps, signal = never): Promise<HttpExchange> {
  return sendRequest(
    { method: 'POST', url, headers: { 'x-a': 'b' }, body: Buffer.from('hello') },
    deps,
    signal,
  )
}

test('a request arrives as it was given, over a connection that ends with the answer', async (t) => {
  const receiver = await startReceiver(t)
  receiver.react({ kind: 'answer', status: 202, body: 'taken', headers: { 'retry-after': '7' } })
  const exchange = await post(`${receiver.url}/a?b=c`, depsWith())
  assert.ok(exchange.kind === 'answered')
  assert.deepEqual(
    [exchange.answer.status, exchange.answer.body, exchange.answer.headers['retry-after']],
    [202, 'taken', '7'],
  )
  const [request] = receiver.requests
  assert.deepEqual([request?.method, request?.target, request?.body.toString()], ['POST', '/a?b=c', 'hello'])
  assert.deepEqual(
    [request?.headers['x-a'], request?.headers.connection, request?.headers['content-length']],
    ['b', 'close', '5'],
  )
})

test('alerting case 49: a host is resolved once, and the connection goes to the address that was judged', async (t) => {
  const receiver = await startReceiver(t)
  const answers = [['127.0.0.1'], ['169.254.169.254']]
  const asked: string[] = []
  const lookup = async (host: string) => {
    asked.push(host)
    return answers[asked.length - 1] ?? []
  }
  const exchange = await post(`http://rebinding.example:${receiver.port}/`, depsWith({ lookup }))
  assert.equal(exchange.kind, 'answered')
  assert.deepEqual(asked, ['rebinding.example'])
  assert.equal(receiver.requests[0]?.headers.host, `rebinding.example:${receiver.port}`)

  const second = await post(`http://rebinding.example:${receiver.port}/`, depsWith({ lookup }))
  assert.deepEqual(second, {
    kind: 'not-allowed',
    why: 'address not allowed: 169.254.169.254',
    addresses: ['169.254.169.254'],
  })
  assert.equal(receiver.connections(), 1)
})

test('alerting case 49: internal receivers work by default and are refused when only public ones are allowed', async (t) => {
  const receiver = await startReceiver(t)
  const deps = depsWith({
    policy: createEgressPolicy({ reach: 'public', allow: [] }),
    lookup: async () => ['10.0.0.5'],
  })
  assert.equal((await post(`http://intranet.example:${receiver.port}/`, deps)).kind, 'not-allowed')
  for (const host of [
    '127.0.0.1',
    '127.1',
    '0x7f.1',
    '2130706433',
    '0177.0.0.1',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '127.0.0.1.',
  ]) {
    assert.equal((await post(`http://${host}:${receiver.port}/`, deps)).kind, 'not-allowed', host)
  }
  assert.equal(receiver.connections(), 0)
  const allowing = depsWith({ policy: createEgressPolicy({ reach: 'public', allow: ['127.0.0.0/8'] }) })
  assert.equal((await post(`${receiver.url}/`, allowing)).kind, 'answered')
})

test('where tenants must not learn what names mean inside, a refusal does not say it', async () => {
  const deps = depsWith({
    policy: createEgressPolicy({ reach: 'public', allow: [] }),
    lookup: async () => ['10.0.0.5'],
    namesAddresses: false,
  })
  assert.deepEqual(await post('http://intranet.example/', deps), {
    kind: 'not-allowed',
    why: 'address not allowed',
    addresses: ['10.0.0.5'],
  })
})

test('of several addresses only those that are allowed are tried', async (t) => {
  const receiver = await startReceiver(t)
  const lookup = async () => ['169.254.169.254', 'fe80::1', '127.0.0.1']
  assert.equal((await post(`http://many.example:${receiver.port}/`, depsWith({ lookup }))).kind, 'answered')
})

test('names of metadata services are refused, and nobody is asked what they mean', async (t) => {
  const receiver = await startReceiver(t)
  const lookups: string[] = []
  const lookup = async (host: string) => {
    lookups.push(host)
    return ['127.0.0.1']
  }
  for (const host of ['metadata.google.internal', 'METADATA.google.internal.', 'instance-data']) {
    const exchange = await post(`http://${host}:${receiver.port}/`, depsWith({ lookup }))
    assert.equal(exchange.kind, 'not-allowed', host)
  }
  assert.deepEqual([lookups, receiver.connections()], [[], 0])
})

test('odd spellings of the metadata address are refused too', async () => {
  for (const host of [
    '169.254.169.254',
    '0xa9fea9fe',
    '2852039166',
    '0251.0376.0251.0376',
    '[::ffff:169.254.169.254]',
    '[64:ff9b::a9fe:a9fe]',
    '[fd00:ec2::254]',
    '0.0.0.0',
    '[::]',
  ]) {
    assert.equal((await post(`http://${host}/latest`, depsWith())).kind, 'not-allowed', host)
  }
})

test('only http and https are spoken', async () => {
  for (const url of ['ftp://127.0.0.1/', 'file:///etc/passwd', 'javascript:1', 'nonsense', '']) {
    assert.equal((await post(url, depsWith())).kind, 'not-allowed', url)
  }
})

test('alerting case 47: a try ends in time, whether nothing comes, or a bit at a time, or the name never resolves', async (t) => {
  assert.equal(httpTryMs, 10_000)
  const receiver = await startReceiver(t)
  const late = { kind: 'unreachable', why: 'no complete response within 200 ms' }
  for (const kind of ['hang', 'drip'] as const) {
    receiver.react({ kind })
    assert.deepEqual(await post(receiver.url, depsWith({ timeoutMs: 200 })), late)
  }
  const lookup = () => new Promise<never>(() => undefined)
  assert.deepEqual(await post('http://silent.example/', depsWith({ timeoutMs: 200, lookup })), late)
})

test('a connection that is refused or reset, and a name that does not exist, are told as they are', async (t) => {
  const receiver = await startReceiver(t)
  receiver.react({ kind: 'reset' })
  const reset = await post(receiver.url, depsWith())
  assert.ok(reset.kind === 'unreachable')
  assert.match(reset.why, /ECONNRESET|socket hang up/)
  const closed = await post('http://127.0.0.1:1/', depsWith())
  assert.ok(closed.kind === 'unreachable')
  assert.match(closed.why, /^the connection to 127\.0\.0\.1:\d+ was refused \(ECONNREFUSED\)$/)
  const unknown = await post(
    'http://nowhere.example/',
    depsWith({ lookup: () => Promise.reject(new Error('getaddrinfo ENOTFOUND nowhere.example')) }),
  )
  assert.deepEqual(unknown, { kind: 'unreachable', why: 'getaddrinfo ENOTFOUND nowhere.example' })
})

test('a receiver that answers 101, or closes without or amid an answer, ends the try at once', async (t) => {
  const cases: [answer: string, why: RegExp][] = [
    ['HTTP/1.1 101 Switching\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n', /answered 101/],
    ['', /socket hang up|closed without a response/],
    ['HTTP/1.1 100 Continue\r\n\r\n', /socket hang up|closed without a response/],
    [
      'HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf',
      /^the connection was closed before the response was complete$/,
    ],
  ]
  for (const [answer, why] of cases) {
    const port = await startRawReceiver(t, answer)
    const exchange = await post(`http://127.0.0.1:${port}/`, depsWith())
    assert.ok(exchange.kind === 'unreachable', answer)
    assert.match(exchange.why, why)
  }
})

test('TLS to a receiver that speaks none is told in one line', async (t) => {
  const receiver = await startReceiver(t)
  const exchange = await post(`https://127.0.0.1:${receiver.port}/`, depsWith())
  assert.ok(exchange.kind === 'unreachable')
  assert.match(exchange.why, /^the TLS handshake failed: [a-z0-9 ]+$/)
})

test('a try that is broken off ends at once', async (t) => {
  const receiver = await startReceiver(t)
  const controller = new AbortController()
  receiver.react(() => {
    controller.abort()
    return { kind: 'hang' }
  })
  assert.deepEqual(await post(receiver.url, depsWith(), controller.signal), {
    kind: 'unreachable',
    why: 'the attempt was cancelled',
  })
})

test('of a long answer 64 KB are read', async (t) => {
  const receiver = await startReceiver(t)
  receiver.react({ kind: 'answer', status: 200, body: 'x'.repeat(5_000_000) })
  const exchange = await post(receiver.url, depsWith())
  assert.ok(exchange.kind === 'answered')
  assert.equal(exchange.answer.body.length, 64 * 1024)
})

test('a redirect is an answer and is not followed', async (t) => {
  const receiver = await startReceiver(t)
  receiver.react({ kind: 'answer', status: 302, headers: { location: `${receiver.url}/elsewhere` } })
  const exchange = await post(receiver.url, depsWith())
  assert.ok(exchange.kind === 'answered' && exchange.answer.status === 302)
  assert.equal(receiver.requests.length, 1)
})

test('over TLS the certificate must be of the name, although the connection goes to an address', async (t) => {
  const made = makeCertificate(t, 'hooks.example')
  if (made === null) return t.skip('there is no openssl')
  const receiver = await startReceiver(t, made)
  const lookup = async () => ['127.0.0.1']
  const trusted = await post(`https://hooks.example:${receiver.port}/`, depsWith({ lookup, ca: made.cert }))
  assert.equal(trusted.kind, 'answered')
  assert.equal(receiver.requests[0]?.serverName, 'hooks.example')
  const otherName = await post(`https://other.example:${receiver.port}/`, depsWith({ lookup, ca: made.cert }))
  assert.ok(otherName.kind === 'unreachable')
  assert.match(otherName.why, /altnames|certificate/)
  const untrusted = await post(`https://hooks.example:${receiver.port}/`, depsWith({ lookup }))
  assert.ok(untrusted.kind === 'unreachable')
  assert.match(untrusted.why, /self-signed|certificate/)
})

/** Writes its answer to whoever connects, and hangs up. */
async function startRawReceiver(t: TestContext, answer: string): Promise<number> {
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy())
    socket.once('data', () => socket.end(answer))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the receiver listens on no port')
  return address.port
}
