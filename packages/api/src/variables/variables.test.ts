import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readRunContextRevision } from '@sonde/store/runs/run-context-revision.ts'
import { forEachEngine } from '@sonde/store/testing/engines.ts'
import {
  findVariable,
  insertVariable,
  sizeOfOtherVariables,
  variableSealContext,
} from '@sonde/store/variables/variables.ts'
import { apiUnderTest, type CallOptions } from '../../testing/api-under-test.ts'
import { expectError, expectInvalid } from '../../testing/expect-refusal.ts'
import { makeGroup } from '../../testing/make-group.ts'
import { makeMonitor, smallestCreate, writeMonitor } from '../../testing/monitors/write-icmp.ts'

forEachEngine('variables over HTTP', (engine) => {
  const api = apiUnderTest(engine)
  let made = 0
  const newKey = () => `KEY_${(made += 1)}`
  const post = (body: object, options: CallOptions = {}) =>
    api.call('POST', '/v1/variables', { ...options, body })
  const show = (key: string, options: CallOptions = {}) => api.call('GET', `/v1/variables/${key}`, options)
  const put = (key: string, body: object, options: CallOptions = {}) =>
    api.call('PUT', `/v1/variables/${key}`, { ...options, body })
  const revision = () => readRunContextRevision(api.store.read)

  test('case 18: a key is taken once, and PUT knows all of its fields', async () => {
    const key = newKey()
    const first = await post({ key, value: 'v', unknown: 1 })
    assert.equal(first.status, 201, first.text)
    assert.deepEqual(first.body, { key, value: 'v', locked: false, secret: false })
    expectError(await post({ key, value: 'w' }), 409)
    expectInvalid(await put(key, { value: 'w', unknown: 1 }), 'payload', ['unknown'])
    assert.deepEqual((await show(key)).body, first.body)
    const changed = await put(key, { key, value: 'w', locked: true })
    assert.equal(changed.status, 200, changed.text)
    assert.deepEqual((await show(key)).body, { key, value: 'w', locked: true, secret: false })
    // What is left out goes back to its default.
    assert.deepEqual((await put(key, { value: 'x' })).body, { key, value: 'x', locked: false, secret: false })
  })

  test('case 57: a secret is shown to nobody after the write, and stays one', async () => {
    const key = newKey()
    const created = await post({ key, value: 'hush-hush', secret: true })
    assert.equal(created.at('value'), 'hush-hush')
    assert.deepEqual((await show(key)).body, { key, value: null, locked: false, secret: true })
    for (const body of [{ value: 'n' }, { value: 'm', secret: false }]) {
      const written = await put(key, body)
      assert.deepEqual(written.body, { key, value: body.value, locked: false, secret: true })
      assert.equal((await show(key)).at('value'), null)
    }
    const list = await api.call('GET', '/v1/variables?limit=100')
    assert.ok(!list.text.includes('hush-hush'))
  })

  test('case 5: the value of a locked variable is for those who may write', async () => {
    const key = newKey()
    await post({ key, value: 'v', locked: true })
    for (const [role, value] of [
      ['READ_ONLY', null],
      ['READ_RUN', null],
      ['READ_WRITE', 'v'],
      ['ADMIN', 'v'],
    ] as const) {
      const options = { key: await api.makeServiceKey(api.accountId, role) }
      assert.equal((await show(key, options)).at('value'), value, role)
      const list = await api.call('GET', '/v1/variables?limit=100', options)
      assert.ok(Array.isArray(list.body))
      const listed = list.body.find((variable: { key: string }) => variable.key === key)
      assert.equal(listed.value, value, role)
      if (value === null) {
        expectError(await post({ key: newKey(), value: 'v' }, options), 403)
        expectError(await put(key, { value: 'w' }, options), 403)
        expectError(await api.call('DELETE', `/v1/variables/${key}`, options), 403)
      }
    }
  })

  const refused: [object, string[]][] = [
    [{}, ['key', 'value']],
    [{ key: '', value: 'v' }, ['key']],
    [{ key: '1A', value: 'v' }, ['key']],
    [{ key: 'A-B', value: 'v' }, ['key']],
    [{ key: 'A B', value: 'v' }, ['key']],
    [{ key: 'ä', value: 'v' }, ['key']],
    [{ key: 'A\n', value: 'v' }, ['key']],
    [{ key: 'A'.repeat(256), value: 'v' }, ['key']],
    [{ key: 'A', value: null }, ['value']],
    [{ key: 'A', value: 5 }, ['value']],
    [{ key: 'A', value: 'v'.repeat(128_001) }, ['value']],
    [{ key: 'A', value: 'v', locked: null }, ['locked']],
    [{ key: 'A', value: 'v', secret: 'yes' }, ['secret']],
  ]
  for (const [body, keys] of refused) {
    test(`${JSON.stringify(body).slice(0, 60)} is refused by name`, async () => {
      expectInvalid(await post(body), 'payload', keys)
    })
  }

  test('the longest key and value, an empty value, and odd values come back as they were sent', async () => {
    const values = [
      '',
      'v'.repeat(128_000),
      '😀'.repeat(1_000),
      '{{OTHER}}',
      "'; drop table variables; --",
      ' a\n',
    ]
    for (const [index, value] of values.entries()) {
      const key = `${'K'.repeat(250)}_${index}`
      assert.equal((await post({ key, value })).status, 201)
      assert.equal((await show(key)).at('value'), value)
    }
    expectInvalid(await put(`${'K'.repeat(250)}_0`, { value: '' }), 'payload', ['value'])
    expectInvalid(await put(`${'K'.repeat(250)}_0`, {}), 'payload', ['value'])
  })

  test('the key cannot be changed, and one of the wrong form or unknown is refused', async () => {
    const key = newKey()
    await post({ key, value: 'v' })
    expectInvalid(await put(key, { key: `${key}_2`, value: 'v' }), 'payload', ['key'])
    expectInvalid(await show('a-b'), 'params', ['key'])
    expectInvalid(await show('%00'), 'params', ['key'])
    expectError(await show('UNKNOWN'), 404)
    expectError(await put('UNKNOWN', { value: 'v' }), 404)
    expectError(await api.call('DELETE', '/v1/variables/UNKNOWN'), 404)
    // Keys are told apart by their case.
    assert.equal((await post({ key: key.toLowerCase(), value: 'other' })).status, 201)
    assert.equal((await show(key)).at('value'), 'v')
  })

  test('case 17: deleted twice is 204 and 404; the key is free again', async () => {
    const key = newKey()
    await post({ key, value: 'v', secret: true })
    assert.equal((await api.call('DELETE', `/v1/variables/${key}`)).status, 204)
    expectError(await api.call('DELETE', `/v1/variables/${key}`), 404)
    expectError(await show(key), 404)
    assert.equal((await post({ key, value: 'w' })).at('secret'), false)
  })

  test('another account sees none of them, and has its own under the same keys', async () => {
    const key = newKey()
    await post({ key, value: 'mine' })
    const { id, key: theirKey } = await api.makeUser()
    const others = { key: theirKey, account: await api.makeAccount(id) }
    expectError(await show(key, others), 404)
    expectError(await put(key, { value: 'x' }, others), 404)
    expectError(await api.call('DELETE', `/v1/variables/${key}`, others), 404)
    assert.deepEqual((await api.call('GET', '/v1/variables', others)).body, [])
    assert.equal((await post({ key, value: 'theirs' }, others)).status, 201)
    assert.equal((await show(key)).at('value'), 'mine')
  })

  test('listed newest first in pages; the command-line client gets all when it names no page', async () => {
    const { id, key } = await api.makeUser()
    const account = await api.makeAccount(id)
    const options = { key, account }
    for (let index = 0; index < 13; index += 1) {
      assert.equal((await post({ key: `V${index}`, value: 'v' }, options)).status, 201)
    }
    const list = async (query: string, headers: Record<string, string> = {}) => {
      const answer = await api.call('GET', `/v1/variables${query}`, { ...options, headers })
      assert.ok(Array.isArray(answer.body), answer.text)
      return [answer.body.map((variable: { key: string }) => variable.key), answer.headers['content-range']]
    }
    const all = Array.from({ length: 13 }, (_, index) => `V${12 - index}`)
    assert.deepEqual(await list(''), [all.slice(0, 10), 'items 0-9/13'])
    assert.deepEqual(await list('?page=2'), [all.slice(10), 'items 10-12/13'])
    assert.deepEqual(await list('?page=9'), [[], 'items */13'])
    const cli = { 'x-checkly-source': 'CLI' }
    assert.deepEqual(await list('', cli), [all, 'items 0-12/13'])
    assert.deepEqual(await list('?page=2', cli), [all.slice(10), 'items 10-12/13'])
    assert.deepEqual(await list('?limit=2', cli), [all.slice(0, 2), 'items 0-1/13'])
    assert.deepEqual(await list('', { 'x-checkly-source': 'go-sdk' }), [all.slice(0, 10), 'items 0-9/13'])
    expectInvalid(await api.call('GET', '/v1/variables?limit=101', options), 'query', ['limit'])
  })

  test('values are sealed in the database, each for its own key', async () => {
    const [key, other] = [newKey(), newKey()]
    await post({ key, value: 'not-a-secret-but-a-value' })
    await post({ key: other, value: 'x' })
    const row = await findVariable(api.store.read, { accountId: api.accountId, key })
    assert.ok(row)
    assert.ok(!JSON.stringify(row).includes('not-a-secret-but-a-value'))
    await api.store.write((db) =>
      db.updateTable('variables').set({ value_sealed: row.valueSealed }).where('key', '=', other).execute(),
    )
    assert.equal((await show(other)).status, 500)
    await api.call('DELETE', `/v1/variables/${other}`)
  })

  test('whatever runs are filled with moves the revision, and nothing else does', async () => {
    const key = newKey()
    const groupId = await makeGroup(api, { environmentVariables: [{ key: 'A', value: '1' }] })
    const location = await api.call('POST', '/v1/private-locations', {
      body: { name: 'Office', slugName: `office-${made}`, proxyUrl: 'http://proxy.example:3128' },
    })
    const locationId = location.textAt('id')
    const checkId = await makeMonitor(api, { environmentVariables: [{ key: 'A', value: '1' }] })
    const patch = (body: object) => writeMonitor(api, 'patch', checkId, { ...body })
    const patchGroup = (body: object) => api.call('PATCH', `/v2/check-groups/${groupId}`, { body })
    const putLocation = (body: object) =>
      api.call('PUT', `/v1/private-locations/${locationId}`, { body: { name: 'Office', ...body } })
    const steps: [string, () => Promise<{ status: number }>, number][] = [
      ['a new variable', () => post({ key, value: 'v' }), 1],
      ['a taken key', () => post({ key, value: 'v' }), 0],
      ['a set variable', () => put(key, { value: 'w' }), 1],
      ['a deleted variable', () => api.call('DELETE', `/v1/variables/${key}`), 1],
      ['a deleted one again', () => api.call('DELETE', `/v1/variables/${key}`), 0],
      ['a new check', () => api.call('POST', '/v1/checks/icmp', { body: smallestCreate }), 0],
      ['a renamed check', () => patch({ name: 'Other' }), 0],
      ['the same variables of a check', () => patch({ environmentVariables: [{ key: 'A', value: '1' }] }), 0],
      ['other variables of a check', () => patch({ environmentVariables: [{ key: 'A', value: '2' }] }), 1],
      [
        'a secret of a check',
        () => patch({ environmentVariables: [{ key: 'A', value: '2', secret: true }] }),
        1,
      ],
      ['no variables of a check', () => patch({ environmentVariables: null }), 1],
      ['a check that joins a group', () => patch({ groupId }), 1],
      ['a check that leaves its group', () => patch({ groupId: null }), 1],
      ['a renamed group', () => patchGroup({ name: 'Other' }), 0],
      [
        'other variables of a group',
        () => patchGroup({ environmentVariables: [{ key: 'A', value: '2' }] }),
        1,
      ],
      ['a renamed location', () => putLocation({ name: 'Other' }), 0],
      ['another proxy', () => putLocation({ proxyUrl: 'http://other.example:3128' }), 1],
      ['no proxy', () => putLocation({ proxyUrl: null }), 1],
    ]
    for (const [name, step, moved] of steps) {
      const before = await revision()
      assert.ok((await step()).status < 500)
      assert.equal((await revision()) - before, moved, name)
    }
  })

  async function newAccount() {
    const { id, key } = await api.makeUser()
    const account = await api.makeAccount(id)
    const fill = (count: number, value: string) =>
      api.store.write(async (db) => {
        const flags = { locked: false, secret: false, createdAt: 1, updatedAt: null }
        for (let index = 0; index < count; index += 1) {
          const variable = { accountId: account, key: `FILL_${index}` }
          const valueSealed = api.store.sealer.seal(value, variableSealContext(variable))
          await insertVariable(db, { ...variable, valueSealed, ...flags })
        }
      })
    return { account, options: { key, account }, fill }
  }

  test('an account has 500 at most, also when they come at once', async () => {
    const { options, fill } = await newAccount()
    await fill(498, 'v')
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => post({ key: newKey(), value: 'v' }, options)),
    )
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 201, 402, 402, 402, 402])
    const full = await post({ key: newKey(), value: 'v' }, options)
    expectError(full, 402)
    assert.match(full.textAt('message'), /reached its limit of 500 variables/)
    expectError(await post({ key: 'FILL_0', value: 'v' }, options), 409)
    expectError(await put('UNKNOWN', { value: 'v' }, options), 404)
    assert.equal((await put('FILL_0', { value: 'w' }, options)).status, 200)
    assert.equal((await post({ key: newKey(), value: 'v' })).status, 201)
    assert.equal((await api.call('DELETE', '/v1/variables/FILL_0', options)).status, 204)
    assert.equal((await post({ key: newKey(), value: 'v' }, options)).status, 201)
  })

  test('the values of an account have a million bytes at most, also when they come at once', async () => {
    const { options, fill } = await newAccount()
    await fill(7, 'v'.repeat(128_000))
    const value = 'ä'.repeat(26_000)
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => post({ key: newKey(), value }, options)),
    )
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 201, 402, 402])
    const key = answers.find(({ status }) => status === 201)?.textAt('key') ?? ''
    const full = await put(key, { value: `${value}v` }, options)
    expectError(full, 402)
    assert.match(full.textAt('message'), /would have 1000001 bytes; at most 1000000 are allowed/)
    assert.equal((await show(key, options)).at('value'), value)
    expectError(await post({ key: newKey(), value: 'v' }, options), 402)
    assert.equal((await post({ key: newKey(), value: '' }, options)).status, 201)
    assert.equal((await put(key, { value: value.slice(1) }, options)).status, 200)
    assert.equal((await post({ key: newKey(), value: 'vv' }, options)).status, 201)
    expectError(await post({ key: newKey(), value: 'v' }, options), 402)
  })

  test('values are measured to the byte without being opened', async () => {
    const { account, options } = await newAccount()
    let bytes = 0
    for (const value of ['', 'a', 'ab', 'abc', 'abcd', 'ä€', '😀'.repeat(7), 'x'.repeat(1_000)]) {
      assert.equal((await post({ key: newKey(), value }, options)).status, 201)
      bytes += Buffer.byteLength(value)
      const others = { accountId: account, key: 'NONE' }
      assert.equal((await sizeOfOtherVariables(api.store.read, others)).valueBytes, bytes, value)
    }
  })

  test('keys and values in the lists of checks and groups obey the same rules', async () => {
    const long = 'v'.repeat(128_000)
    const id = await makeMonitor(api, {})
    for (const [variable, field] of [
      [{ key: 'A-B', value: '' }, 'key'],
      [{ key: 'A'.repeat(256), value: '' }, 'key'],
      [{ key: 'A', value: `${long}v` }, 'value'],
    ] as const) {
      const path = `environmentVariables.0.${field}`
      const body = { environmentVariables: [variable] }
      for (const operation of ['create', 'strict put', 'merging put', 'patch'] as const) {
        expectInvalid(await writeMonitor(api, operation, id, body), 'payload', [path])
      }
      for (const version of ['v1', 'v2']) {
        const group = { name: 'G', ...body }
        expectInvalid(await api.call('POST', `/${version}/check-groups`, { body: group }), 'payload', [path])
      }
    }
    const longest = { environmentVariables: [{ key: 'A'.repeat(255), value: long }] }
    assert.equal((await writeMonitor(api, 'patch', id, longest)).status, 200)
    assert.ok((await makeGroup(api, longest)) > 0)
  })
})
