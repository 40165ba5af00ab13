import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { findTraceExport, noteExportFailure, traceExportContext } from '@sonde/store/traces/trace-exports.ts'
import { listExportingAccounts, queueForExport } from '@sonde/store/traces/trace-outbox.ts'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { apiUnderTest } from '../../testing/api-under-test.ts'
import { expectError, expectInvalid } from '../../testing/expect-refusal.ts'

const path = '/v1/accounts/me/trace-export'
const token = 'Bearer the-key-of-the-collector'

forOneEngine('settings of the trace export', (engine) => {
  const api = apiUnderTest(engine)
  let account: string
  beforeEach(async () => {
    account = await api.makeAccount(api.ownerId)
  })
  const put = (body: unknown, options = {}) => api.call('PUT', path, { body, account, ...options })
  const get = (options = {}) => api.call('GET', path, { account, ...options })
  const good = {
    enabled: true,
    endpoint: 'https://collector.example.net:4318/',
    headers: [{ key: 'Authorization', value: token }],
  }
  const nothing = {
    enabled: false,
    endpoint: null,
    sendTraceHeaders: false,
    headers: [],
    lastExportedAt: null,
    lastError: null,
    pendingRuns: 0,
    skippedRuns: 0,
  }
  const queue = (count: number) =>
    api.store.write(async (db) =>
      queueForExport(
        db,
        Array.from({ length: count }, (_, scheduledAt) => ({
          accountId: account,
          checkNo: 1,
          checkId: account,
          scheduledAt,
          origin: 'eu-west-1',
          sessionId: null,
          error: null,
        })),
        await listExportingAccounts(db),
      ),
    )

  async function storedHeaders(): Promise<unknown> {
    const row = await findTraceExport(api.store.read, account)
    assert.ok(row)
    return JSON.parse(api.store.sealer.open(row.sealedHeaders, traceExportContext(account)))
  }

  test('nothing is exported unless somebody says so', async () => {
    assert.deepEqual((await get()).body, nothing)
    expectError(await api.call('DELETE', path, { account }), 404)
  })

  test('an endpoint with a user or a password in it is refused: headers are the place for them', async () => {
    for (const user of ['ann', 'ann:hunter2', ':hunter2']) {
      const answer = await put({ ...good, endpoint: `https://${user}@collector.example.net/` })
      expectInvalid(answer, 'payload', ['endpoint'])
      assert.match(answer.text, /in headers/)
    }
    assert.deepEqual((await get()).body, nothing)
  })

  test('what was set is shown without the values of headers, which are sealed', async () => {
    const answer = await put(good)
    assert.equal(answer.status, 200, answer.text)
    const shown = {
      ...nothing,
      enabled: true,
      endpoint: 'https://collector.example.net:4318/v1/traces',
      headers: [{ key: 'Authorization', value: null }],
    }
    assert.deepEqual(answer.body, shown)
    assert.deepEqual((await get()).body, shown)
    const row = await findTraceExport(api.store.read, account)
    assert.ok(!JSON.stringify(row).includes('collector-key') && !JSON.stringify(row).includes(token))
    assert.deepEqual(await storedHeaders(), good.headers)
    const entries = await api.store.read
      .selectFrom('audit_log')
      .selectAll()
      .where('account_id', '=', account)
      .execute()
    assert.deepEqual(
      entries
        .map(({ entity_type: type, action }) => `${action} ${type}`)
        .filter((text) => text.endsWith('EXPORT')),
      ['CREATE TRACE_EXPORT'],
    )
    assert.ok(!JSON.stringify(entries).includes(token))
  })

  test('a value that is left out stays, and never follows the spans to another host', async () => {
    await put(good)
    const kept = [{ key: 'authorization' }]
    assert.equal(
      (await put({ ...good, endpoint: `${good.endpoint}otlp/v1/traces`, headers: kept })).status,
      200,
    )
    assert.equal((await get()).at('endpoint'), 'https://collector.example.net:4318/otlp/v1/traces')
    assert.deepEqual(await storedHeaders(), [{ key: 'authorization', value: token }])
    const elsewhere = { ...good, endpoint: 'https://other.example.net', headers: kept }
    const moved = await put(elsewhere)
    expectInvalid(moved, 'payload', ['headers.0.value'])
    assert.match(moved.textAt('message'), /is required: the endpoint is now on another host/)
    const another = { ...good, headers: [{ key: 'X-Other', value: null }] }
    expectInvalid(await put(another), 'payload', ['headers.0.value'])
    assert.equal((await put({ ...good, headers: undefined })).status, 200)
    assert.deepEqual(await storedHeaders(), [])
  })

  for (const [fields, key] of [
    [{ endpoint: 'ftp://x' }, 'endpoint'],
    [{ endpoint: 'collector' }, 'endpoint'],
    [{ enabled: 'yes' }, 'enabled'],
    [{ headers: [{ key: 'a b', value: 'x' }] }, 'headers.0.key'],
    [{ headers: [{ key: 'Content-Type', value: 'x' }] }, 'headers.0.key'],
    [{ headers: [{ key: 'X', value: 'a\r\nb' }] }, 'headers.0.value'],
    [{ headers: [{ key: 'X', value: '€' }] }, 'headers.0.value'],
    [
      {
        headers: [
          { key: 'X', value: 'a' },
          { key: 'x', value: 'b' },
        ],
      },
      'headers.1.key',
    ],
    [{ interval: 5 }, 'interval'],
  ] as const) {
    test(`${JSON.stringify(fields)} is refused by its name`, async () => {
      expectInvalid(await put({ ...good, ...fields }), 'payload', [key])
    })
  }

  test('how it goes is told, and a new setting begins anew', async () => {
    await put(good)
    await queue(2)
    const failed = { accountId: account, error: 'answered 503', failures: 3, nextTryAt: 9e12 }
    await api.store.write((db) => noteExportFailure(db, failed))
    const shown = await get()
    assert.deepEqual([shown.at('pendingRuns'), shown.at('lastError')], [2, 'answered 503'])
    await put(good)
    const row = await findTraceExport(api.store.read, account)
    assert.deepEqual([row?.failures, row?.nextTryAt, row?.lastError], [0, 0, null])
    assert.equal((await get()).at('pendingRuns'), 2)
  })

  test('switched off or deleted, nothing waits any more and nothing is queued', async () => {
    await put(good)
    await queue(2)
    assert.equal((await put({ ...good, enabled: false })).at('pendingRuns'), 0)
    await queue(2)
    assert.equal((await get()).at('pendingRuns'), 0)
    await put(good)
    await queue(3)
    assert.equal((await api.call('DELETE', path, { account })).status, 204)
    assert.deepEqual((await get()).body, nothing)
    await put(good)
    assert.equal((await get()).at('pendingRuns'), 0)
  })

  test('it is for administrators alone', async () => {
    for (const role of ['READ_ONLY', 'READ_RUN', 'READ_WRITE'] as const) {
      const caller = { key: await api.makeServiceKey(account, role) }
      for (const method of ['GET', 'PUT', 'DELETE']) {
        const body = method === 'PUT' ? { body: good } : {}
        expectError(await api.call(method, path, { account, ...caller, ...body }), 403)
      }
    }
    const admin = { key: await api.makeServiceKey(account, 'ADMIN') }
    assert.equal((await put(good, admin)).status, 200)
  })
})
