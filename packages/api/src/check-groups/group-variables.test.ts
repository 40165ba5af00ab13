import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findGroup } from '@sonde/store/checks/check-groups.ts'
import { readRunContextRevision } from '@sonde/store/runs/run-context-revision.ts'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { apiUnderTest, type CallOptions } from '../../testing/api-under-test.ts'
import { expectInvalid } from '../../testing/expect-refusal.ts'
import { createGroup, makeGroup } from '../../testing/make-group.ts'
import { documentOf } from '@sonde/actions/check-groups/group-document.ts'

const secret = 'correct-horse-battery-staple'

forOneEngine('variables of groups', (engine) => {
  const api = apiUnderTest(engine)
  const show = (id: number, options: CallOptions = {}) => api.call('GET', `/v1/check-groups/${id}`, options)

  async function stored(id: number) {
    const row = await findGroup(api.store.read, { accountId: api.accountId, id })
    assert.ok(row)
    return { row, variables: documentOf(row, api.store.sealer).environmentVariables }
  }

  const variables = [
    { key: 'TOKEN', value: secret, locked: false, secret: true },
    { key: 'LOCKED', value: 'behind-a-lock', locked: true, secret: false },
    { key: 'REGION', value: 'eu', locked: false, secret: false },
  ]
  const [token, locked, region] = variables
  const make = async () => {
    const answer = await createGroup(api, {
      environmentVariables: variables,
      apiCheckDefaults: { basicAuth: { username: 'u', password: 'hunter2-hunter2' } },
    })
    return { answer, id: Number(answer.at('id')) }
  }

  test('a secret is shown to nobody, a locked value to those who may write', async () => {
    const { answer, id } = await make()
    const forWriters = [{ ...token, value: null }, locked, region]
    assert.deepEqual(answer.at('environmentVariables'), forWriters)
    assert.deepEqual((await show(id)).at('environmentVariables'), forWriters)
    const runner = { key: await api.makeServiceKey(api.accountId, 'READ_RUN') }
    const forRunners = [{ ...token, value: null }, { ...locked, value: null }, region]
    assert.deepEqual((await show(id, runner)).at('environmentVariables'), forRunners)
    const list = await api.call('GET', '/v1/check-groups', runner)
    assert.deepEqual(list.at('0.environmentVariables'), forRunners)
  })

  test('what API checks send is shown to those who may write; others see neither passwords nor locked values', async () => {
    const pairs = [
      { key: 'authorization', value: 'Bearer sesame', locked: true },
      { key: 'accept', value: 'text/html', locked: false },
    ]
    const hidden = pairs.map((pair) => (pair.locked ? { ...pair, value: null } : pair))
    const sent = {
      url: 'https://shop.example.net',
      headers: pairs,
      queryParameters: pairs,
      assertions: [],
      basicAuth: { username: 'u', password: 'hunter2-hunter2' },
    }
    const answer = await createGroup(api, { apiCheckDefaults: sent })
    const id = Number(answer.at('id'))
    assert.deepEqual(answer.at('apiCheckDefaults'), sent)
    const writer = { key: await api.makeServiceKey(api.accountId, 'READ_WRITE') }
    assert.deepEqual((await show(id, writer)).at('apiCheckDefaults'), sent)
    for (const role of ['READ_ONLY', 'READ_RUN'] as const) {
      const reader = { key: await api.makeServiceKey(api.accountId, role) }
      const shown = {
        ...sent,
        headers: hidden,
        queryParameters: hidden,
        basicAuth: { username: 'u', password: null },
      }
      assert.deepEqual((await show(id, reader)).at('apiCheckDefaults'), shown)
      const list = await api.call('GET', '/v1/check-groups', reader)
      assert.deepEqual(list.at('0.apiCheckDefaults'), shown)
    }
  })

  test('what is filled into runs is read anew when variables or the defaults of API checks have changed', async () => {
    const group = await makeGroup(api, { name: 'Filled' })
    const revision = () => readRunContextRevision(api.store.read)
    const before = await revision()
    const put = async (body: object) => {
      const answer = await api.call('PUT', `/v1/check-groups/${group}`, { body })
      assert.equal(answer.status, 200, answer.text)
      return (await revision()) - before
    }
    assert.equal(await put({ name: 'Renamed' }), 0)
    assert.equal(await put({ apiCheckDefaults: { url: 'https://shop.example' } }), 1)
    assert.equal(await put({ environmentVariables: [{ key: 'A', value: 'b' }] }), 2)
  })

  test('a variable that no template could name, or twice, or too long, is refused', async () => {
    const id = (await make()).id
    const cases: [variables: object[], path: string][] = [
      [[{ key: 'a b', value: 'x' }], 'environmentVariables.0.key'],
      [[{ key: '{{', value: 'x' }], 'environmentVariables.0.key'],
      [[{ key: '1', value: 'x' }], 'environmentVariables.0.key'],
      [[{ key: 'A-B', value: 'x' }], 'environmentVariables.0.key'],
      [[{ key: 'A'.repeat(256), value: 'x' }], 'environmentVariables.0.key'],
      [[{ key: 'A', value: 'x'.repeat(128_001) }], 'environmentVariables.0.value'],
      [
        [region, locked, { key: 'REGION', value: 'us' }].filter((each) => each !== undefined),
        'environmentVariables.2.key',
      ],
    ]
    for (const [environmentVariables, path] of cases) {
      const body = { name: 'Shop', environmentVariables }
      for (const [method, address] of [
        ['POST', '/v1/check-groups'],
        ['POST', '/v2/check-groups'],
        ['PUT', `/v1/check-groups/${id}`],
        ['PUT', `/v2/check-groups/${id}`],
        ['PATCH', `/v2/check-groups/${id}`],
      ] as const) {
        expectInvalid(await api.call(method, address, { body }), 'payload', [path])
      }
    }
    assert.deepEqual((await stored(id)).variables, variables)
  })

  test('values and passwords are sealed in the database', async () => {
    const { id } = await make()
    const { row } = await stored(id)
    const text = JSON.stringify(row)
    for (const value of [secret, 'behind-a-lock', 'hunter2-hunter2']) assert.ok(!text.includes(value))
    assert.deepEqual((await stored(id)).variables, variables)
  })

  for (const version of [1, 2] as const) {
    const put = (id: number, environmentVariables: unknown) =>
      api.call('PUT', `/v${version}/check-groups/${id}`, { body: { name: 'Shop', environmentVariables } })

    test(`PUT of version ${version}: what was read and is sent back changes nothing`, async () => {
      const { answer, id } = await make()
      assert.equal((await put(id, answer.at('environmentVariables'))).status, 200)
      assert.deepEqual((await stored(id)).variables, variables)
    })

    test(`PUT of version ${version}: a secret stays one, and a hidden value of an unknown key is refused`, async () => {
      const { id } = await make()
      await put(id, [{ key: 'TOKEN', value: 'other', secret: false }])
      const kept = [{ key: 'TOKEN', value: 'other', locked: false, secret: true }]
      assert.deepEqual((await stored(id)).variables, kept)
      expectInvalid(await put(id, [{ key: 'NEW', value: null }]), 'payload', ['environmentVariables.0.value'])
      assert.deepEqual((await stored(id)).variables, kept)
      await put(id, null)
      assert.equal((await stored(id)).variables, null)
    })
  }

  test('a PUT of version 1 that leaves them out keeps them; one of version 2 writes the group without', async () => {
    const { id } = await make()
    await api.call('PUT', `/v1/check-groups/${id}`, { body: { muted: true } })
    assert.equal((await stored(id)).variables?.length, 3)
    await api.call('PUT', `/v2/check-groups/${id}`, { body: { name: 'Shop' } })
    assert.equal((await stored(id)).variables, undefined)
    assert.equal((await show(id)).at('environmentVariables'), null)
  })
})
