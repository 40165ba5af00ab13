import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { apiUnderTest } from '../../testing/api-under-test.ts'
import { expectError, expectInvalid } from '../../testing/expect-refusal.ts'

const invented = '0198c0de-0000-7000-8000-000000000000'

forOneEngine('authentication and choice of account', (engine) => {
  const api = apiUnderTest(engine)
  let strangerKey = ''
  let strangerAccount = ''
  let serviceKey = ''
  before(async () => {
    const stranger = await api.makeUser()
    strangerKey = stranger.key
    strangerAccount = await api.makeAccount(stranger.id)
    serviceKey = await api.makeServiceKey(api.accountId, 'READ_ONLY')
  })

  const badCredentials: [string, Record<string, string>][] = [
    ['no Authorization', {}],
    ['another scheme', { authorization: 'Basic b3duZXI6cGFzcw==' }],
    ['a key without scheme', { authorization: `cu_${'0'.repeat(64)}` }],
    ['a scheme without key', { authorization: 'Bearer' }],
    ['an empty key', { authorization: 'Bearer  ' }],
    ['two keys', { authorization: 'Bearer one two' }],
    ['an unknown key', { authorization: `Bearer cu_${'0'.repeat(64)}` }],
    ['a key of agents', { authorization: `Bearer pl_${'0'.repeat(64)}` }],
    ['an endless key', { authorization: `Bearer ${'k'.repeat(8000)}` }],
  ]
  for (const [what, headers] of badCredentials) {
    test(`case 1: ${what} is refused`, async () => {
      const answer = await api.call('GET', '/v1/checks', { key: null, headers })
      expectError(answer, 401)
      assert.equal(answer.at('attributes.error'), answer.at('message'))
    })
  }

  test('case 1: a wrong key is called a bad token', async () => {
    const answer = await api.call('GET', '/v1/checks', { key: `cu_${'0'.repeat(64)}` })
    assert.equal(answer.at('message'), 'Bad Token')
  })

  test('case 1: a revoked key is refused', async () => {
    const made = await api.call('POST', '/v1/users/me/api-keys', { body: { name: 'Short-lived' } })
    const key = made.textAt('key')
    assert.equal((await api.call('GET', '/v1/checks', { key })).status, 200)
    assert.equal((await api.call('DELETE', `/v1/users/me/api-keys/${made.textAt('id')}`)).status, 204)
    expectError(await api.call('GET', '/v1/checks', { key }), 401)
  })

  for (const scheme of ['Bearer', 'bearer', 'BEARER']) {
    test(`the scheme may be written ${scheme}`, async () => {
      const headers = { authorization: `${scheme} ${api.ownerKey}` }
      assert.equal((await api.call('GET', '/v1/checks', { key: null, headers })).status, 200)
    })
  }

  test('case 2: a user key without account finds its accounts, and nothing else', async () => {
    expectError(await api.call('GET', '/v1/checks', { account: null }), 401)
    for (const path of ['/v1/accounts', '/next/accounts', '/next/users/me', '/v1/users/me/api-keys']) {
      assert.equal((await api.call('GET', path, { account: null })).status, 200, path)
    }
    for (const path of [`/next/accounts/${api.accountId}`, `/v1/accounts/${api.accountId}`]) {
      assert.equal((await api.call('GET', path, { account: null })).status, 200, path)
    }
    for (const path of [
      '/v1/accounts/me',
      '/v1/accounts/me/members',
      `/v1/accounts/${api.accountId}/members`,
    ]) {
      expectError(await api.call('GET', path, { account: null }), 401)
    }
  })

  test('case 3: a service key needs no account header, and it must match when it is there', async () => {
    const key = serviceKey
    assert.equal((await api.call('GET', '/v1/checks', { key, account: null })).status, 200)
    assert.equal((await api.call('GET', '/v1/checks', { key })).status, 200)
    expectError(await api.call('GET', '/v1/checks', { key, account: strangerAccount }), 403)
    expectError(await api.call('GET', '/v1/accounts', { key, account: strangerAccount }), 403)
  })

  test('case 3: a service key whose header and path name different accounts is refused', async () => {
    const answer = await api.call('GET', `/v1/accounts/${api.accountId}`, {
      key: serviceKey,
      account: strangerAccount,
    })
    expectError(answer, 403)
  })

  test("case 3: an invented account and somebody else's are refused in the same words", async () => {
    const foreign = await api.call('GET', '/v1/checks', { account: strangerAccount })
    const unknown = await api.call('GET', '/v1/checks', { account: invented })
    expectError(foreign, 403)
    assert.equal(foreign.text, unknown.text)
  })

  test('an account of somebody else in the path is not found, like an invented one', async () => {
    for (const path of ['', '/entitlements', '/members']) {
      const foreign = await api.call('GET', `/v1/accounts/${strangerAccount}${path}`)
      const unknown = await api.call('GET', `/v1/accounts/${invented}${path}`)
      expectError(foreign, 404)
      assert.equal(foreign.text, unknown.text)
      expectInvalid(await api.call('GET', `/v1/accounts/abc${path}`), 'params', ['accountId'])
    }
  })

  test('case 4: X-Checkly-Account alone works, and so do both headers when they agree', async () => {
    const alias = { 'x-checkly-account': api.accountId }
    assert.equal((await api.call('GET', '/v1/checks', { account: null, headers: alias })).status, 200)
    assert.equal((await api.call('GET', '/v1/checks', { headers: alias })).status, 200)
    const shouted = { 'x-checkly-account': api.accountId.toUpperCase() }
    assert.equal((await api.call('GET', '/v1/checks', { headers: shouted })).status, 200)
  })

  test('case 4: two different account headers are refused', async () => {
    const headers = { 'x-checkly-account': strangerAccount }
    expectInvalid(await api.call('GET', '/v1/checks', { headers }), 'headers', ['X-Service-Account'])
  })

  for (const account of ['abc', '', `${invented}0`, '*']) {
    test(`an account header "${account}" is no account id`, async () => {
      expectError(await api.call('GET', '/v1/checks', { account }), 401)
    })
  }

  test('case 6: the key of a removed member works for the other account and not for this one', async () => {
    const member = await api.makeUser()
    const other = await api.makeAccount(member.id)
    await api.join(api.accountId, member.id, 'READ_WRITE')
    assert.equal((await api.call('GET', '/v1/checks', { key: member.key })).status, 200)
    assert.equal((await api.call('DELETE', `/v1/accounts/me/members/${member.id}`)).status, 204)
    expectError(await api.call('GET', '/v1/checks', { key: member.key }), 403)
    assert.equal((await api.call('GET', '/v1/checks', { key: member.key, account: other })).status, 200)
    const accounts = await api.call('GET', '/v1/accounts', { key: member.key, account: null })
    assert.deepEqual([accounts.at('0.id'), accounts.at('1')], [other, undefined])
  })

  test('a bad key is ignored where no key is needed', async () => {
    for (const path of ['/v1/locations', '/v1/runtimes', '/v1/static-ips', '/openapi.json', '/health']) {
      const answer = await api.call('GET', path, { key: 'wrong', account: 'abc' })
      assert.equal(answer.status, 200, path)
    }
  })

  test('a key never shows in an answer or a log', async () => {
    const answer = await api.call('GET', '/v1/checks', { key: strangerKey })
    assert.ok(!answer.text.includes(strangerKey))
    assert.ok(!api.logged.some((line) => line.includes(strangerKey)))
  })
})
