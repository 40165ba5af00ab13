import assert from 'node:assert/strict'
import { test } from 'node:test'
import { kindOf } from '@sonde/schema/check-types/check-kinds.ts'
import { findCheck } from '@sonde/store/checks/checks.ts'
import { openSecrets } from '@sonde/store/checks/sealed-secrets.ts'
import { encodeDetail } from '@sonde/store/result-details/detail-codec.ts'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { apiUnderTest } from '../../testing/api-under-test.ts'
import { expectInvalid } from '../../testing/expect-refusal.ts'
import { storeResult } from '../../testing/store-result.ts'
import { smallestGrpc } from '../../testing/monitors/write-grpc.ts'
import { smallestHeartbeat } from '../../testing/monitors/write-heartbeat.ts'
import { smallestUrl } from '../../testing/monitors/write-url.ts'

forOneEngine('what readers see of a check', (engine) => {
  const api = apiUnderTest(engine)
  const url = 'https://me:pass-7f3a@shop.example.com/x?page=1'
  const masked = 'https://me:***@shop.example.com/x?page=1'
  const metadata = [
    { key: 'authorization', value: 'Bearer tok-55de' },
    { key: 'x-tenant', value: 'ten-88aa' },
    { key: 'x-named', value: 'Bearer {{TOKEN}}' },
  ]
  const grpcRequest = { ...smallestGrpc.request, grpcConfig: { method: 'shop.v1.Cart/List', metadata } }

  async function make(segment: string, body: object): Promise<string> {
    const made = await api.call('POST', `/v1/checks/${segment}`, { body })
    assert.equal(made.status, 201, made.text)
    return made.textAt('id')
  }

  /** Every answer that shows whole checks, in this order the same for everybody. */
  async function show(groupId: number, ids: readonly string[], key?: string): Promise<string> {
    const paths = ['v1', 'v2', 'v3'].flatMap((version) => [
      `/${version}/checks?limit=100`,
      ...ids.map((id) => `/${version}/checks/${id}`),
    ])
    const inGroup = ['v1', 'v2'].flatMap((version) => [
      `/${version}/check-groups/${groupId}/checks`,
      ...ids.map((id) => `/${version}/check-groups/${groupId}/checks/${id}`),
    ])
    const overview = '/v1/check-overview'
    const texts: string[] = []
    for (const path of [...paths, ...inGroup, overview]) {
      const answer = await api.call('GET', path, key === undefined ? {} : { key })
      if (answer.status === 404 && answer.text.includes('Route')) continue
      assert.equal(answer.status, 200, `${path}: ${answer.text}`)
      texts.push(answer.text)
    }
    assert.ok(texts.length > 10)
    return texts.join('\n')
  }

  test('passwords, metadata and ping addresses are for those who may change the check', async () => {
    const group = await api.call('POST', '/v2/check-groups', {
      body: { name: 'All', locations: ['eu-west-1'] },
    })
    const groupId = Number(group.at('id'))
    const ids = [
      await make('url', { ...smallestUrl, groupId, request: { url } }),
      await make('grpc', { ...smallestGrpc, groupId, request: grpcRequest }),
      await make('heartbeat', { ...smallestHeartbeat, groupId }),
    ]
    const token = (await api.call('GET', `/v1/checks/${ids[2]}`)).textAt('heartbeat.pingToken')
    const secrets = ['pass-7f3a', 'tok-55de', 'ten-88aa', token]
    for (const role of ['READ_ONLY', 'READ_RUN'] as const) {
      const text = await show(groupId, ids, await api.makeServiceKey(api.accountId, role))
      assert.deepEqual(
        secrets.filter((secret) => text.includes(secret)),
        [],
        role,
      )
      assert.ok(text.includes(masked) && text.includes('Bearer {{TOKEN}}'))
    }
    for (const role of ['READ_WRITE', 'ADMIN'] as const) {
      const text = await show(groupId, ids, await api.makeServiceKey(api.accountId, role))
      assert.deepEqual(
        secrets.filter((secret) => !text.includes(secret)),
        [],
        role,
      )
    }
  })

  test('what a reader was shown changes nothing when a writer sends it back', async () => {
    const reader = { key: await api.makeServiceKey(api.accountId, 'READ_ONLY') }
    const urlId = await make('url', { ...smallestUrl, request: { url } })
    const seen = await api.call('GET', `/v1/checks/${urlId}`, reader)
    assert.equal(seen.at('request.url'), masked)
    const update = (segment: string, id: string, body: object, options = {}) =>
      api.call('PUT', `/v1/checks/${segment}/${id}`, { body, ...options })
    const kept = await update('url', urlId, { ...smallestUrl, name: 'Renamed', request: { url: masked } })
    assert.deepEqual([kept.status, kept.at('name'), kept.at('request.url')], [200, 'Renamed', url], kept.text)
    const moved = masked.replace('shop.example.com', 'evil.example.com')
    expectInvalid(await update('url', urlId, { ...smallestUrl, request: { url: moved } }), 'payload', [
      'request.url',
    ])

    const grpcId = await make('grpc', { ...smallestGrpc, request: grpcRequest })
    const shown = await api.call('GET', `/v1/checks/${grpcId}`, reader)
    const sent = { ...smallestGrpc, request: shown.at('request') }
    const back = await update('grpc', grpcId, sent)
    assert.deepEqual(back.at('request.grpcConfig.metadata'), metadata, back.text)
    const unknown = [{ key: 'x-other', value: '***' }]
    const request = { ...grpcRequest, grpcConfig: { ...grpcRequest.grpcConfig, metadata: unknown } }
    expectInvalid(await update('grpc', grpcId, { ...smallestGrpc, request }), 'payload', [
      'request.grpcConfig.metadata.0.value',
    ])

    const heartbeatId = await make('heartbeat', smallestHeartbeat)
    const before = await api.call('GET', `/v1/checks/${heartbeatId}`)
    const heartbeat = (await api.call('GET', `/v1/checks/${heartbeatId}`, reader)).at('heartbeat')
    const after = await update('heartbeat', heartbeatId, { ...smallestHeartbeat, heartbeat })
    assert.equal(after.at('heartbeat.pingToken'), before.at('heartbeat.pingToken'), after.text)
  })

  test('the request in a result of an earlier version is masked like that of the check', async () => {
    const id = await make('grpc', { ...smallestGrpc, request: grpcRequest })
    const check = await findCheck(api.store.read, { accountId: api.accountId, id })
    const run = kindOf('GRPC').run
    assert.ok(check !== null && run !== null)
    const detail = run.detailOfError(openSecrets(api.store.sealer, id, check), 'not reached')
    await storeResult(api, id, { detail: encodeDetail('GRPC', detail, check.config) })
    for (const [role, sees] of [
      ['READ_ONLY', false],
      ['READ_RUN', false],
      ['READ_WRITE', true],
    ] as const) {
      const key = await api.makeServiceKey(api.accountId, role)
      for (const version of ['v1', 'v2']) {
        const results = await api.call('GET', `/${version}/check-results/${id}`, { key })
        assert.equal(results.status, 200, results.text)
        assert.ok(results.text.includes('x-tenant'), results.text)
        assert.equal(results.text.includes('ten-88aa'), sees, `${version} ${role}`)
      }
    }
  })

  test('secrets that cannot be opened keep nobody from the list, and are masks there', async () => {
    const id = await make('url', { ...smallestUrl, request: { url } })
    const sealed = api.store.sealer.seal('{"request.url":"x"}', 'check_secrets/of-another')
    await api.store.write((db) =>
      db.updateTable('checks').set({ sealed_secrets: sealed }).where('id', '=', id).execute(),
    )
    const list = await api.call('GET', '/v1/checks?limit=100')
    assert.equal(list.status, 200, list.text)
    assert.ok(list.text.includes(masked))
    assert.equal((await api.call('GET', `/v1/checks/${id}`)).at('request.url'), masked)
    await api.store.write((db) => db.deleteFrom('checks').where('id', '=', id).execute())
  })

  test('a masked value makes no new check', async () => {
    const body = { ...smallestUrl, request: { url: masked } }
    expectInvalid(await api.call('POST', '/v1/checks/url', { body }), 'payload', ['request.url'])
  })
})
