import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo, LookupFunction } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { test, type TestContext } from 'node:test'
import { gzipSync } from 'node:zlib'
import { testKey } from '../../testing/agent-under-test.ts'
import { startFakeService } from '../../testing/fake-service.ts'
import { createHttpTransport, type HttpTransportOptions } from './http-transport.ts'
import { TransportFailure } from './transport.ts'

function open(t: TestContext, url: string, options: Partial<HttpTransportOptions> = {}) {
  const transport = createHttpTransport({
    serviceUrl: new URL(url),
    apiKey: testKey,
    agentId: '4b8c4e37-5a3f-4bb8-9d0f-111111111111',
    proxy: null,
    authorities: null,
    verifiesCertificates: true,
    ...options,
  })
  t.after(transport.close)
  return transport
}

for (const { status, kind } of [
  { status: 401, kind: 'unauthorized' },
  { status: 426, kind: 'too-old' },
  { status: 429, kind: 'unavailable' },
  { status: 500, kind: 'unavailable' },
  { status: 503, kind: 'unavailable' },
  { status: 302, kind: 'unavailable' },
  { status: 400, kind: 'refused' },
  { status: 403, kind: 'refused' },
  { status: 404, kind: 'refused' },
  { status: 409, kind: 'refused' },
  { status: 413, kind: 'refused' },
]) {
  test(`an answer with ${status} means ${kind}`, async (t) => {
    const service = await startFakeService()
    t.after(service.stop)
    service.setDetour(() => ({ status, headers: { 'retry-after': '7' }, body: { message: 'because' } }))
    await assert.rejects(open(t, service.url).heartbeat({}), (error) => {
      assert.ok(error instanceof TransportFailure)
      assert.deepEqual([error.kind, error.status, error.retryAfterMs], [kind, status, 7_000])
      assert.match(error.message, new RegExp(`${status} to /heartbeat: because`))
      return true
    })
  })
}

test('a service that is not there is unavailable and named', async (t) => {
  const service = await startFakeService()
  await service.stop()
  await assert.rejects(open(t, service.url).heartbeat({}), {
    kind: 'unavailable',
    message: `no connection to 127.0.0.1:${service.port}: connect ECONNREFUSED 127.0.0.1:${service.port}`,
  })
})

test('a path in SERVICE_URL is kept', async (t) => {
  const service = await startFakeService()
  t.after(service.stop)
  await open(t, `${service.url}/sonde/`).release({ runs: [] })
  assert.equal(service.calls[0]?.path, '/sonde/release')
})

