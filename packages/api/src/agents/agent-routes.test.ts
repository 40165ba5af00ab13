import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { resultOf } from '@sonde/runs/testing/fake-agent.ts'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { agentBodies, free, registration } from '../../testing/agent-bodies.ts'
import { agentsUnderTest } from '../../testing/agents-under-test.ts'
import { expectError, expectInvalid } from '../../testing/expect-refusal.ts'
import { leased, registered } from '../../testing/registered-agents.ts'

forOneEngine('agents over HTTP', (engine) => {
  const agents = agentsUnderTest(engine, { pollMs: 60_000 })

  test('an agent without a readable id is told so, on every route', async () => {
    const { key } = await agents.makeKey('eu-west-1')
    for (const [route, body] of Object.entries(agentBodies)) {
      for (const agentId of [null, '', 'me', '6f0c2f5e-7c1d-4a53-9f6e', `{${randomUUID()}}`]) {
        expectInvalid(await agents.call(route, { key, agentId, body }), 'headers', ['X-Agent-Id'])
      }
    }
  })

  test('requests count against the key of a location, whichever agent sends them, on every route', async () => {
    const [one, other] = [await agents.makeKey('eu-west-1'), await agents.makeKey('eu-west-1')]
    const left = async (route: string, key: string) => {
      const { headers } = await agents.call(route, { key, agentId: randomUUID(), body: agentBodies[route] })
      assert.equal(headers['x-ratelimit-limit'], '10000', route)
      return Number(headers['x-ratelimit-remaining'])
    }
    for (const route of ['renew', 'release', 'results', 'heartbeat', 'events', 'diagnostics']) {
      assert.deepEqual([await left(route, one.key), await left(route, one.key)], [9_999, 9_998], route)
      assert.equal(await left(route, other.key), 9_999, route)
    }
  })

  test('registering tells the location of the key and the times to keep', async () => {
    const { answer } = await registered(agents, 'eu-west-2')
    assert.deepEqual(answer.body, {
      location: 'eu-west-2',
      leaseMs: 60_000,
      renewMs: 20_000,
      pollMs: 60_000,
      heartbeatMs: 30_000,
      serverTime: agents.clock.now(),
    })
    assert.ok(agents.runs.servedLocations().includes('eu-west-2'))
  })

  test('an agent that has not registered is not found, on every route where that matters', async () => {
    const { key } = await agents.makeKey('eu-west-3')
    for (const route of ['lease', 'renew', 'release', 'results', 'heartbeat']) {
      expectError(await agents.call(route, { key, agentId: randomUUID(), body: agentBodies[route] }), 404)
    }
  })

  test('an agent that is too old has to be replaced', async () => {
    const { key } = await agents.makeKey('eu-west-3')
    const agentId = randomUUID()
    for (const version of ['7.99.99', '0.0.0', '1.2.3-beta']) {
      const body = { ...registration, version }
      const answer = await agents.call('register', { key, agentId, body })
      expectError(answer, 426)
      assert.match(answer.textAt('message'), /8\.0\.0 or newer/)
    }
  })

  test('an id that belongs to an agent with another key is taken', async () => {
    const { agentId } = await registered(agents, 'us-east-1')
    const other = await agents.makeKey('us-east-2')
    for (const id of [agentId, agentId.toUpperCase()]) {
      expectError(await agents.call('register', { key: other.key, agentId: id, body: registration }), 409)
    }
    expectError(await agents.call('lease', { key: other.key, agentId, body: free }), 404)
  })

  test('a run goes out and its result comes in, once', async () => {
    const { key, agentId } = await registered(agents, 'ap-south-1')
    const check = await agents.addCheck('ap-south-1')
    const [run] = leased(await agents.call('lease', { key, agentId, body: free }))
    assert.ok(run !== undefined)
    assert.equal(run.checkId, check.id)
    const renewed = await agents.call('renew', {
      key,
      agentId,
      body: { runs: [{ leaseId: run.leaseId, ticket: run.ticket }] },
    })
    assert.deepEqual([renewed.at('lost'), renewed.at('cancel')], [[], []])
    const result = resultOf(run, agents.clock.now())
    const body = {
      sentAt: agents.clock.now(),
      results: [
        { ...result, detail: { pings: 3 } },
        { ...result, runId: randomUUID(), ticket: 'forged' },
        result,
        result,
      ],
    }
    const stored = await agents.call('results', { key, agentId, body })
    assert.deepEqual(stored.at('states'), ['refused', 'refused', 'stored', 'stored'])
    const rows = await agents.store.read.selectFrom('results').select('attempt').execute()
    assert.equal(rows.length, 1)
    assert.equal((await agents.call('heartbeat', { key, agentId })).status, 200)
    const event = {
      message: 'oops',
      stack: null,
      count: 1,
      agentVersion: '8.4.0',
      imageVariant: 'uptime',
      platform: 'linux',
      arch: 'x64',
      nodeVersion: 'v26.0.0',
    }
    assert.equal((await agents.call('events', { key, agentId, body: { events: [event] } })).status, 204)
  })

  test('text that a database cannot hold refuses neither its result nor the batch', async () => {
    const { key, agentId } = await registered(agents, 'sa-east-1')
    await agents.addCheck('sa-east-1')
    const [run] = leased(await agents.call('lease', { key, agentId, body: free }))
    assert.ok(run !== undefined)
    const odd = 'half \ud800 and \u0000'
    const result = resultOf(run, agents.clock.now(), { said: 'failed' })
    const body = {
      sentAt: agents.clock.now(),
      results: [{ ...result, verdict: { ...result.verdict, reason: odd } }],
    }
    const stored = await agents.call('results', { key, agentId, body })
    assert.deepEqual([stored.status, stored.at('states')], [200, ['stored']], stored.text)
  })

  test('a result with a number that cannot be true is refused, and the others of its message are stored', async () => {
    const { key, agentId } = await registered(agents, 'eu-central-1')
    await agents.addCheck('eu-central-1')
    await agents.addCheck('eu-central-1')
    const [first, second] = leased(await agents.call('lease', { key, agentId, body: free }))
    assert.ok(first !== undefined && second !== undefined)
    const good = resultOf(first, agents.clock.now())
    const bad = { ...good, verdict: { ...good.verdict, responseTime: 86_400_001 } }
    const results = [bad, resultOf(second, agents.clock.now())]
    const answer = await agents.call('results', {
      key,
      agentId,
      body: { sentAt: agents.clock.now(), results },
    })
    assert.deepEqual(answer.at('states'), ['refused', 'stored'], answer.text)
  })

  test('events of an agent that has not registered are not found', async () => {
    const { key } = await registered(agents, 'eu-north-1')
    expectError(await agents.call('events', { key, agentId: randomUUID(), body: { events: [] } }), 404)
  })

  test('a key has a thousand agents; one more has to wait until others are silent', async () => {
    const { key, agentId, row } = await registered(agents, 'eu-south-1')
    const register = (id: string = randomUUID()) =>
      agents.call('register', { key, agentId: id, body: registration })
    const count = async () => {
      const query = agents.store.read.selectFrom('agents').select('id').where('location_key_id', '=', row.id)
      return (await query.execute()).length
    }
    for (let made = 1; made < 1_000; made += 1) {
      assert.equal((await register()).status, 200)
    }
    const refused = await register()
    expectError(refused, 429)
    assert.equal(refused.headers['retry-after'], '60')
    assert.equal((await register(agentId)).status, 200)
    assert.equal(await count(), 1_000)
    agents.clock.advance(10 * 60_000)
    assert.equal((await agents.call('heartbeat', { key, agentId })).status, 200)
    assert.equal((await register()).status, 200)
    assert.equal(await count(), 2)
    assert.equal((await agents.call('heartbeat', { key, agentId })).status, 200)
  })

  test('a long poll answers as soon as a run comes', async () => {
    const { key, agentId } = await registered(agents, 'ap-southeast-1')
    const waiting = agents.call('lease', { key, agentId, body: free })
    const check = await agents.addCheck('ap-southeast-1')
    const [run] = leased(await waiting)
    assert.equal(run?.checkId, check.id)
  })

  test('a client that hangs up takes no run with it', async () => {
    const { key, agentId } = await registered(agents, 'ap-northeast-1')
    for (let round = 0; round < 5; round += 1) {
      const outgoing = agents.open('lease', { key, agentId, body: free })
      // The answer to the second request proves that the first one was taken up before.
      await agents.call('heartbeat', { key, agentId })
      outgoing.destroy()
    }
    for (let turn = 0; turn < 5; turn += 1) await agents.call('heartbeat', { key, agentId })
    const check = await agents.addCheck('ap-northeast-1')
    const [run] = leased(await agents.call('lease', { key, agentId, body: free }))
    assert.equal(run?.checkId, check.id)
  })

  test('a released run is there for the next agent', async () => {
    const first = await registered(agents, 'ca-central-1')
    const second = await registered(agents, 'ca-central-1')
    await agents.addCheck('ca-central-1')
    const runs = leased(await agents.call('lease', { ...first, body: free }))
    const body = { runs: runs.map(({ leaseId, ticket }) => ({ leaseId, ticket })) }
    assert.equal((await agents.call('release', { ...first, body })).status, 204)
    assert.deepEqual(
      leased(await agents.call('lease', { ...second, body: free })).map(({ runId }) => runId),
      runs.map(({ runId }) => runId),
    )
  })

  test('a key that is deleted during a long poll: the next call is refused', async () => {
    const { key, agentId, row } = await registered(agents, 'sa-east-1')
    const waiting = agents.call('lease', { key, agentId, body: free })
    await agents.call('heartbeat', { key, agentId })
    await agents.removeKey(row)
    const check = await agents.addCheck('sa-east-1')
    assert.ok((await waiting).status < 500)
    for (const route of Object.keys(agentBodies)) {
      expectError(await agents.call(route, { key, agentId, body: agentBodies[route] }), 401)
    }
    assert.ok(check.id)
  })

  const longest = 4_900_000
  const gzip = { 'content-encoding': 'gzip' }
  const packed = (results: object[], bytes: number) =>
    gzipSync(JSON.stringify({ sentAt: agents.clock.now(), results, more: 'x'.repeat(bytes) }))

  test('a key that has sent many megabytes is told when to come again, and then its results are stored', async () => {
    const caller = await registered(agents, 'ap-southeast-2')
    const other = await registered(agents, 'ap-southeast-2')
    await agents.addCheck('ap-southeast-2')
    const [run] = leased(await agents.call('lease', { ...caller, body: free }))
    assert.ok(run !== undefined)
    const payload = packed([resultOf(run, agents.clock.now())], longest)
    const send = (from: typeof caller, sent = payload) =>
      agents.call('results', { ...from, payload: sent, headers: gzip })
    for (let sent = 0; sent < 8; sent += 1) {
      assert.equal((await send(caller, packed([], longest))).status, 200)
      agents.clock.advance(100)
    }
    const refusal = await send(caller)
    expectError(refusal, 429)
    const waitSeconds = Number(refusal.headers['retry-after'])
    assert.ok(waitSeconds >= 8 && waitSeconds <= 10, String(waitSeconds))
    // What keeps its leases does not wait, nor does anybody else.
    const lease = { leaseId: run.leaseId, ticket: run.ticket }
    assert.deepEqual((await agents.call('renew', { ...caller, body: { runs: [lease] } })).at('lost'), [])
    assert.equal((await send(other, packed([], longest))).status, 200)
    agents.clock.advance(waitSeconds * 1_000)
    assert.deepEqual((await send(caller)).at('states'), ['stored'])
  })

  test('of many megabytes that come at once as many are read as a key may send, each whole', async () => {
    const caller = await registered(agents, 'ap-northeast-2')
    const payload = packed([], longest)
    let waiting = 18
    while (waiting > 0) {
      const calls = Array.from({ length: waiting }, () =>
        agents.call('results', { ...caller, payload, headers: gzip }),
      )
      const answers = await Promise.all(calls)
      const stored = answers.filter(({ status }) => status === 200).length
      assert.ok(stored >= 1 && stored <= 8, `${stored} of ${waiting}`)
      for (const { status, headers } of answers) {
        if (status !== 200) assert.deepEqual([status, Number(headers['retry-after']) <= 11], [429, true])
      }
      waiting -= stored
      agents.clock.advance(11_000)
    }
  })

  test('nothing of all this was an error of ours', () => {
    assert.deepEqual(agents.logged, [])
  })
})
