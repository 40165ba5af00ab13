import assert from 'node:assert/strict'
import { test } from 'node:test'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { apiUnderTest, type CallOptions } from '../../testing/api-under-test.ts'
import { expectError, expectInvalid } from '../../testing/expect-refusal.ts'
import { makeGroup } from '../../testing/make-group.ts'
import { makeMonitor, smallestCreate, writeMonitor } from '../../testing/monitors/write-icmp.ts'

forOneEngine('snippets over HTTP', (engine) => {
  const api = apiUnderTest(engine)
  let made = 0
  const post = async (body: object = {}, options: CallOptions = {}) => {
    made += 1
    return await api.call('POST', '/v1/snippets', {
      ...options,
      body: { name: `login-${made}`, script: 'export const a = 1', ...body },
    })
  }
  const make = async () => Number((await post()).at('id'))
  const at = (id: number) => `/v1/snippets/${id}`

  test('comes back as it was sent, and as it was replaced', async () => {
    const created = await post({ name: 'sign-in', script: 'export const user = 1\n' })
    assert.equal(created.status, 201, created.text)
    const id = Number(created.at('id'))
    const createdAt = new Date(api.clock.now()).toISOString()
    const expected = {
      id,
      name: 'sign-in',
      script: 'export const user = 1\n',
      created_at: createdAt,
      updated_at: null,
    }
    assert.deepEqual(created.body, expected)
    assert.deepEqual((await api.call('GET', at(id))).body, expected)
    const body = { name: 'sign-out', script: 'x' }
    const replaced = await api.call('PUT', at(id), { body })
    assert.equal(replaced.status, 200, replaced.text)
    const updatedAt = new Date(api.clock.now()).toISOString()
    assert.deepEqual(replaced.body, { ...expected, ...body, updated_at: updatedAt })
    assert.equal((await api.call('DELETE', at(id))).status, 204)
    expectError(await api.call('DELETE', at(id)), 404)
    expectError(await api.call('GET', at(id)), 404)
    expectError(await api.call('PUT', at(id), { body }), 404)
    const log = await api.store.read
      .selectFrom('audit_log')
      .select('action')
      .where('entity_type', '=', 'SNIPPET')
      .where('entity_id', '=', String(id))
      .orderBy('id')
      .execute()
    assert.deepEqual(
      log.map(({ action }) => action),
      ['CREATE', 'UPDATE', 'DELETE'],
    )
  })

  test('listed newest first by pages, and only to its own account', async () => {
    const { id: userId, key } = await api.makeUser()
    const others = { key, account: await api.makeAccount(userId) }
    const first = await post({}, others)
    const second = await post({}, others)
    const list = await api.call('GET', '/v1/snippets?limit=1&page=2', others)
    assert.deepEqual(list.body, [first.body])
    assert.equal(list.headers['content-range'], 'items 1-1/2')
    assert.deepEqual((await api.call('GET', '/v1/snippets', others)).body, [second.body, first.body])
    const id = Number(first.at('id'))
    expectError(await api.call('GET', at(id)), 404)
    expectError(await api.call('PUT', at(id), { body: { name: 'n', script: 's' } }), 404)
    expectError(await api.call('DELETE', at(id)), 404)
  })

  const refused: [string, object, string[]][] = [
    ['no name', { name: '' }, ['name']],
    ['no script', { script: '' }, ['script']],
    ['null for both', { name: null, script: null }, ['name', 'script']],
    ['a folder', { name: 'a/b' }, ['name']],
    ['a folder of Windows', { name: 'a\\b' }, ['name']],
    ['the way out', { name: '..' }, ['name']],
    ['the way out in a name', { name: 'a..b' }, ['name']],
    ['NUL', { name: 'a\0b' }, ['name']],
    ['a name that is too long', { name: 'n'.repeat(201) }, ['name']],
    ['a name with too many bytes', { name: 'ü'.repeat(126) }, ['name']],
    ['a script that is too long', { script: 's'.repeat(1_000_001) }, ['script']],
  ]
  for (const [what, body, keys] of refused) {
    test(`refused: ${what}`, async () => expectInvalid(await post(body), 'payload', keys))
  }

  test('a name and a script of the greatest length are taken', async () => {
    const answer = await post({ name: 'ü'.repeat(125), script: 's'.repeat(1_000_000) })
    assert.equal(answer.status, 201, answer.text)
  })

  test('a name is given once in an account', async () => {
    const [one, two] = [await post({ name: 'taken' }), await post()]
    assert.equal(one.status, 201)
    expectError(await post({ name: 'taken' }), 409)
    const other = at(Number(two.at('id')))
    expectError(await api.call('PUT', other, { body: { name: 'taken', script: 's' } }), 409)
    const same = at(Number(one.at('id')))
    assert.equal((await api.call('PUT', same, { body: { name: 'taken', script: 's' } })).status, 200)
    const { id: userId, key } = await api.makeUser()
    const others = { key, account: await api.makeAccount(userId) }
    assert.equal((await post({ name: 'taken' }, others)).status, 201)
  })

  test('roles: reading is for everybody, writing for READ_WRITE', async () => {
    const reader = { key: await api.makeServiceKey(api.accountId, 'READ_RUN') }
    const id = await make()
    expectError(await post({}, reader), 403)
    expectError(await api.call('PUT', at(id), { ...reader, body: { name: 'n', script: 's' } }), 403)
    expectError(await api.call('DELETE', at(id), reader), 403)
    assert.equal((await api.call('GET', at(id), reader)).status, 200)
  })

  for (const field of ['setupSnippetId', 'tearDownSnippetId']) {
    test(`a check and a group name one by ${field}, which must exist`, async () => {
      const id = await make()
      const check = await makeMonitor(api, { [field]: id })
      const group = await makeGroup(api, { [field]: id })
      for (const unknown of [999_999, 1.5, -1]) {
        const body = { ...smallestCreate, [field]: unknown }
        expectInvalid(await api.call('POST', '/v1/checks/icmp', { body }), 'payload', [field])
        const groupBody = { name: 'g', [field]: unknown }
        expectInvalid(await api.call('POST', '/v2/check-groups', { body: groupBody }), 'payload', [field])
      }
      const { id: userId, key } = await api.makeUser()
      const others = { key, account: await api.makeAccount(userId), body: { ...smallestCreate, [field]: id } }
      expectInvalid(await api.call('POST', '/v1/checks/icmp', others), 'payload', [field])

      const used = await api.call('DELETE', at(id))
      expectError(used, 409)
      assert.match(used.textAt('message'), /the checks "Edge router" and the groups "Shop"/)
      await writeMonitor(api, 'patch', check, { [field]: null })
      expectError(await api.call('DELETE', at(id)), 409)
      assert.equal((await api.call('DELETE', `/v1/check-groups/${group}`)).status, 204)
      assert.equal((await api.call('DELETE', at(id))).status, 204)
    })
  }

  test('who is in the way is told for the first five', async () => {
    const id = await make()
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) {
      await makeMonitor(api, { name, setupSnippetId: id })
    }
    const used = await api.call('DELETE', at(id))
    assert.match(
      used.textAt('message'),
      /the checks "a", "b", "c", "d", "e" and others: remove it there first$/,
    )
  })
})

