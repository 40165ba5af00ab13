import assert from 'node:assert/strict'
import { hash, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { icmpFields } from '@sonde/runs/testing/icmp-checks.ts'
import { useBundle } from '@sonde/store/artifacts/code-bundles.ts'
import { insertTrialRun } from '@sonde/store/runs/trial-runs.ts'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { free } from '../../testing/agent-bodies.ts'
import { type AgentCall, agentsUnderTest } from '../../testing/agents-under-test.ts'
import { expectError, expectInvalid } from '../../testing/expect-refusal.ts'
import { leased, registered } from '../../testing/registered-agents.ts'

forOneEngine('files between agents and the service', (engine) => {
  const agents = agentsUnderTest(engine, { pollMs: 60_000 })

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

  test('nothing of all this was an error of ours', () => {
    assert.deepEqual(agents.logged, [])
  })
})
