import assert from 'node:assert/strict'
import { test } from 'node:test'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { apiUnderTest } from '../../testing/api-under-test.ts'
import { expectError, expectInvalid } from '../../testing/expect-refusal.ts'

forOneEngine('accounts', (engine) => {
  const api = apiUnderTest(engine, { servedLocations: ['eu-west-1', 'us-east-1'] })

  const plan = {
    plan: 'self-hosted',
    planDisplayName: 'Self-hosted',
    addons: {
      communicate: { tier: 'team', tierDisplayName: 'Communicate' },
      resolve: { tier: 'team', tierDisplayName: 'Resolve' },
    },
  }
  const summary = () => ({
    id: api.accountId,
    name: 'Test account',
    runtimeId: '2026.04',
    ...plan,
    features: ['EXTENDED_RESPONSE_TIME_LIMITS'],
  })
  const whole = () => ({
    ...summary(),
    settings: {
      badgesEnabled: false,
      checkUpdateReading: null,
      showChannelSecrets: false,
      requireSecondFactor: false,
      defaultLocations: null,
    },
    alertSettings: {
      escalationType: 'RUN_BASED',
      reminders: { amount: 0, interval: 5 },
      runBasedEscalation: { failedRunThreshold: 1 },
      parallelRunFailureThreshold: { enabled: false, percentage: 10 },
    },
  })

  test('an account is shown in full, by the header and by the path', async () => {
    for (const path of ['/v1/accounts/me', `/v1/accounts/${api.accountId}`]) {
      const answer = await api.call('GET', path)
      assert.deepEqual([answer.status, answer.body], [200, whole()])
    }
    assert.deepEqual((await api.call('GET', '/v1/accounts')).body, [whole()])
  })

  test('the command line sees a summary', async () => {
    assert.deepEqual((await api.call('GET', `/next/accounts/${api.accountId}`)).body, summary())
    assert.deepEqual((await api.call('GET', '/next/accounts', { account: null })).body, [summary()])
  })

  test('the command line learns who calls: the user, or the service key', async () => {
    const user = await api.call('GET', '/next/users/me', { account: null })
    assert.deepEqual(user.body, { id: api.ownerId, name: 'Olive Owner' })
    const nameless = await api.makeUser({ name: null, email: 'nameless@example.net' })
    const byMail = await api.call('GET', '/next/users/me', { key: nameless.key, account: null })
    assert.deepEqual(byMail.body, { id: nameless.id, name: 'nameless@example.net' })
    const key = await api.makeServiceKey(api.accountId, 'READ_ONLY')
    const service = await api.call('GET', '/next/users/me', { key, account: null })
    assert.equal(service.at('name'), 'Key of READ_ONLY')
  })

  test('a service key sees its one account', async () => {
    const key = await api.makeServiceKey(api.accountId, 'READ_ONLY')
    for (const path of ['/v1/accounts', '/next/accounts']) {
      const answer = await api.call('GET', path, { key, account: null })
      assert.deepEqual([answer.at('0.id'), answer.at('1')], [api.accountId, undefined])
    }
    const path = `/v1/accounts/${api.accountId}`
    assert.equal((await api.call('GET', path, { key, account: null })).status, 200)
    assert.equal((await api.call('GET', `${path}/entitlements`, { key, account: null })).status, 200)
  })

  test('entitlements show everything, and which locations an agent serves', async () => {
    for (const path of ['/v1/accounts/me/entitlements', `/v1/accounts/${api.accountId}/entitlements`]) {
      const answer = await api.call('GET', path)
      assert.equal(answer.status, 200)
      const all = answer.at('locations.all')
      assert.ok(Array.isArray(all))
      assert.equal(all.length, 22)
      assert.equal(answer.at('locations.maxPerCheck'), 22)
      const available = all.filter(({ available: served }) => served === true).map(({ id }) => id)
      assert.deepEqual(available.toSorted(), ['eu-west-1', 'us-east-1'])
      const entitlements = answer.at('entitlements')
      assert.ok(Array.isArray(entitlements) && entitlements.length > 0)
      assert.ok(entitlements.every(({ enabled }) => enabled === true))
    }
  })

  test('a new account belongs to who made it', async () => {
    const options = { account: null }
    const made = await api.call('POST', '/v1/accounts', { ...options, body: { name: 'Side project' } })
    assert.equal(made.status, 201, made.text)
    assert.equal(made.at('name'), 'Side project')
    const account = made.textAt('id')
    const members = await api.call('GET', '/v1/accounts/me/members', { account })
    assert.deepEqual(
      [members.at('length'), members.at('members.0.userId'), members.at('members.0.role')],
      [1, api.ownerId, 'OWNER'],
    )
    assert.equal((await api.call('GET', '/v1/accounts', options)).at('0.id'), account)
    const { key } = await api.makeUser()
    expectError(await api.call('GET', '/v1/checks', { account, key }), 403)
  })

  test('an account is renamed by its administrators, and the audit log tells it', async () => {
    const account = await api.makeAccount(api.ownerId)
    const admin = await api.makeServiceKey(account, 'ADMIN')
    const renamed = await api.call('PATCH', '/v1/accounts/me', {
      account,
      key: admin,
      body: { name: 'Acme' },
    })
    assert.deepEqual([renamed.status, renamed.at('name')], [200, 'Acme'], renamed.text)
    assert.equal((await api.call('GET', '/v1/accounts/me', { account })).at('name'), 'Acme')
    const log = await api.call('GET', '/v1/audit-log?entityType=ACCOUNT', { account })
    assert.equal(log.at('entries.0.entityName'), 'Acme')
    assert.deepEqual(log.at('entries.0.changes'), [{ path: 'name', old: 'Test account', new: 'Acme' }])
    const writer = await api.makeServiceKey(account, 'READ_WRITE')
    expectError(
      await api.call('PATCH', '/v1/accounts/me', { account, key: writer, body: { name: 'Mine' } }),
      403,
    )
    for (const name of ['', '  ']) {
      const refused = await api.call('PATCH', '/v1/accounts/me', { account, body: { name } })
      expectInvalid(refused, 'payload', ['name'])
    }
    assert.equal((await api.call('GET', '/v1/accounts/me', { account })).at('name'), 'Acme')
  })

  test('a service key makes no accounts', async () => {
    const key = await api.makeServiceKey(api.accountId, 'ADMIN')
    expectError(await api.call('POST', '/v1/accounts', { key, body: { name: 'x' } }), 403)
  })

  for (const body of [{}, { name: '' }, { name: null }, { name: 7 }, { name: 'n'.repeat(201) }]) {
    test(`the new account ${JSON.stringify(body).slice(0, 40)} is refused`, async () => {
      expectInvalid(await api.call('POST', '/v1/accounts', { body }), 'payload', ['name'])
    })
  }
})