forOneEngine('the size of all snippets of an account', (engine) => {
  const api = apiUnderTest(engine, { accountLimits: { snippetMegabytes: 1 } })

  test('has a limit, which a change and an import keep as well', async () => {
    const write = async (method: 'POST' | 'PUT', path: string, name: string, script: string) =>
      await api.call(method, path, { body: { name, script } })
    const first = await write('POST', '/v1/snippets', 'a', 'ü'.repeat(250_000))
    assert.equal(first.status, 201, first.text)
    assert.equal((await write('POST', '/v1/snippets', 'b', 'b'.repeat(500_000))).status, 201)
    const refused = await write('POST', '/v1/snippets', 'c', 'c')
    expectError(refused, 402)
    assert.match(refused.textAt('message'), /more than 1 MB together \(SNIPPETS_MB\)/)
    const path = `/v1/snippets/${first.at('id')}`
    expectError(await write('PUT', path, 'a', 'a'.repeat(500_001)), 402)
    assert.equal((await write('PUT', path, 'a', 'a'.repeat(499_999))).status, 200)
    const snippets = [{ id: 999_999, name: 'imported', script: 'more' }]
    const body = { format: 'sonde-configuration', version: 1, snippets }
    expectError(await api.call('POST', '/v1/accounts/me/configuration', { body }), 402)
    assert.equal((await write('POST', '/v1/snippets', 'c', 'c')).status, 201)
  })
})
