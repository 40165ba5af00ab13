import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { minuteMs } from '@sonde/ground/durations.ts'
import { agentVersion } from '@sonde/schema/agents/agent-version.ts'
import { agentConnectedMinutes, agentListedHours } from '@sonde/schema/agents/agent.ts'
import { markAgentLeft, upsertAgent, type AgentRow } from '@sonde/store/locations/agents.ts'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { apiUnderTest } from '../../testing/api-under-test.ts'
import { expectError, expectInvalid } from '../../testing/expect-refusal.ts'

const path = '/v1/agents'

const details = {
  name: 'cellar-1',
  platform: 'linux',
  arch: 'x64',
  nodeVersion: 'v26.10.0',
  checkTypes: ['ICMP', 'TCP'],
  capabilities: { icmp: 'none', missing: ['Add NET_RAW'] },
  concurrency: { uptime: 500, main: 1 },
}

forOneEngine('the list of agents', (engine) => {
  const api = apiUnderTest(engine)

  async function register(agent: Partial<AgentRow>): Promise<string> {
    const id = randomUUID()
    const now = api.clock.now()
    const row = {
      id,
      locationKeyId: null,
      location: 'embedded',
      accountId: null,
      privateLocationId: null,
      version: agentVersion,
      imageVariant: 'main',
      details,
      registeredAt: now,
      lastSeenAt: now,
      ...agent,
    }
    assert.equal(await api.store.write((db) => upsertAgent(db, row)), true)
    return id
  }

  async function registerPrivate(agent: Partial<AgentRow> = {}) {
    const slugName = `s-${randomUUID().slice(0, 8)}`
    const made = await api.call('POST', '/v1/private-locations', { body: { name: 'Office', slugName } })
    const [privateLocationId, locationKeyId] = [made.textAt('id'), made.textAt('keys.0.id')]
    const place = { locationKeyId, privateLocationId, accountId: api.accountId, location: slugName }
    return { ...place, id: await register({ ...place, ...agent }) }
  }

  async function idsSeenBy(options: { account?: string; query?: string } = {}): Promise<unknown[]> {
    const { query = '', ...caller } = options
    const { body } = await api.call('GET', `${path}?limit=100${query}`, caller)
    assert.ok(Array.isArray(body))
    return body.map((agent: { id: unknown }) => agent.id)
  }

  test('says of an agent what it can, what it holds and what it lacks', async () => {
    const { id, location, locationKeyId, privateLocationId } = await registerPrivate({ version: '8.3.9' })
    const at = new Date(api.clock.now()).toISOString()
    assert.deepEqual((await api.call('GET', `${path}?location=${location}`)).body, [
      {
        id,
        name: 'cellar-1',
        place: 'PRIVATE',
        location,
        privateLocationId,
        keyId: locationKeyId,
        version: '8.3.9',
        isOutdated: true,
        system: 'linux, x64, v26.10.0',
        checkTypes: ['ICMP', 'TCP'],
        capacity: 500,
        scripts: 'UNKNOWN',
        scriptNetwork: null,
        browsers: [],
        scriptCapacity: null,
        openRuns: 0,
        missing: ['Add NET_RAW'],
        registeredAt: at,
        lastSeenAt: at,
        isConnected: true,
      },
    ])
  })

  for (const { sandbox, scriptNetwork, shown } of [
    { sandbox: 'namespaces', scriptNetwork: 'firewall', shown: ['NAMESPACES', 'firewall', 4] },
    { sandbox: 'process', scriptNetwork: 'open', shown: ['PROCESS', 'open', 4] },
    { sandbox: 'none', scriptNetwork: 'open', shown: ['NONE', 'open', 4] },
    { sandbox: 'user', scriptNetwork: 'none', shown: ['NONE', 'none', 4] },
    { sandbox: 'a room', scriptNetwork: 7, shown: ['UNKNOWN', null, 4] },
  ]) {
    test(`says how an agent keeps scripts apart: ${sandbox}, ${scriptNetwork}`, async () => {
      const { location } = await registerPrivate({
        details: { ...details, capabilities: { sandbox, scriptNetwork }, concurrency: { script: 4 } },
      })
      const answer = await api.call('GET', `${path}?location=${location}`)
      const fields = ['0.scripts', '0.scriptNetwork', '0.scriptCapacity'].map((field) => answer.at(field))
      assert.deepEqual(fields, shown)
    })
  }

  test('says which browsers an agent has', async () => {
    const browsers = [
      { name: 'chromium', version: '156.0.8078.79', path: '/usr/bin/chromium' },
      7,
      { name: 1 },
    ]
    const { location } = await registerPrivate({ details: { ...details, capabilities: { browsers } } })
    const answer = await api.call('GET', `${path}?location=${location}`)
    assert.deepEqual(answer.at('0.browsers'), [{ name: 'chromium', version: '156.0.8078.79' }])
  })

  test('what an agent did not say of itself is not known', async () => {
    const { location } = await registerPrivate({ details: { name: 7, concurrency: null } })
    const { body } = await api.call('GET', `${path}?location=${location}`)
    const [shown] = body as Record<string, unknown>[]
    assert.deepEqual(
      [shown?.['name'], shown?.['system'], shown?.['capacity'], shown?.['checkTypes'], shown?.['missing']],
      [null, null, null, [], []],
    )
  })

  test('agents that serve everybody are shown to the first account only', async () => {
    const embedded = await register({})
    const key = await api.call('POST', '/v1/locations/eu-west-1/keys')
    const dataCenter = await register({ location: 'eu-west-1', locationKeyId: key.textAt('id') })
    const { id: own } = await registerPrivate()
    const seen = await idsSeenBy()
    for (const id of [embedded, dataCenter, own]) assert.ok(seen.includes(id))
    const other = await api.makeAccount(api.ownerId)
    assert.deepEqual(await idsSeenBy({ account: other }), [])
    const { body } = await api.call('GET', `${path}?location=eu-west-1`)
    const [shown] = body as Record<string, unknown>[]
    assert.deepEqual([shown?.['place'], shown?.['location']], ['DATA_CENTER', 'eu-west-1'])
  })

  test('a lost agent is listed for a day, one that was stopped is not', async () => {
    const { id, location } = await registerPrivate()
    const query = `&location=${location}`
    const url = `${path}?location=${location}`
    assert.equal(
      (await api.call('GET', url, { afterMs: agentConnectedMinutes * minuteMs })).at('0.isConnected'),
      true,
    )
    assert.equal((await api.call('GET', url, { afterMs: 1 })).at('0.isConnected'), false)
    api.clock.advance((agentListedHours - 1) * 60 * minuteMs)
    assert.deepEqual(await idsSeenBy({ query }), [id])
    api.clock.advance(60 * minuteMs)
    assert.deepEqual(await idsSeenBy({ query }), [])
    const stopped = await registerPrivate()
    await api.store.write((db) => markAgentLeft(db, stopped.id, api.clock.now()))
    assert.deepEqual(await idsSeenBy({ query: `&location=${stopped.location}` }), [])
  })

  test('is in pages, and tells the total', async () => {
    const { location, ...place } = await registerPrivate()
    for (let number = 0; number < 4; number += 1) {
      await register({ ...place, location, id: randomUUID() })
    }
    const answer = await api.call('GET', `${path}?location=${location}&limit=2&page=3`)
    assert.equal(answer.headers['content-range'], 'items 4-4/5')
    expectInvalid(await api.call('GET', `${path}?limit=101`), 'query', ['limit'])
  })

  test('a private location tells which checks and groups run there, and nobody else is told', async () => {
    const { privateLocationId, location } = await registerPrivate()
    const url = `/v1/private-locations/${privateLocationId}/users`
    const none = { checks: [], checkCount: 0, groups: [], groupCount: 0 }
    assert.deepEqual((await api.call('GET', url)).body, none)
    const check = await api.call('POST', '/v1/checks/icmp', {
      body: { name: 'Door', request: { hostname: '127.0.0.1' }, privateLocations: [location] },
    })
    assert.equal(check.status, 201, check.text)
    const group = await api.call('POST', '/v2/check-groups', {
      body: { name: 'House', privateLocations: [location] },
    })
    assert.equal(group.status, 201, group.text)
    assert.deepEqual((await api.call('GET', url)).body, {
      checks: [{ id: check.textAt('id'), name: 'Door' }],
      checkCount: 1,
      groups: [{ id: group.at('id'), name: 'House' }],
      groupCount: 1,
    })
    expectError(await api.call('GET', url, { account: await api.makeAccount(api.ownerId) }), 404)
  })
})
