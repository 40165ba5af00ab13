import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Role } from '@sonde/schema/accounts/role.ts'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { apiUnderTest } from '../../testing/api-under-test.ts'
import { expectError } from '../../testing/expect-refusal.ts'
import { makeMonitor, smallestCreate, smallestPut } from '../../testing/monitors/write-icmp.ts'

type Action = { name: string; needs: Role; method: string; path: string; body?: object; status: number }

const actions: readonly Action[] = [
  { name: 'list checks', needs: 'READ_ONLY', method: 'GET', path: '/v1/checks', status: 200 },
  { name: 'see a check', needs: 'READ_ONLY', method: 'GET', path: '/v1/checks/{check}', status: 200 },
  { name: 'see the account', needs: 'READ_ONLY', method: 'GET', path: '/v1/accounts/me', status: 200 },
  { name: 'list members', needs: 'READ_ONLY', method: 'GET', path: '/v1/accounts/me/members', status: 200 },
  {
    name: 'see entitlements',
    needs: 'READ_ONLY',
    method: 'GET',
    path: '/v1/accounts/me/entitlements',
    status: 200,
  },
  {
    name: 'create a check',
    needs: 'READ_WRITE',
    method: 'POST',
    path: '/v1/checks/icmp',
    body: smallestCreate,
    status: 201,
  },
  {
    name: 'put a check',
    needs: 'READ_WRITE',
    method: 'PUT',
    path: '/v1/checks/icmp/{check}',
    body: smallestPut,
    status: 200,
  },
  {
    name: 'patch a check',
    needs: 'READ_WRITE',
    method: 'PATCH',
    path: '/v1/checks/icmp/{check}',
    body: {},
    status: 200,
  },
  { name: 'delete a check', needs: 'READ_WRITE', method: 'DELETE', path: '/v1/checks/{check}', status: 204 },
  { name: 'list service keys', needs: 'ADMIN', method: 'GET', path: '/v1/accounts/me/api-keys', status: 200 },
  {
    name: 'create a service key',
    needs: 'ADMIN',
    method: 'POST',
    path: '/v1/accounts/me/api-keys',
    body: { name: 'Deploy', role: 'READ_ONLY' },
    status: 201,
  },
  {
    name: 'change the role of a member',
    needs: 'ADMIN',
    method: 'PATCH',
    path: '/v1/accounts/me/members/{member}',
    body: { role: 'READ_RUN' },
    status: 200,
  },
  {
    name: 'remove a member',
    needs: 'ADMIN',
    method: 'DELETE',
    path: '/v1/accounts/me/members/{member}',
    status: 204,
  },
]

const roles: readonly Role[] = ['OWNER', 'ADMIN', 'READ_WRITE', 'READ_RUN', 'READ_ONLY']
const isAtLeast = (held: Role, needed: Role) => roles.indexOf(held) <= roles.indexOf(needed)

forOneEngine('case 5: roles', (engine) => {
  const api = apiUnderTest(engine)

  for (const role of roles) {
    for (const { name, needs, method, path, body, status } of actions) {
      const may = isAtLeast(role, needs)
      test(`case 5: ${role} ${may ? 'may' : 'may not'} ${name}`, async () => {
        const ids = { check: await makeMonitor(api), member: (await api.makeUser()).id }
        await api.join(api.accountId, ids.member, 'READ_ONLY')
        const url = path.replace('{check}', ids.check).replace('{member}', ids.member)
        for (const key of await keysOf(role)) {
          const answer = await api.call(method, url, { key, ...(body === undefined ? {} : { body }) })
          if (may) assert.equal(answer.status, status, answer.text)
          else expectError(answer, 403)
          // What may be deleted is gone after the first key.
          if (method === 'DELETE' && may) return
        }
      })
    }
  }

  test('the role is that of the selected account, not of another one', async () => {
    const user = await api.makeUser()
    const own = await api.makeAccount(user.id)
    await api.join(api.accountId, user.id, 'READ_ONLY')
    const body = { name: 'K', role: 'READ_ONLY' }
    const here = await api.call('POST', '/v1/accounts/me/api-keys', { key: user.key, body })
    expectError(here, 403)
    const there = await api.call('POST', '/v1/accounts/me/api-keys', { key: user.key, account: own, body })
    assert.equal(there.status, 201)
  })

  test('a change of role counts from the next request on', async () => {
    const user = await api.makeUser()
    await api.join(api.accountId, user.id, 'READ_ONLY')
    const write = () => api.call('POST', '/v1/checks/icmp', { key: user.key, body: smallestCreate })
    expectError(await write(), 403)
    const body = { role: 'READ_WRITE' }
    assert.equal((await api.call('PATCH', `/v1/accounts/me/members/${user.id}`, { body })).status, 200)
    assert.equal((await write()).status, 201)
  })

  /** A user with the role, and where that is possible a service key with it. */
  async function keysOf(role: Role): Promise<string[]> {
    if (role === 'OWNER') return [api.ownerKey]
    const user = await api.makeUser()
    await api.join(api.accountId, user.id, role)
    return [user.key, await api.makeServiceKey(api.accountId, role)]
  }
})
