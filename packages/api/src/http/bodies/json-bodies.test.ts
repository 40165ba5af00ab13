import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { apiUnderTest } from '../../../testing/api-under-test.ts'
import { expectError, expectInvalid } from '../../../testing/expect-refusal.ts'
import {
  makeMonitor,
  showMonitor,
  smallestCreate,
  smallestPut,
} from '../../../testing/monitors/write-icmp.ts'

const limitBytes = 5 * 1024 * 1024
const gzip = { 'content-encoding': 'gzip' }

forOneEngine('bodies', (engine) => {
  const api = apiUnderTest(engine)
  const create = (payload: string | Buffer, headers: Record<string, string> = {}) =>
    api.call('POST', '/v1/checks/icmp', { payload, headers })

  /** A valid body of exactly so many bytes, of which nearly every one tells something, as in bodies of people. */
  const bodyOf = (bytes: number) => {
    const length = bytes - JSON.stringify({ ...smallestCreate, script: '' }).length
    const script = randomBytes(Math.ceil(length / 2))
      .toString('hex')
      .slice(0, length)
    return JSON.stringify({ ...smallestCreate, script })
  }

  for (const chunked of [true, false]) {
    test(`case 19: a gzipped body is accepted, ${chunked ? 'in pieces' : 'with its length'}`, async () => {
      const id = await makeMonitor(api)
      const payload = gzipSync(JSON.stringify({ ...smallestPut, name: 'Packed' }))
      const options = { payload, chunked, headers: gzip }
      const answer = await api.call('PUT', `/v1/checks/icmp/${id}`, options)
      assert.equal(answer.status, 200, answer.text)
      assert.equal((await showMonitor(api, id)).at('name'), 'Packed')
    })
  }

  const damaged: [string, Buffer][] = [
    ['text that is not gzip', Buffer.from(JSON.stringify(smallestCreate))],
    ['a gzip that ends too early', gzipSync(JSON.stringify(smallestCreate)).subarray(0, 40)],
    ['a gzip with a wrong checksum', corrupt(gzipSync(JSON.stringify(smallestCreate)))],
  ]
  for (const [what, payload] of damaged) {
    test(`case 19: ${what} is refused`, async () => expectError(await create(payload, gzip), 400))
  }

  test('case 19: a small body that unpacks to more than the limit is refused', async () => {
    const bomb = await create(gzipSync(Buffer.alloc(51 * 1024 * 1024, 0x20)), gzip)
    expectError(bomb, 413)
    assert.equal(bomb.at('message'), 'The body is larger than 5 MB when decompressed')
    const large = await create(gzipSync(bodyOf(limitBytes + 1)), gzip)
    expectError(large, 413)
    assert.equal(large.at('message'), 'The body is larger than 5 MB when decompressed')
  })

  test('case 19: a body of exactly the limit is accepted, packed and unpacked', async () => {
    assert.equal((await create(gzipSync(bodyOf(limitBytes)), gzip)).status, 201)
    assert.equal((await create(bodyOf(limitBytes))).status, 201)
  })

  test('a body is unpacked to 1 MB whatever its ratio, and beyond that to a hundred times its size', async () => {
    const script = (bytes: number) =>
      gzipSync(JSON.stringify({ ...smallestCreate, script: 'x'.repeat(bytes) }))
    assert.equal((await create(script(1024 * 1024), gzip)).status, 201)
    const packed = script(2 * 1024 * 1024)
    assert.ok(packed.length < 10_000)
    const refusal = await create(packed, gzip)
    expectError(refusal, 413)
    assert.match(refusal.textAt('message'), /more than 100 times as large when decompressed/)
  })

  test('a body of a hundred thousand values is taken, and with more it is refused by their number', async () => {
    const withValues = (count: number) =>
      `{"name":"n","request":{"hostname":"h"},"heartbeat":{"x":[${Array(count).fill('0').join(',')}]}}`
    assert.equal((await create(withValues(99_990))).status, 201)
    const more = await create(withValues(100_000))
    expectError(more, 413)
    assert.equal(more.at('message'), 'The body contains more than 100,000 values')
  })

  test('a body may be nested a hundred deep', async () => {
    const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
    const around = (inner: string) => `{"name":"n","request":{"hostname":"h"},"heartbeat":{"x":${inner}}}`
    assert.equal((await create(around(nested(98)))).status, 201)
    const deeper = await create(around(nested(99)))
    expectInvalid(deeper, 'payload', ['body'])
    assert.equal(deeper.at('message'), 'body must not be nested deeper than 100 levels')
    assert.equal(
      (await create(around(JSON.stringify(nested(500))))).status,
      201,
      'brackets in a text are text',
    )
  })

  test('whoever has shown no key sends at most 16 KB, and nothing packed', async () => {
    const signIn = (payload: string | Buffer, headers = {}) =>
      api.call('POST', '/v1/session', { key: null, account: null, payload, headers })
    const right = JSON.stringify({ email: 'nobody@example.net', password: 'wrong wrong wrong' })
    assert.equal((await signIn(right)).status, 401)
    const packed = await signIn(gzipSync(right), gzip)
    expectError(packed, 415)
    assert.match(packed.textAt('message'), /compressed body is not accepted here/)
    const large = await signIn(JSON.stringify({ email: 'e', password: 'x'.repeat(16 * 1024) }))
    expectError(large, 413)
    assert.equal(large.at('message'), 'The body is larger than 16 KB')
  })

  test('a body that announces more than the limit is refused before it comes', async () => {
    const answer = await create('{', { 'content-length': String(limitBytes + 1), connection: 'close' })
    expectError(answer, 413)
    assert.equal(answer.at('message'), 'The body is larger than 5 MB')
  })

  for (const encoding of ['br', 'deflate', 'gzip, gzip', 'zstd']) {
    test(`the encoding ${encoding} is refused`, async () => {
      expectError(await create(JSON.stringify(smallestCreate), { 'content-encoding': encoding }), 415)
    })
  }

  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/xml', 'nonsense']) {
    test(`the content type ${type} is refused`, async () => {
      expectError(await create(JSON.stringify(smallestCreate), { 'content-type': type }), 415)
    })
  }

  test('without a body its type has no say: some clients announce a form on every POST', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const triggered = await api.call('POST', `/v1/triggers/checks/${await makeMonitor(api)}`, {
      payload: '',
      headers,
    })
    assert.equal(triggered.status, 201, triggered.text)
    expectInvalid(await create('', headers), 'payload', ['body'])
  })

  for (const path of ['upload', 'upload-code-bundle']) {
    test(`a file for ${path} that is announced as something else is refused, and the type it takes is named`, async () => {
      const headers = { 'content-type': 'text/html' }
      const answer = await api.call('POST', `/next/checkly-storage/${path}`, { payload: 'x', headers })
      expectError(answer, 415)
      assert.equal(answer.at('message'), 'The body must be application/octet-stream')
    })
  }

  for (const type of ['application/json', 'application/json; charset=utf-8', 'Application/JSON']) {
    test(`the content type ${type} is accepted`, async () => {
      const answer = await create(JSON.stringify(smallestCreate), { 'content-type': type })
      assert.equal(answer.status, 201, answer.text)
    })
  }

  for (const payload of [
    '{',
    '{"name":}',
    "{'name':'x'}",
    '{"a":1}{"b":2}',
    'undefined',
    '{"a":NaN}',
    '\u0001',
  ]) {
    test(`${JSON.stringify(payload)} is not JSON`, async () => {
      const answer = await create(payload)
      expectInvalid(answer, 'payload', ['body'])
      assert.match(answer.textAt('message'), /not valid JSON/)
    })
  }

  const prototypes = [
    '{"__proto__":{"polluted":true}}',
    '{"heartbeat":{"__proto__":{"polluted":true}}}',
    '{"request":{"hostname":"a","__proto__":null}}',
    '{"constructor":{"prototype":{"polluted":true}}}',
    '{"\\u005f_proto__":{"polluted":true}}',
  ]
  for (const payload of prototypes) {
    test(`${payload} is refused and reaches no prototype`, async () => {
      const answer = await create(payload)
      expectInvalid(answer, 'payload', ['body'])
      assert.match(answer.textAt('message'), /__proto__/)
      assert.equal('polluted' in {}, false)
    })
  }

  test('names that objects have by themselves are unknown fields like others', async () => {
    const body = { ...smallestCreate, toString: 'x', hasOwnProperty: 1, valueOf: null }
    assert.equal((await api.call('POST', '/v1/checks/icmp', { body })).status, 201)
  })

  test('a NUL character is refused wherever it stands, and named', async () => {
    const nested = { ...smallestCreate, request: { hostname: 'a', assertions: [{ target: 'x\0' }] } }
    const answer = await api.call('POST', '/v1/checks/icmp', { body: nested })
    expectInvalid(answer, 'payload', ['request.assertions.0.target'])
    const inName = await create(JSON.stringify({ ...smallestCreate, heartbeat: { 'a\0': 1 } }))
    expectInvalid(inName, 'payload', ['heartbeat'])
    const inQuery = await api.call('GET', '/v1/checks?search=a%00b')
    expectInvalid(inQuery, 'query', ['search'])
  })

  test('an escaped backslash before u0000 is no NUL character', async () => {
    const answer = await create(JSON.stringify({ ...smallestCreate, name: '\\u0000' }))
    assert.equal(answer.status, 201, answer.text)
    assert.equal(answer.at('name'), '\\u0000')
  })

  test('a body nested a hundred thousand deep breaks nothing', async () => {
    const depth = 100_000
    const deep = '['.repeat(depth) + ']'.repeat(depth)
    const answer = await create(`{"name":"Deep","request":{"hostname":"a"},"heartbeat":{"x":${deep}}}`)
    assert.ok(answer.status < 500, answer.text)
    assert.equal((await api.call('GET', '/health')).status, 200)
  })

  test('text of every script comes back as it was sent', async () => {
    const name = '𝕊onde — Ελλάδα 日本 ع 👩‍🚀 \u2028'
    const id = await makeMonitor(api, { name })
    assert.equal((await showMonitor(api, id)).at('name'), name)
  })

  test('half of a surrogate pair, which no database can hold, is refused by name', async () => {
    const body = { ...smallestCreate, tags: ['fine', 'a\ud800'] }
    expectInvalid(await api.call('POST', '/v1/checks/icmp', { body }), 'payload', ['tags.1'])
  })

  test('a number beyond all numbers is refused by name', async () => {
    const payload = '{"name":"n","request":{"hostname":"h"},"groupOrder":1e999,"frequencyOffset":1e999}'
    const answer = await api.call('POST', '/v1/checks/icmp', { payload })
    expectInvalid(answer, 'payload', ['groupOrder', 'frequencyOffset'])
  })

  test('a body nested as deeply as it is long is judged', async () => {
    const depth = 100_000
    const payload = `${'['.repeat(depth)}"\\u0000"${']'.repeat(depth)}`
    expectError(await api.call('POST', '/v1/checks/icmp', { payload }), 400)
  })

  for (const [method, path] of [
    ['GET', '/v1/locations'],
    ['HEAD', '/health'],
    ['OPTIONS', '/v1/checks'],
    ['DELETE', '/v1/checks/0198c0de-0000-7000-8000-000000000000'],
  ] as const) {
    test(`${method} ${path} that announces gzip and sends nothing harms nobody`, async () => {
      const headers = { 'content-encoding': 'gzip' }
      assert.ok((await api.call(method, path, { headers })).status < 500)
      assert.equal((await api.call('GET', '/v1/checks')).status, 200)
    })
  }

  test('a DELETE that announces JSON and sends nothing works', async () => {
    const id = await makeMonitor(api)
    const headers = { 'content-type': 'application/json' }
    assert.equal((await api.call('DELETE', `/v1/checks/${id}`, { headers })).status, 204)
  })
})

function corrupt(packed: Buffer): Buffer {
  const copy = Buffer.from(packed)
  copy.writeUInt32LE(0, copy.length - 8)
  return copy
}
