import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { isRecord } from '@sonde/ground/is-record.ts'
import { defaultAlertSettings } from '@sonde/schema/alerts/alert-settings.ts'
import { findGroup } from '@sonde/store/checks/check-groups.ts'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { apiUnderTest, type CallOptions } from '../../testing/api-under-test.ts'
import { expectError, expectInvalid } from '../../testing/expect-refusal.ts'
import { makeChannel } from '../../testing/make-channel.ts'
import { createGroup, makeGroup } from '../../testing/make-group.ts'
import { makeMonitor } from '../../testing/monitors/write-icmp.ts'

const unknown = 999_999

forOneEngine('check groups over HTTP', (engine) => {
  const api = apiUnderTest(engine)
  const show = (id: number, options: CallOptions = {}) => api.call('GET', `/v1/check-groups/${id}`, options)
  const put = (version: 1 | 2, id: number, body: object, options: CallOptions = {}) =>
    api.call('PUT', `/v${version}/check-groups/${id}`, { ...options, body })

  const patch = (id: number, body: object, options: CallOptions = {}) =>
    api.call('PATCH', `/v2/check-groups/${id}`, { ...options, body })

  async function strangers() {
    const { id, key } = await api.makeUser()
    return { key, account: await api.makeAccount(id) }
  }

  async function makeLocation(options: CallOptions = {}) {
    const slugName = `s-${randomUUID().slice(0, 8)}`
    const made = await api.call('POST', '/v1/private-locations', {
      ...options,
      body: { name: 'Office', slugName },
    })
    return { id: made.textAt('id'), slugName }
  }

  const shared = {
    name: 'Shop',
    activated: true,
    muted: false,
    tags: [],
    locations: [],
    privateLocations: [],
    concurrency: 3,
    apiCheckDefaults: { url: '', headers: [], queryParameters: [], assertions: [], basicAuth: null },
    runtimeId: null,
    environmentVariables: null,
    setupSnippetId: null,
    tearDownSnippetId: null,
    localSetupScript: null,
    localTearDownScript: null,
    alertChannelSubscriptions: [],
    checks: [],
    updated_at: null,
    projectBindings: { owner: null, references: [] },
  }

  test('case 21: a group of version 2 has nothing to say until told, one of version 1 always', async () => {
    const query = '?autoAssignAlerts=false'
    const second = await api.call('POST', `/v2/check-groups${query}`, { body: { name: 'Shop' } })
    assert.equal(second.status, 201, second.text)
    assert.equal(second.headers.deprecation, undefined)
    const shown = await show(Number(second.at('id')))
    assert.deepEqual(shown.body, second.body)
    assert.deepEqual(shown.body, {
      ...shared,
      id: second.at('id'),
      created_at: new Date(api.clock.now() - 150).toISOString(),
      doubleCheck: false,
      useGlobalAlertSettings: null,
      alertSettings: null,
      runParallel: null,
      retryStrategy: 'FALLBACK',
    })
    const first = await api.call('POST', `/v1/check-groups${query}`, { body: { name: 'Shop' } })
    assert.equal(first.status, 201, first.text)
    assert.equal(first.headers.deprecation, 'true')
    assert.deepEqual((await show(Number(first.at('id')))).body, {
      ...shared,
      id: first.at('id'),
      created_at: new Date(api.clock.now() - 150).toISOString(),
      doubleCheck: true,
      useGlobalAlertSettings: true,
      alertSettings: defaultAlertSettings,
      runParallel: false,
      retryStrategy: null,
    })
    const retryStrategy = { type: 'LINEAR', baseBackoffSeconds: 60, sameRegion: true, maxRetries: 1 }
    const third = await makeGroup(api, { retryStrategy: { type: 'LINEAR', maxRetries: 1 } }, { version: 1 })
    assert.deepEqual((await show(third)).at('retryStrategy'), retryStrategy)
  })

  test('what was sent comes back', async () => {
    const { slugName } = await makeLocation()
    const body = {
      name: 'All',
      activated: false,
      muted: true,
      tags: ['b', 'a'],
      locations: ['eu-west-3', 'eu-west-1'],
      privateLocations: [slugName],
      concurrency: 7,
      apiCheckDefaults: {
        url: 'https://{{HOST}}',
        headers: [{ key: 'a', value: 'b', locked: true }],
        queryParameters: [{ key: 'q', value: '', locked: false }],
        assertions: [
          { source: 'STATUS_CODE', comparison: 'EQUALS', property: '', target: '200', regex: null },
        ],
        basicAuth: { username: 'u', password: 'p' },
      },
      browserCheckDefaults: 'x',
      runtimeId: '2025.04',
      environmentVariables: [{ key: 'K', value: 'v', locked: false, secret: false }],
      localSetupScript: 'a()',
      localTearDownScript: 'b()',
      useGlobalAlertSettings: false,
      alertSettings: {
        ...defaultAlertSettings,
        escalationType: 'TIME_BASED',
        timeBasedEscalation: { minutesFailingThreshold: 10 },
      },
      runParallel: true,
      retryStrategy: { type: 'FIXED', baseBackoffSeconds: 0, sameRegion: false, onlyOn: ['NETWORK_ERROR'] },
      doubleCheck: true,
    }
    const answer = await createGroup(api, body)
    const { id: _id, created_at: _at, ...shown } = answer.record()
    assert.deepEqual(shown, {
      ...shared,
      ...body,
      alertChannelSubscriptions: shown['alertChannelSubscriptions'],
    })
  })

  test('a known client may send null for empty lists and read-only fields', async () => {
    const answer = await createGroup(api, {
      id: 5,
      tags: null,
      locations: null,
      privateLocations: null,
      environmentVariables: null,
      alertChannelSubscriptions: null,
      checks: ['x'],
      created_at: '0001-01-01T00:00:00Z',
    })
    assert.deepEqual([answer.at('tags'), answer.at('locations'), answer.at('checks')], [[], [], []])
  })

  const wrong: [object, string[]][] = [
    [{ name: '' }, ['name']],
    [{ name: null }, ['name']],
    [{ activated: 'yes' }, ['activated']],
    [{ concurrency: 0 }, ['concurrency']],
    [{ concurrency: 1.5 }, ['concurrency']],
    [{ concurrency: 1e12 }, ['concurrency']],
    [{ locations: ['mars-1'] }, ['locations.0']],
    [{ privateLocations: ['nowhere'] }, ['privateLocations.0']],
    [{ tags: [''] }, ['tags.0']],
    [{ retryStrategy: 'NEVER' }, ['retryStrategy']],
    [{ retryStrategy: { type: 'SINGLE_RETRY', maxRetries: 2 } }, ['retryStrategy.maxRetries']],
    [{ alertSettings: { reminders: { amount: 7 } } }, ['alertSettings.reminders.amount']],
    [{ setupSnippetId: 3 }, ['setupSnippetId']],
    [{ environmentVariables: [{ key: 'K' }] }, ['environmentVariables.0.value']],
    [{ environmentVariables: [{ key: 'K', value: null }] }, ['environmentVariables.0.value']],
    [
      { alertChannelSubscriptions: [{ alertChannelId: unknown, activated: true }] },
      ['alertChannelSubscriptions.0.alertChannelId'],
    ],
  ]
  for (const [body, keys] of wrong) {
    test(`${JSON.stringify(body)} is refused by name, and nothing is written`, async () => {
      const id = await makeGroup(api, { name: 'Kept' })
      const { body: before } = await show(id)
      const total = (await api.call('GET', '/v1/check-groups')).headers['content-range']
      for (const version of [1, 2] as const) {
        const made = await api.call('POST', `/v${version}/check-groups`, { body: { name: 'X', ...body } })
        expectInvalid(made, 'payload', keys)
        expectInvalid(await put(version, id, { name: 'X', ...body }), 'payload', keys)
      }
      assert.deepEqual((await show(id)).body, before)
      assert.equal((await api.call('GET', '/v1/check-groups')).headers['content-range'], total)
    })
  }

  test('ids of others are unknown, in the path and in the body', async () => {
    const id = await makeGroup(api)
    const others = await strangers()
    const theirs = await makeGroup(api, {}, others)
    const location = await makeLocation(others)
    for (const group of [theirs, unknown]) {
      expectError(await show(group), 404)
      expectError(await put(1, group, {}), 404)
      expectError(await put(2, group, { name: 'X' }), 404)
      expectError(await api.call('DELETE', `/v1/check-groups/${group}`), 404)
      for (const version of ['v1', 'v2']) {
        expectError(await api.call('GET', `/${version}/check-groups/${group}/checks`), 404)
      }
    }
    expectInvalid(await put(1, id, { privateLocations: [location.id] }), 'payload', ['privateLocations.0'])
    for (const path of ['/v1/check-groups/abc', '/v1/check-groups/0', '/v1/check-groups/1.5']) {
      expectInvalid(await api.call('GET', path), 'params', ['id'])
    }
  })

  test('roles: reading is for everybody, writing for READ_WRITE', async () => {
    const id = await makeGroup(api)
    const reader = { key: await api.makeServiceKey(api.accountId, 'READ_RUN') }
    const writer = { key: await api.makeServiceKey(api.accountId, 'READ_WRITE') }
    assert.equal((await show(id, reader)).status, 200)
    expectError(await put(1, id, {}, reader), 403)
    expectError(await api.call('POST', '/v2/check-groups', { ...reader, body: { name: 'X' } }), 403)
    expectError(await api.call('DELETE', `/v1/check-groups/${id}`, reader), 403)
    assert.equal((await put(1, id, { name: 'Y' }, writer)).at('name'), 'Y')
  })

  test('case 17: deleted twice is 204 and 404; with a check it is 409', async () => {
    const id = await makeGroup(api)
    const checkId = await makeMonitor(api, { groupId: id })
    const refused = await api.call('DELETE', `/v1/check-groups/${id}`)
    expectError(refused, 409)
    assert.equal((await api.call('DELETE', `/v1/checks/${checkId}`)).status, 204)
    assert.equal((await api.call('DELETE', `/v1/check-groups/${id}`)).status, 204)
    expectError(await api.call('DELETE', `/v1/check-groups/${id}`), 404)
  })

  test('PUT of version 1 changes what is sent, and leaves a group of version 2 one', async () => {
    const id = await makeGroup(api, {
      tags: ['a'],
      alertSettings: { escalationType: 'TIME_BASED' },
      apiCheckDefaults: { url: 'https://a.example', basicAuth: { username: 'u', password: 'p' } },
    })
    const { body: before } = await show(id)
    assert.ok(isRecord(before))
    const changed = await put(1, id, {
      muted: true,
      alertSettings: { reminders: { amount: 5 } },
      apiCheckDefaults: { url: 'https://b.example' },
    })
    assert.equal(changed.status, 200, changed.text)
    assert.deepEqual(changed.body, {
      ...before,
      muted: true,
      alertSettings: {
        ...defaultAlertSettings,
        escalationType: 'TIME_BASED',
        reminders: { amount: 5, interval: 5 },
      },
      apiCheckDefaults: {
        ...(isRecord(before['apiCheckDefaults']) ? before['apiCheckDefaults'] : {}),
        url: 'https://b.example',
      },
      updated_at: new Date(api.clock.now()).toISOString(),
    })
    assert.equal((await findGroup(api.store.read, { accountId: api.accountId, id }))?.version, 2)
  })

  test('PATCH changes what is sent, and can leave a setting of a version 2 group to the checks', async () => {
    const channel = await makeChannel(api)
    const alertChannelSubscriptions = [{ alertChannelId: channel, activated: false }]
    const made = await api.call('POST', '/v2/check-groups?autoAssignAlerts=false', {
      body: {
        name: 'Shop',
        tags: ['a'],
        runParallel: true,
        useGlobalAlertSettings: false,
        alertSettings: { escalationType: 'TIME_BASED' },
        retryStrategy: { type: 'LINEAR', maxRetries: 1 },
        environmentVariables: [{ key: 'TOKEN', value: 'sesame', secret: true }],
        alertChannelSubscriptions,
      },
    })
    const id = Number(made.at('id'))
    const muted = await patch(id, { muted: true })
    assert.equal(muted.status, 200, muted.text)
    const updatedAt = () => new Date(api.clock.now()).toISOString()
    assert.deepEqual(muted.body, { ...made.record(), muted: true, updated_at: updatedAt() })
    const left = { runParallel: null, useGlobalAlertSettings: null, retryStrategy: 'FALLBACK' }
    const changed = await patch(id, { ...left, alertSettings: { reminders: { amount: 5 } } })
    assert.deepEqual(changed.body, {
      ...muted.record(),
      ...left,
      alertSettings: {
        ...defaultAlertSettings,
        escalationType: 'TIME_BASED',
        reminders: { amount: 5, interval: 5 },
      },
      updated_at: updatedAt(),
    })
    assert.deepEqual((await show(id)).body, changed.body)
    expectInvalid(await patch(id, { name: null, concurrency: 0 }), 'payload', ['name', 'concurrency'])
    expectError(await patch(unknown, { muted: true }), 404)
    const others = await strangers()
    expectError(await patch(id, { muted: false }, others), 404)
    const reader = await api.makeUser()
    await api.join(api.accountId, reader.id, 'READ_RUN')
    expectError(await patch(id, { muted: false }, { key: reader.key }), 403)
    assert.deepEqual((await show(id)).body, changed.body)
  })

  test('PATCH leaves a group of version 1 one, which decides for its checks', async () => {
    const id = await makeGroup(api, {}, { version: 1 })
    const before = (await show(id)).record()
    const undecided = { useGlobalAlertSettings: null, alertSettings: null, runParallel: null }
    expectInvalid(await patch(id, { ...undecided, muted: true }), 'payload', Object.keys(undecided))
    assert.deepEqual((await show(id)).body, before)
    assert.equal((await patch(id, { muted: true })).at('retryStrategy'), null)
    assert.equal((await findGroup(api.store.read, { accountId: api.accountId, id }))?.version, 1)
  })

  test('PUT of version 2 writes the whole group, which becomes one of version 2, and keeps its subscriptions', async () => {
    const channel = await makeChannel(api)
    const alertChannelSubscriptions = [{ alertChannelId: channel, activated: false }]
    const body = { tags: ['a'], concurrency: 9, runParallel: true, alertChannelSubscriptions }
    const made = await api.call('POST', '/v1/check-groups?autoAssignAlerts=false', {
      body: { name: 'X', ...body },
    })
    const id = Number(made.at('id'))
    const changed = await put(2, id, { name: 'Shop' })
    assert.equal(changed.status, 200, changed.text)
    assert.deepEqual(changed.body, {
      ...shared,
      id,
      created_at: made.at('created_at'),
      updated_at: new Date(api.clock.now()).toISOString(),
      doubleCheck: false,
      useGlobalAlertSettings: null,
      alertSettings: null,
      runParallel: null,
      retryStrategy: 'FALLBACK',
      alertChannelSubscriptions,
    })
    assert.equal((await findGroup(api.store.read, { accountId: api.accountId, id }))?.version, 2)
    expectInvalid(await put(2, id, {}), 'payload', ['name'])
    const emptied = await put(2, id, { name: 'Shop', alertChannelSubscriptions: [] })
    assert.deepEqual(emptied.at('alertChannelSubscriptions'), [])
  })

  test('a new group is subscribed to every channel unless told; what it lists keeps its own word', async () => {
    const others = await strangers()
    const [first, second] = [await makeChannel(api, {}, others), await makeChannel(api, {}, others)]
    const listed = [{ alertChannelId: second, activated: false }]
    const make = async (query: string, body: object) => {
      const made = await api.call('POST', `/v2/check-groups${query}`, {
        ...others,
        body: { name: 'X', ...body },
      })
      return made.at('alertChannelSubscriptions')
    }
    assert.deepEqual(await make('', { alertChannelSubscriptions: listed }), [
      ...listed,
      { alertChannelId: first, activated: true },
    ])
    assert.deepEqual(await make('?autoAssignAlerts=false', { alertChannelSubscriptions: listed }), listed)
    assert.deepEqual(await make('?autoAssignAlerts=false', {}), [])
  })

  test('lists are newest first, paged and filtered, each group with the ids of its checks', async () => {
    const others = await strangers()
    const list = async (query: string) => {
      const answer = await api.call('GET', `/v1/check-groups${query}`, others)
      assert.equal(answer.status, 200, answer.text)
      assert.ok(Array.isArray(answer.body))
      const names = answer.body.map((group: unknown) => (isRecord(group) ? group['name'] : null))
      return [names.join(' '), answer.headers['content-range']]
    }
    assert.deepEqual(await list(''), ['', 'items */0'])
    const ids: number[] = []
    for (const name of ['a', 'b', 'c']) {
      ids.push(await makeGroup(api, { name, tags: [name, 'x'] }, others))
    }
    const groupId = ids.at(-1)
    const checks = [await makeMonitor(api, { groupId }, others), await makeMonitor(api, { groupId }, others)]
    assert.deepEqual(await list(''), ['c b a', 'items 0-2/3'])
    assert.deepEqual(await list('?limit=1&page=2'), ['b', 'items 1-1/3'])
    assert.deepEqual(await list('?page=9'), ['', 'items */3'])
    assert.deepEqual(await list('?tag=a&tag=b'), ['b a', 'items 0-1/2'])
    assert.deepEqual(await list('?tag[]=x&name=A'), ['a', 'items 0-0/1'])
    const answer = await api.call('GET', '/v1/check-groups', others)
    assert.deepEqual(answer.at('0.checks'), checks.toReversed())
    expectInvalid(await api.call('GET', '/v1/check-groups?limit=101', others), 'query', ['limit'])
  })
})
