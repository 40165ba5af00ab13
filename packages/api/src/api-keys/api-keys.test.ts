import assert from 'node:assert/strict'
import { test } from 'node:test'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { apiUnderTest } from '../../testing/api-under-test.ts'
import { expectError, expectInvalid } from '../../testing/expect-refusal.ts'

const unknownId = '0198c0de-0000-7000-8000-000000000000'
const mine = '/v1/users/me/api-keys'
const ours = '/v1/accounts/me/api-keys'

forOneEngine('keys of a user', (engine) => {
  const api = apiUnderTest(engine)

  test('a new key is shown once and works', async () => {
    const made = await api.call('POST', mine, { body: { name: 'Laptop' }, account: null })
    assert.equal(made.status, 201, made.text)
    const key = made.textAt('key')
    assert.match(key, /^cu_[0-9a-f]{64}$/)
    assert.deepEqual(made.body, {
      id: made.at('id'),
      name: 'Laptop',
      lastFour: key.slice(-4),
      createdAt: new Date(api.clock.now()).toISOString(),
      lastUsedAt: null,
      key,
    })
    assert.equal((await api.call('GET', '/v1/checks', { key })).status, 200)
    const listed = await api.call('GET', mine, { account: null })
    assert.ok(!listed.text.includes(key))
    assert.equal(listed.at('0.id'), made.at('id'))
    assert.equal(listed.at('0.lastFour'), key.slice(-4))
    assert.equal(listed.at('0.key'), undefined)
    assert.equal(listed.at('0.hash'), undefined)
  })

  test('the list tells when a key was last used', async () => {
    const made = await api.call('POST', mine, { body: { name: 'Used' } })
    const lastUse = async () => (await api.call('GET', mine)).at('0.lastUsedAt')
    assert.equal(await lastUse(), null)
    await api.call('GET', '/v1/checks', { key: made.textAt('key') })
    const usedAt = new Date(api.clock.now()).toISOString()
    assert.equal(await lastUse(), usedAt)
    assert.equal(await lastUse(), usedAt)
  })

  test('a refused request counts as a use, and a key of somebody else does not show', async () => {
    const user = await api.makeUser()
    expectError(await api.call('GET', '/v1/checks', { key: user.key }), 403)
    const listed = await api.call('GET', mine, { key: user.key, account: null })
    assert.ok(Array.isArray(listed.body) && listed.body.length === 1)
    assert.notEqual(listed.at('0.lastUsedAt'), null)
  })

  test('a deleted key is refused, and a second delete finds nothing', async () => {
    const made = await api.call('POST', mine, { body: { name: 'Old' } })
    const url = `${mine}/${made.textAt('id')}`
    const deleted = await api.call('DELETE', url)
    assert.deepEqual([deleted.status, deleted.text], [204, ''])
    expectError(await api.call('DELETE', url), 404)
    expectError(await api.call('GET', mine, { key: made.textAt('key') }), 401)
  })

  test('a user has fifty keys at most, also when many are made at once', async () => {
    const { key } = await api.makeUser()
    const make = () => api.call('POST', mine, { key, account: null, body: { name: 'One of many' } })
    const made = await Promise.all(Array.from({ length: 60 }, make))
    // The first one came with the user.
    assert.equal(made.filter(({ status }) => status === 201).length, 49)
    const refused = await make()
    expectError(refused, 402)
    assert.match(refused.textAt('message'), /reached the limit of 50 keys/)
    const listed = await api.call('GET', mine, { key, account: null })
    await api.call('DELETE', `${mine}/${listed.textAt('0.id')}`, { key, account: null })
    assert.equal((await make()).status, 201)
  })

  test('a key may delete itself', async () => {
    const made = await api.call('POST', mine, { body: { name: 'Itself' } })
    const key = made.textAt('key')
    assert.equal((await api.call('DELETE', `${mine}/${made.textAt('id')}`, { key })).status, 204)
    expectError(await api.call('GET', mine, { key }), 401)
  })

  test("nobody reaches another user's keys, an owner of the same account neither", async () => {
    const user = await api.makeUser()
    await api.join(api.accountId, user.id, 'READ_ONLY')
    const made = await api.call('POST', mine, { key: user.key, body: { name: 'Private' } })
    expectError(await api.call('DELETE', `${mine}/${made.textAt('id')}`), 404)
    expectError(await api.call('DELETE', `${ours}/${made.textAt('id')}`), 404)
    assert.ok(!(await api.call('GET', mine)).text.includes(made.textAt('id')))
    assert.equal((await api.call('GET', mine, { key: made.textAt('key') })).status, 200)
  })

  test('a service key manages no user keys, not even an ADMIN one', async () => {
    const key = await api.makeServiceKey(api.accountId, 'ADMIN')
    expectError(await api.call('GET', mine, { key }), 403)
    expectError(await api.call('POST', mine, { key, body: { name: 'x' } }), 403)
    expectError(await api.call('DELETE', `${mine}/${unknownId}`, { key }), 403)
  })

  for (const [body, keys] of [
    [{}, ['name']],
    [{ name: '' }, ['name']],
    [{ name: null }, ['name']],
    [{ name: 'n'.repeat(201) }, ['name']],
    [[], ['body']],
  ] as const) {
    test(`the new key ${JSON.stringify(body).slice(0, 40)} is refused`, async () => {
      expectInvalid(await api.call('POST', mine, { body }), 'payload', keys)
    })
  }

  test('an unknown id is not found, a malformed one is refused', async () => {
    expectError(await api.call('DELETE', `${mine}/${unknownId}`), 404)
    expectInvalid(await api.call('DELETE', `${mine}/abc`), 'params', ['id'])
  })
})

