import assert from 'node:assert/strict'
import { X509Certificate, createPrivateKey, randomUUIDv7 } from 'node:crypto'
import { test } from 'node:test'
import { clientCertificatesOf, insertClientCertificate } from '@sonde/store/variables/client-certificates.ts'
import { readRunContextRevision } from '@sonde/store/runs/run-context-revision.ts'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { apiUnderTest, type CallOptions } from '../../testing/api-under-test.ts'
import {
  makeClientCertificate,
  makeEncryptedCertificate,
} from '@sonde/actions/testing/client-certificates.ts'
import { expectError, expectInvalid } from '../../testing/expect-refusal.ts'

const passphrase = 'open-sesame-and-hush'
const made = makeClientCertificate()
const encrypted = makeEncryptedCertificate(passphrase)

forOneEngine('client certificates over HTTP', (engine) => {
  const api = apiUnderTest(engine)
  const path = '/v1/client-certificates'
  /** Below 10 calls in a minute. */
  const post = (body: object, options: CallOptions = {}) =>
    api.call('POST', path, { afterMs: 6_001, ...options, body: { host: 'shop.example.net', ...body } })
  const show = (id: string, options: CallOptions = {}) => api.call('GET', `${path}/${id}`, options)
  const remove = (id: string, options: CallOptions = {}) => api.call('DELETE', `${path}/${id}`, options)
  const storedKeys = async () => {
    const rows = await clientCertificatesOf(api.store.read, api.store.sealer, api.accountId)
    return new Map(rows.map((row) => [row.id, row]))
  }

  test('comes back without its key, which runs get opened', async () => {
    const { key, cert } = encrypted
    const answer = await post({ host: '*.Example.net', cert, key, passphrase, ca: made.cert, unknown: 1 })
    assert.equal(answer.status, 201, answer.text)
    const id = answer.textAt('id')
    assert.deepEqual(answer.body, {
      id,
      host: '*.Example.net',
      cert,
      ca: made.cert,
      created_at: new Date(api.clock.now()).toISOString(),
      subject: new X509Certificate(cert).subject,
      expiresAt: new X509Certificate(cert).validToDate.toISOString(),
    })
    const one = await show(id)
    const all = await api.call('GET', path)
    assert.deepEqual(one.body, answer.body)
    for (const { text } of [answer, one, all]) {
      assert.ok(!text.includes('PRIVATE KEY') && !text.includes(passphrase))
    }
    const stored = (await storedKeys()).get(id)
    assert.ok(stored?.key)
    assert.equal(stored.passphrase, null)
    const opened = createPrivateKey(stored.key)
    assert.ok(opened.equals(createPrivateKey({ key, passphrase })))
    const rows = await api.store.read.selectFrom('client_certificates').selectAll().execute()
    assert.ok(!JSON.stringify(rows).includes('PRIVATE KEY') && !JSON.stringify(rows).includes(passphrase))
  })

  test('may lack its key and its authorities, or have empty texts for them', async () => {
    for (const body of [{}, { key: '', ca: '', passphrase: '' }, { ca: null, passphrase: null }]) {
      const answer = await post({ cert: made.cert, ...body })
      assert.equal(answer.status, 201, answer.text)
      assert.equal(answer.at('ca'), null)
      const stored = (await storedKeys()).get(answer.textAt('id'))
      assert.deepEqual([stored?.key, stored?.ca], [null, null])
    }
  })

  const hosts: [string, boolean][] = [
    ['shop.example.net', true],
    ['*.example.net', true],
    ['localhost', true],
    ['xn--bcher-kva.example', true],
    ['_x.example.net', true],
    ['192.0.2.7', true],
    ['2001:db8::7', true],
    ['', false],
    ['*', false],
    ['*.', false],
    ['*.*.example.net', false],
    ['a.*.example.net', false],
    ['a*.example.net', false],
    ['https://shop.example.net', false],
    ['shop.example.net/', false],
    ['shop.example.net:443', false],
    ['user@shop.example.net', false],
    ['shop .example.net', false],
    ['shop..example.net', false],
    ['.example.net', false],
    ['example.net.', false],
    ['-a.example.net', false],
    ['bücher.example', false],
    ['{{HOST}}', false],
    [`${'a'.repeat(64)}.example.net`, false],
    [`${'a.'.repeat(127)}example`, false],
  ]
  for (const [host, isTaken] of hosts) {
    test(`the host ${JSON.stringify(host.slice(0, 40))} is ${isTaken ? 'taken' : 'refused'}`, async () => {
      const answer = await post({ ...made, host })
      if (isTaken) assert.equal(answer.status, 201, answer.text)
      else expectInvalid(answer, 'payload', ['host'])
    })
  }

  test('what TLS could not use is refused by name, and the key is never repeated', async () => {
    const cases: [object, string[]][] = [
      [{}, ['cert']],
      [{ cert: 'x' }, ['cert']],
      [{ cert: null }, ['cert']],
      [{ ...made, cert: made.key }, ['cert']],
      [{ ...made, key: encrypted.key }, ['passphrase']],
      [{ ...encrypted, passphrase: 'wrong-but-hush' }, ['passphrase']],
      [{ ...encrypted, cert: made.cert, passphrase }, ['key']],
      [{ ...made, key: 'k'.repeat(30_001) }, ['key']],
      [{ ...made, ca: 'x' }, ['ca']],
      [{ ...made, cert: made.cert.padEnd(50_001), ca: made.cert.padEnd(50_001) }, ['ca', 'cert']],
      [{ ...made, key: 5, ca: 5, passphrase: 5, host: 5 }, ['host', 'ca', 'key', 'passphrase']],
    ]
    for (const [body, keys] of cases) {
      const answer = await post(body)
      expectInvalid(answer, 'payload', keys)
      assert.ok(!answer.text.includes('hush'))
      assert.ok(!answer.text.includes(made.key.split('\n')[1] ?? ''))
    }
  })

  test('listed newest first, and only to its own account', async () => {
    const { id: userId, key } = await api.makeUser()
    const others = { key, account: await api.makeAccount(userId) }
    const first = await post(made, others)
    const second = await post(made, others)
    const list = await api.call('GET', path, others)
    assert.deepEqual(list.body, [second.body, first.body])
    const id = first.textAt('id')
    expectError(await show(id), 404)
    expectError(await remove(id), 404)
    assert.equal((await show(id, others)).status, 200)
    expectInvalid(await show('abc'), 'params', ['id'])
  })

  test('roles: reading is for everybody, writing for READ_WRITE', async () => {
    const reader = { key: await api.makeServiceKey(api.accountId, 'READ_RUN') }
    const writer = { key: await api.makeServiceKey(api.accountId, 'READ_WRITE') }
    expectError(await post(made, reader), 403)
    const id = (await post(made, writer)).textAt('id')
    assert.equal((await show(id, reader)).status, 200)
    expectError(await remove(id, reader), 403)
    assert.equal((await remove(id, writer)).status, 204)
    expectError(await remove(id, writer), 404)
  })

  test('one that a monitor names stays until the monitor lets go of it', async () => {
    const id = (await post(made)).textAt('id')
    const request = (sslClientCertificateId: string) => ({
      sslConfig: { hostname: 'shop.example.net', clientCertificateMode: 'explicit' },
      sslClientCertificateId,
    })
    const create = (certificateId: string, options: CallOptions = {}) =>
      api.call('POST', '/v1/checks/ssl', {
        ...options,
        body: { name: 'Shop', request: request(certificateId) },
      })
    const field = 'request.sslClientCertificateId'
    expectInvalid(await create('0198c0de-0000-7000-8000-000000000000'), 'payload', [field])
    const { id: userId, key } = await api.makeUser()
    expectInvalid(await create(id, { key, account: await api.makeAccount(userId) }), 'payload', [field])
    const monitor = await create(id.toUpperCase())
    assert.equal(monitor.status, 201, monitor.text)
    expectError(await remove(id), 409)
    assert.equal((await show(id)).status, 200)
    assert.equal((await api.call('DELETE', `/v1/checks/${monitor.textAt('id')}`)).status, 204)
    assert.equal((await remove(id)).status, 204)
  })

  test('every one that comes or goes moves the revision of what runs are filled with', async () => {
    const revision = () => readRunContextRevision(api.store.read)
    const before = await revision()
    const id = (await post(made)).textAt('id')
    assert.equal(await revision(), before + 1)
    await show(id)
    assert.equal(await revision(), before + 1)
    await remove(id)
    await remove(id)
    assert.equal(await revision(), before + 2)
  })

  test('the longest texts that may be sent are taken', async () => {
    const [cert, ca] = [made.cert.padEnd(50_000), made.cert.padEnd(50_000)]
    assert.equal((await post({ ...made, cert, ca })).status, 201)
  })

  test('an account has 100 at most, also when they come at once', async () => {
    const { id: userId, key } = await api.makeUser()
    const accountId = await api.makeAccount(userId)
    await api.store.write(async (db) => {
      const row = { accountId, host: 'a.example', cert: made.cert, ca: null, keySealed: '', createdAt: 1 }
      for (let index = 0; index < 98; index += 1)
        await insertClientCertificate(db, { ...row, id: randomUUIDv7() })
    })
    const options = { key, account: accountId }
    const answers = await Promise.all(Array.from({ length: 6 }, () => post(made, { ...options, afterMs: 0 })))
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 201, 402, 402, 402, 402])
    const refused = await post(made, options)
    expectError(refused, 402)
    assert.match(refused.textAt('message'), /reached its limit of 100 client certificates/)
    assert.equal((await post(made)).status, 201)
    const id = answers.find(({ status }) => status === 201)?.textAt('id') ?? ''
    assert.equal((await remove(id, options)).status, 204)
    assert.equal((await post(made, options)).status, 201)
  })

  test('ten a minute may be sent, and reading does not count', async () => {
    const key = await api.makeServiceKey(api.accountId, 'READ_WRITE')
    const quickly = { key, afterMs: 0 }
    for (let index = 0; index < 10; index += 1) assert.equal((await post({ cert: 'x' }, quickly)).status, 400)
    const refused = await post(made, quickly)
    expectError(refused, 429)
    assert.equal(refused.headers['x-ratelimit-limit'], '10')
    assert.equal((await api.call('GET', path, quickly)).status, 200)
    assert.equal((await post(made, { key, afterMs: 60_001 })).status, 201)
  })

  test('runs get them oldest first', async () => {
    const [first, second] = [(await post(made)).textAt('id'), (await post(made)).textAt('id')]
    const ids = [...(await storedKeys()).keys()]
    assert.ok(ids.indexOf(first) < ids.indexOf(second))
  })
})
