import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Entitlements } from '@sonde/schema/accounts/entitlement.ts'
import type { Role } from '@sonde/schema/accounts/role.ts'
import { forEachEngine } from '@sonde/store/testing/engines.ts'
import { type ApiUnderTest, apiUnderTest } from '../../testing/api-under-test.ts'
import { expectError } from '../../testing/expect-refusal.ts'
import { makeMonitor } from '../../testing/monitors/write-icmp.ts'

async function makeMember(api: ApiUnderTest, role: Role, accountId = api.accountId) {
  const user = await api.makeUser()
  await api.join(accountId, user.id, role)
  return user
}

forEachEngine('opening accounts', (engine) => {
  suite('by default', () => {
    const api = apiUnderTest(engine)

    test('only the owner of the first account opens another', async () => {
      const open = (key?: string) =>
        api.call('POST', '/v1/accounts', {
          account: null,
          body: { name: 'Another' },
          ...(key ? { key } : {}),
        })
      for (const role of ['READ_ONLY', 'READ_RUN', 'READ_WRITE', 'ADMIN'] as const) {
        const { key } = await makeMember(api, role)
        const refused = await open(key)
        expectError(refused, 403)
        assert.match(refused.textAt('message'), /sonde new-account/)
      }
      const owner = await api.makeUser()
      await api.makeAccount(owner.id)
      expectError(await open(owner.key), 403)
      assert.equal((await open()).status, 201)
    })
  })

  suite('where owners may', () => {
    const api = apiUnderTest(engine, { accountLimits: { creation: 'owners' } })

    test('the owner of any account opens another, and a member does not', async () => {
      const body = { name: 'Another' }
      const owner = await api.makeUser()
      await api.makeAccount(owner.id)
      const member = await makeMember(api, 'ADMIN')
      assert.equal(
        (await api.call('POST', '/v1/accounts', { key: owner.key, account: null, body })).status,
        201,
      )
      expectError(await api.call('POST', '/v1/accounts', { key: member.key, account: null, body }), 403)
    })
  })

  suite('where everybody may', () => {
    const api = apiUnderTest(engine, { accountLimits: { creation: 'everybody' } })

    test('so does a user without any account', async () => {
      const { key } = await api.makeUser()
      const made = await api.call('POST', '/v1/accounts', { key, account: null, body: { name: 'Mine' } })
      assert.equal(made.status, 201, made.text)
    })
  })
})

forEachEngine('limits of an account', (engine) => {
  const api = apiUnderTest(engine, { accountLimits: { checks: 2, keys: 2, members: 3 } })

  test('the entitlements say what is allowed', async () => {
    const answer = await api.call('GET', '/v1/accounts/me/entitlements')
    const { entitlements } = answer.body as Entitlements
    const limits = entitlements.flatMap(({ key, quantity }) =>
      quantity === undefined ? [] : [[key, quantity]],
    )
    assert.deepEqual(limits, [
      ['CHECKS', 2],
      ['MEMBERS', 3],
      ['SERVICE_API_KEYS', 2],
    ])
  })

  test('one check more than allowed is refused, by itself and in an import', async () => {
    const account = await api.makeAccount(api.ownerId)
    const icmp = (name: string) => ({ name, locations: ['eu-west-1'], request: { hostname: '127.0.0.1' } })
    await makeMonitor(api, {}, { account })
    await makeMonitor(api, {}, { account })
    const refused = await api.call('POST', '/v1/checks/icmp', { body: icmp('third'), account })
    expectError(refused, 402)
    assert.match(refused.textAt('message'), /2 checks.*CHECKS_MAX/)
    const file = {
      format: 'sonde-configuration',
      version: 1,
      checks: [{ checkType: 'ICMP', ...icmp('imported') }],
    }
    const imported = await api.call('POST', '/v1/accounts/me/configuration', { body: file, account })
    expectError(imported, 400)
    assert.match(imported.textAt('message'), /would make 3 in this account; at most 2 are allowed/)
    // Another account has its own.
    await makeMonitor(api, {}, { account: await api.makeAccount(api.ownerId) })
  })

  test('of checks that are made side by side no more than allowed are kept', async () => {
    const account = await api.makeAccount(api.ownerId)
    const body = { name: 'one of many', locations: ['eu-west-1'], request: { hostname: '127.0.0.1' } }
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => api.call('POST', '/v1/checks/icmp', { body, account })),
    )
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 201, 402, 402, 402, 402])
  })

  test('one key of the account more than allowed is refused', async () => {
    const account = await api.makeAccount(api.ownerId)
    const create = () =>
      api.call('POST', '/v1/accounts/me/api-keys', { body: { name: 'k', role: 'READ_ONLY' }, account })
    assert.deepEqual([(await create()).status, (await create()).status], [201, 201])
    const refused = await create()
    expectError(refused, 402)
    assert.match(refused.textAt('message'), /API_KEYS_MAX/)
  })

  test('members and open invites count together', async () => {
    const account = await api.makeAccount(api.ownerId)
    await makeMember(api, 'READ_ONLY', account)
    const invite = (email: string) =>
      api.call('POST', '/v1/accounts/me/invites', { body: { email, role: 'READ_ONLY' }, account })
    assert.equal((await invite('one@example.net')).status, 201)
    const refused = await invite('two@example.net')
    expectError(refused, 402)
    assert.match(refused.textAt('message'), /MEMBERS_MAX/)
  })
})
