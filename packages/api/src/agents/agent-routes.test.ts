import assert from 'node:assert/strict'
import { hash, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { resultOf } from '@sonde/runs/testing/fake-agent.ts'
import { icmpFields } from '@sonde/runs/testing/icmp-checks.ts'
import type { LeaseAnswer } from '@sonde/schema/agents/agent-protocol.ts'
import { useBundle } from '@sonde/store/artifacts/code-bundles.ts'
import { insertTrialRun } from '@sonde/store/runs/trial-runs.ts'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { agentBodies, free, registration } from '../../testing/agent-bodies.ts'
import { type AgentCall, agentsUnderTest, type AgentsUnderTest } from '../../testing/agents-under-test.ts'
import { expectError, expectInvalid } from '../../testing/expect-refusal.ts'
import type { Answer } from '../../testing/http-client.ts'

function leased(answer: Answer): LeaseAnswer['runs'] {
  assert.equal(answer.status, 200, answer.text)
  // The answer was made by the schema of this type.
  return (answer.body as LeaseAnswer).runs
}

async function registered(agents: AgentsUnderTest, location: string) {
  const key = await agents.makeKey(location)
  const caller = { key: key.key, agentId: randomUUID() }
  const answer = await agents.call('register', { ...caller, body: registration })
  assert.equal(answer.status, 200, answer.text)
  return { ...caller, row: key, answer }
}

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

  test('SI 7, case 74: code is given out as it is, to the runs that use it', async () => {
    const { key, agentId } = await registered(agents, 'me-south-1')
    const fetchCode = async (sha256: string, ticket: string, caller: { key?: string | null } = {}) =>
      await agents.fetchCode(sha256, ticket, { key, agentId, ...caller })
    const code = 'console.log("grün")'
    const check = await agents.addCheck('me-south-1', { localSetupScript: code })
    const [run] = leased(
      await agents.call('lease', { key, agentId, body: { free: { ...free.free, script: 5 } } }),
    )
    assert.equal(run?.checkId, check.id)
    const [file] = run?.script?.files ?? []
    assert.ok(run !== undefined && file !== undefined)
    const answer = await fetchCode(file.sha256, run.ticket)
    assert.equal(answer.status, 200, answer.text)
    assert.equal(answer.headers['content-type'], 'application/octet-stream')
    assert.equal(answer.headers['x-ratelimit-limit'], '10000')
    assert.deepEqual([answer.text, Buffer.byteLength(answer.text)], [code, file.bytes])
    expectError(await fetchCode('0'.repeat(64), run.ticket), 404)
    expectError(await fetchCode(file.sha256, ''), 404)
    expectError(await fetchCode(file.sha256, `x${run.ticket}`), 404)
    expectInvalid(await fetchCode('abc', run.ticket), 'params', ['sha256'])
    expectError(await fetchCode(file.sha256, run.ticket, { key: null }), 401)
    const elsewhere = await registered(agents, 'af-south-1')
    expectError(await agents.fetchCode(file.sha256, run.ticket, elsewhere), 404)
  })

  test('a golden file is taken from a run that is to make such, as it was announced', async () => {
    const { key, agentId } = await registered(agents, 'ap-northeast-3')
    const bytes = Buffer.from([0x89, 0x50, 0, 255])
    const sha256 = hash('sha256', bytes)
    const bring = (ticket: string, caller: Partial<AgentCall> = {}, announced = sha256) =>
      agents.storeGolden(announced, ticket, { key, agentId, payload: bytes, ...caller })
    const lease = async () =>
      leased(await agents.call('lease', { key, agentId, body: free }))[0]?.ticket ?? ''
    await agents.addCheck('ap-northeast-3')
    expectError(await bring(await lease()), 422)
    await agents.store.write((db) =>
      insertTrialRun(db, {
        id: randomUUID(),
        accountId: agents.accountId,
        checkType: 'ICMP',
        name: 'Trial',
        groupId: null,
        config: { ...icmpFields(), updateSnapshots: true },
        sealedConfig: null,
        sealedSecrets: null,
        place: 'ap-northeast-3',
        location: 'ap-northeast-3',
        status: 'QUEUED',
        waitingFor: null,
        createdAt: agents.clock.now(),
        startedAt: null,
        endedAt: null,
        reason: null,
        result: null,
        session: null,
      }),
    )
    await agents.runs.trialRunWritten()
    const ticket = await lease()
    expectError(await bring(ticket, { key: null }), 401)
    expectError(await bring(`x${ticket}`), 422)
    expectError(await bring(ticket, {}, '0'.repeat(64)), 422)
    expectError(await bring(ticket, { payload: Buffer.alloc(20_000_001) }), 422)
    expectInvalid(await bring(ticket, { headers: { 'x-made-by': 'a<b>' } }), 'headers', ['x-made-by'])
    expectInvalid(await bring(ticket, {}, 'abc'), 'params', ['sha256'])
    const answer = await bring(ticket)
    assert.deepEqual([answer.status, answer.body], [200, { key: `${agents.accountId}/${sha256}` }])
  })

  test('a bundle is given out as it is, to runs of the check that has it', async () => {
    const { key, agentId } = await registered(agents, 'ap-east-1')
    const check = await agents.addCheck('ap-east-1', { localSetupScript: 'go()' })
    const [run] = leased(
      await agents.call('lease', { key, agentId, body: { free: { ...free.free, script: 5 } } }),
    )
    assert.ok(run !== undefined && run.checkId === check.id)
    const { accountId } = check
    const announced = { accountId, bytes: null, sha256: null }
    const content = Buffer.from('the archive of a project')
    const outcome = await agents.artifacts.bundles.receive(announced, Readable.from([content]))
    assert.ok(outcome.kind === 'stored')
    const { sha256 } = outcome.bundle
    const fetchBundle = async (ticket: string, wanted = sha256) =>
      await agents.fetchBundle(wanted, ticket, { key, agentId })
    // Bundles of the account are not everybody's: the check has to have it.
    expectError(await fetchBundle(run.ticket), 404)
    const at = agents.clock.now()
    const owner = { accountId, kind: 'check', id: check.id } as const
    const use = { sha256, at, keptUntil: null, replacedUntil: at }
    assert.ok(await agents.store.write((db) => useBundle(db, owner, use)))
    const answer = await fetchBundle(run.ticket)
    assert.equal(answer.status, 200, answer.text)
    assert.deepEqual([answer.text, answer.headers['content-length']], [content.toString(), '24'])
    expectError(await fetchBundle(''), 404)
    expectError(await fetchBundle(run.ticket, '0'.repeat(64)), 404)
    expectInvalid(await fetchBundle(run.ticket, 'abc'), 'params', ['sha256'])
    const elsewhere = await registered(agents, 'us-west-2')
    expectError(await agents.fetchBundle(sha256, run.ticket, elsewhere), 404)
  })

  test('the largest files that may come in one message fit into a body', async () => {
    const { key, agentId } = await registered(agents, 'ap-south-1')
    const asset = {
      name: 'a.pcap',
      type: 'pcap',
      contentType: 'application/json',
      content: 'A'.repeat(1_400_000),
    }
    const send = (assets: object[]) =>
      agents.call('diagnostics', {
        key,
        agentId,
        body: { runId: randomUUID(), attempt: 1, ticket: 'x'.repeat(5_000), assets },
      })
    assert.equal((await send([asset, asset, asset])).status, 204)
    expectInvalid(await send([{ ...asset, content: `${asset.content}A` }]), 'payload', ['assets.0.content'])
    const small = { ...asset, content: 'AAAA' }
    expectInvalid(await send([small, small, small, small]), 'payload', ['assets'])
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
