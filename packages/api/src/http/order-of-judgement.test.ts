import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { apiUnderTest } from '../../testing/api-under-test.ts'
import { expectError, expectInvalid } from '../../testing/expect-refusal.ts'
import { makeMonitor, smallestPut } from '../../testing/monitors/write-icmp.ts'

const unknownId = '0198c0de-0000-7000-8000-000000000000'
const badBody = { ...smallestPut, muted: 7 }

forOneEngine('the order of judgement', (engine) => {
  const api = apiUnderTest(engine)
  let foreignAccount = ''
  before(async () => {
    foreignAccount = await api.makeAccount((await api.makeUser()).id)
  })

  /** A key whose next request is one too many, at any hour: each row of the table gets its own. */
  async function exhaustedKey(role: 'READ_ONLY' | 'READ_WRITE'): Promise<string> {
    const key = await api.makeServiceKey(api.accountId, role)
    await Promise.all(
      Array.from({ length: 600 }, () => api.call('GET', '/next/users/me', { key, afterMs: 0 })),
    )
    return key
  }

  test('401 comes before everything', async () => {
    const answer = await api.call('PUT', `/v1/checks/icmp/${unknownId}`, {
      key: 'nobody',
      account: foreignAccount,
      body: badBody,
    })
    expectError(answer, 401)
  })

  test('401 comes before the 400 of two different account headers', async () => {
    const answer = await api.call('GET', '/v1/checks', {
      key: 'nobody',
      headers: { 'x-checkly-account': foreignAccount },
    })
    expectError(answer, 401)
  })

  test('429 comes before 403, 400 and 404', async () => {
    const key = await exhaustedKey('READ_ONLY')
    const path = `/v1/checks/icmp/${unknownId}`
    expectError(await api.call('PUT', path, { key, account: null, body: badBody, afterMs: 0 }), 429)
    expectError(await api.call('GET', '/v1/checks', { key, account: foreignAccount, afterMs: 0 }), 429)
    const different = { 'x-checkly-account': foreignAccount }
    expectError(await api.call('GET', '/v1/checks', { key, headers: different, afterMs: 0 }), 429)
  })

  test('401 comes before 429', async () => {
    const key = await exhaustedKey('READ_ONLY')
    expectError(await api.call('GET', '/v1/checks', { key, account: 'abc', afterMs: 0 }), 401)
  })

  test('403 for the account comes before 400 and 404', async () => {
    const answer = await api.call('PUT', `/v1/checks/icmp/abc`, { account: foreignAccount, body: badBody })
    expectError(answer, 403)
  })

  test('403 for the role comes before 400 and 404, and before the body is read', async () => {
    const key = await api.makeServiceKey(api.accountId, 'READ_RUN')
    expectError(await api.call('PUT', `/v1/checks/icmp/${unknownId}`, { key, body: badBody }), 403)
    expectError(await api.call('PUT', `/v1/checks/icmp/${unknownId}`, { key, payload: '{' }), 403)
    expectError(await api.call('PUT', `/v1/checks/icmp/abc`, { key, body: smallestPut }), 403)
  })

  test('403 for who the caller is comes before 400, wherever the rule is judged', async () => {
    const service = await api.makeServiceKey(api.accountId, 'ADMIN')
    expectError(await api.call('POST', '/v1/users/me/api-keys', { key: service, body: {} }), 403)
    expectError(await api.call('POST', '/v1/accounts', { key: service, payload: '{' }), 403)
    const reader = await api.makeServiceKey(api.accountId, 'READ_ONLY')
    expectError(await api.call('DELETE', '/v1/accounts/me/members/abc', { key: reader }), 403)
  })

  test("a header that names somebody else's account is 403, also where the path selects the account", async () => {
    const path = `/v1/accounts/${api.accountId}`
    expectError(await api.call('GET', path, { account: foreignAccount }), 403)
    assert.equal((await api.call('GET', path, { account: null })).status, 200)
  })

  test('an id with something in front of it is no id', async () => {
    const key = await api.makeServiceKey(api.accountId, 'READ_ONLY')
    const options = { key, account: null }
    const foreign = await api.call('GET', `/v1/accounts/urn:uuid:${foreignAccount}`, options)
    expectInvalid(foreign, 'params', ['accountId'])
    expectInvalid(await api.call('GET', `/v1/checks/urn:uuid:${unknownId}`, options), 'params', ['id'])
  })

  test('a path that no database could hold names nothing', async () => {
    for (const path of ['/next/projects/%00', '/v1/projects/a%00b/deployments', '/v1/variables/%00'])
      assert.ok([400, 404].includes((await api.call('GET', path)).status), path)
    expectInvalid(await api.call('GET', '/next/projects/%00'), 'params', ['logicalId'])
  })

  test('400 for the body by itself comes before 404', async () => {
    const answer = await api.call('PUT', `/v1/checks/icmp/${unknownId}`, { body: badBody })
    expectInvalid(answer, 'payload', ['muted'])
  })

  test('400 for path and query comes before 404', async () => {
    const badPath = await api.call('PUT', '/v1/checks/icmp/abc', { body: smallestPut })
    expectInvalid(badPath, 'params', ['id'])
    const path = `/v1/checks/icmp/${unknownId}?autoAssignAlerts=x`
    expectInvalid(await api.call('PUT', path, { body: smallestPut }), 'query', ['autoAssignAlerts'])
  })

  test('404 comes before 400 for the rules on the merged object', async () => {
    const body = { ...smallestPut, degradedPacketLossThreshold: 21 }
    expectError(await api.call('PUT', `/v1/checks/icmp/${unknownId}`, { body }), 404)
    const id = await makeMonitor(api)
    expectInvalid(await api.call('PUT', `/v1/checks/icmp/${id}`, { body }), 'payload', [
      'maxPacketLossThreshold',
    ])
  })

  test("case 16: an unknown id is 404, a malformed one 400, another account's 404", async () => {
    const stranger = await api.makeUser()
    const account = await api.makeAccount(stranger.id)
    const foreign = await makeMonitor(api, {}, { key: stranger.key, account })
    for (const [method, path, body] of [
      ['GET', '/v1/checks/', undefined],
      ['GET', '/v2/checks/', undefined],
      ['GET', '/v3/checks/', undefined],
      ['PUT', '/v1/checks/icmp/', smallestPut],
      ['PATCH', '/v1/checks/icmp/', {}],
      ['DELETE', '/v1/checks/', undefined],
    ] as const) {
      expectError(await api.call(method, path + unknownId, { body }), 404)
      expectError(await api.call(method, path + foreign, { body }), 404)
      expectInvalid(await api.call(method, `${path}abc`, { body }), 'params', ['id'])
    }
    const kept = await api.call('GET', `/v1/checks/${foreign}`, { key: stranger.key, account })
    assert.equal(kept.at('updated_at'), null)
    expectInvalid(await api.call('GET', '/v1/checks/icmp'), 'params', ['id'])
  })

  test('case 17: a second delete finds nothing', async () => {
    const id = await makeMonitor(api)
    const first = await api.call('DELETE', `/v1/checks/${id}`)
    assert.deepEqual([first.status, first.text], [204, ''])
    expectError(await api.call('DELETE', `/v1/checks/${id}`), 404)
    expectError(await api.call('GET', `/v1/checks/${id}`), 404)
    const idInCapitals = (await makeMonitor(api)).toUpperCase()
    assert.equal((await api.call('DELETE', `/v1/checks/${idInCapitals}`)).status, 204)
  })
})