test('code comes as its bytes, asked for with the ticket of its run; what the run does not use is null', async (t) => {
  const bytes = Buffer.from([0, 255, 10, 128])
  const asked: unknown[] = []
  const server = createServer((request, response) => {
    asked.push([
      request.method,
      request.url,
      request.headers['x-sonde-ticket'],
      request.headers.authorization,
    ])
    if (request.url?.endsWith('/code/aa') === true) response.end(bytes)
    else response.writeHead(request.url?.endsWith('/code/bb') === true ? 404 : 503).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  const transport = open(t, `http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  const { signal } = new AbortController()
  const fetchCode = (sha256: string) => transport.fetchCode({ sha256, ticket: 'of the run' }, signal)
  assert.deepEqual(await fetchCode('aa'), bytes)
  assert.equal(await fetchCode('bb'), null)
  await assert.rejects(fetchCode('cc'), { kind: 'unavailable' })
  assert.deepEqual(asked[0], ['GET', '/agent/v1/code/aa', 'of the run', `Bearer ${testKey}`])
})

test('a golden file goes out as it is, with its ticket and its browser; what is refused says why', async (t) => {
  const received: unknown[] = []
  const server = createServer(async (request, response) => {
    const { method, url, headers } = request
    const body = String(Buffer.concat(await request.toArray()))
    received.push([method, url, headers['x-sonde-ticket'], headers['x-made-by'], body])
    if (url?.endsWith('/aa') === true) response.end('{"key":"account/aa"}')
    else response.writeHead(422).end('{"message":"no room"}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  const transport = open(t, `http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  const store = (sha256: string) =>
    transport.storeGolden(
      { sha256, bytes: 5, ticket: 'of the run', madeBy: 'Chromium 156' },
      () => Readable.from([Buffer.from('drawn')]),
      new AbortController().signal,
    )
  assert.deepEqual(await store('aa'), { key: 'account/aa' })
  assert.deepEqual(received, [['PUT', '/agent/v1/code/aa', 'of the run', 'Chromium 156', 'drawn']])
  await assert.rejects(store('bb'), { name: 'TransportFailure', message: /no room/ })
})

test('a bundle comes as a stream of any length; what the run does not use is null', async (t) => {
  const piece = Buffer.alloc(1_000_000, 7)
  const pieces = 70
  const server = createServer((request, response) => {
    if (request.url !== '/agent/v1/bundles/aa')
      return void response.writeHead(request.url?.endsWith('bb') === true ? 404 : 503).end()
    assert.equal(request.headers['accept-encoding'], 'identity')
    response.writeHead(200, { 'x-ticket': String(request.headers['x-sonde-ticket']) })
    void pipeline(Readable.from(Array<Buffer>(pieces).fill(piece)), response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  const transport = open(t, `http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  const { signal } = new AbortController()
  const fetchBundle = (sha256: string) => transport.fetchBundle({ sha256, ticket: 'of the run' }, signal)
  const stream = await fetchBundle('aa')
  assert.ok(stream !== null)
  let bytes = 0
  // More than any answer that is read whole may have.
  for await (const chunk of stream) bytes += (chunk as Buffer).length
  assert.equal(bytes, pieces * piece.length)
  assert.equal(await fetchBundle('bb'), null)
  await assert.rejects(fetchBundle('cc'), { kind: 'unavailable' })
})

for (const { name, write, message } of [
  { name: 'no JSON', write: '<html>', message: /not JSON: check SERVICE_URL/ },
  {
    name: 'JSON of another shape',
    write: '{"serverTime":"noon"}',
    message: /unexpected response to .*: serverTime/,
  },
]) {
  test(`an answer that is ${name} is no answer`, async (t) => {
    const server = createServer((_request, response) => response.end(write)).listen(0, '127.0.0.1')
    await once(server, 'listening')
    t.after(() => server.close())
    const { port } = server.address() as AddressInfo
    await assert.rejects(open(t, `http://127.0.0.1:${port}`).heartbeat({}), { kind: 'unavailable', message })
  })
}

test('an answer that unpacks to more than anybody sends is refused before it fills the memory', async (t) => {
  const bomb = gzipSync(Buffer.alloc(80_000_000))
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  const { port } = server.address() as AddressInfo
  await assert.rejects(open(t, `http://127.0.0.1:${port}`).heartbeat({}), {
    message: /longer than 64000000 bytes/,
  })
})

test('a service that never answers is given up after the time-out', async (t) => {
  const server = createServer(() => undefined).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const transport = open(t, `http://127.0.0.1:${port}`, { times: { answerMs: 30 } })
  await assert.rejects(transport.heartbeat({}), {
    kind: 'unavailable',
    message: 'no response to /heartbeat within 30 ms',
  })
})

test('large bodies are zipped, and not again for a service that does not understand that', async (t) => {
  const service = await startFakeService()
  t.after(service.stop)
  const runs = Array.from({ length: 500 }, (_, index) => ({
    leaseId: `lease-${index}`,
    ticket: 'x'.repeat(100),
  }))
  const transport = open(t, service.url)
  await transport.release({ runs })
  service.setDetour(({ isZipped }) => (isZipped ? { status: 415 } : null))
  await transport.release({ runs })
  await transport.release({ runs })
  assert.deepEqual(
    service.calls.map(({ isZipped }) => isZipped),
    [true, true, false, false],
  )
  assert.deepEqual(service.releases().at(-1), { runs })
})

test('case 37: where IPv6 leads nowhere, the service is reached over IPv4', async (t) => {
  const service = await startFakeService()
  t.after(service.stop)
  // The stand-in listens on 127.0.0.1 only, so ::1 refuses, or does not exist at all on a host without IPv6.
  const lookup: LookupFunction = (_name, _options, answer) =>
    answer(null, [
      { address: '::1', family: 6 },
      { address: '127.0.0.1', family: 4 },
    ])
  const transport = open(t, `http://service.test:${service.port}`, { lookup })
  await transport.heartbeat({})
  assert.equal(service.count('/heartbeat'), 1)
})