forOneEngine('service keys of an account', (engine) => {
  const api = apiUnderTest(engine)

  for (const role of ['ADMIN', 'READ_WRITE', 'READ_RUN', 'READ_ONLY']) {
    test(`a new ${role} key is shown once, works without account header and has its role`, async () => {
      const made = await api.call('POST', ours, { body: { name: `CI ${role}`, role } })
      assert.equal(made.status, 201, made.text)
      const key = made.textAt('key')
      assert.match(key, /^sv_[0-9a-f]{64}$/)
      assert.deepEqual(made.body, {
        id: made.at('id'),
        name: `CI ${role}`,
        role,
        lastFour: key.slice(-4),
        createdAt: new Date(api.clock.now()).toISOString(),
        lastUsedAt: null,
        key,
      })
      assert.equal((await api.call('GET', '/v1/checks', { key, account: null })).status, 200)
      const usedAt = new Date(api.clock.now()).toISOString()
      const listed = await api.call('GET', ours)
      assert.ok(!listed.text.includes(key))
      const { key: _shownOnce, ...rest } = made.record()
      assert.deepEqual(listed.at('0'), { ...rest, lastUsedAt: usedAt })
    })
  }

  for (const role of ['READ_WRITE', 'READ_RUN', 'READ_ONLY'] as const) {
    test(`${role} can neither make, list nor delete service keys`, async () => {
      const key = await api.makeServiceKey(api.accountId, role)
      expectError(await api.call('POST', ours, { key, body: { name: 'x', role: 'READ_ONLY' } }), 403)
      expectError(await api.call('GET', ours, { key }), 403)
      expectError(await api.call('DELETE', `${ours}/${unknownId}`, { key }), 403)
    })
  }

  test('a deleted service key is refused, and a second delete finds nothing', async () => {
    const made = await api.call('POST', ours, { body: { name: 'Old', role: 'ADMIN' } })
    const url = `${ours}/${made.textAt('id')}`
    assert.equal((await api.call('DELETE', url)).status, 204)
    expectError(await api.call('DELETE', url), 404)
    expectError(await api.call('GET', '/v1/checks', { key: made.textAt('key') }), 401)
  })

  test("another account's service keys are neither listed nor deleted", async () => {
    const stranger = await api.makeUser()
    const account = await api.makeAccount(stranger.id)
    const body = { name: 'Theirs', role: 'ADMIN' }
    const made = await api.call('POST', ours, { key: stranger.key, account, body })
    expectError(await api.call('DELETE', `${ours}/${made.textAt('id')}`), 404)
    assert.ok(!(await api.call('GET', ours)).text.includes(made.textAt('id')))
    assert.equal(
      (await api.call('GET', '/v1/checks', { key: made.textAt('key'), account: null })).status,
      200,
    )
  })

  const badBodies: [object, string[]][] = [
    [{}, ['name', 'role']],
    [{ name: 'x' }, ['role']],
    [{ name: 'x', role: 'OWNER' }, ['role']],
    [{ name: 'x', role: null }, ['role']],
    [{ name: '', role: 'ADMIN' }, ['name']],
    [{ name: 7, role: 7 }, ['name', 'role']],
  ]
  for (const [body, keys] of badBodies) {
    test(`the new service key ${JSON.stringify(body)} is refused`, async () => {
      expectInvalid(await api.call('POST', ours, { body }), 'payload', keys)
    })
  }
})
