import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RunAssignment } from '@sonde/schema/agents/agent-protocol.ts'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import type { FakeAgent } from '../../testing/fake-agent.ts'
import { type RunsUnderTest, runsUnderTest } from '../../testing/runs-under-test.ts'

/** Slow enough that no slot comes between. */
const hourly = { frequency: 60, frequencyOffset: 300 }

forOneEngine('files of failed runs', (engine) => {
  const send = (under: RunsUnderTest, agent: FakeAgent, run: RunAssignment, files: Record<string, number>) =>
    under.runs.agents.sendDiagnostics(agent.caller, {
      runId: run.runId,
      attempt: run.attempt,
      ticket: run.ticket,
      assets: Object.entries(files).map(([name, bytes]) => ({
        name,
        type: 'report',
        contentType: 'application/json',
        content: Buffer.alloc(bytes, 1).toString('base64'),
      })),
    })
  const stored = async ({ store }: RunsUnderTest) => {
    const rows = await store.read.selectFrom('artifacts').select(['name', 'bytes']).orderBy('name').execute()
    return rows.map(({ name, bytes }): [string, number] => [name, Number(bytes)])
  }

  test('come after the result, once, and without a result they are dropped', async (t) => {
    const under = await runsUnderTest(t, engine)
    const agent = await under.agentAt('eu-west-1')
    await under.addCheck({}, hourly)
    const run = await agent.leaseOne()
    await send(under, agent, run, { 'a.json': 1 })
    assert.deepEqual(await stored(under), [])
    await agent.report([run], { said: 'failed' })
    await send(under, agent, run, { 'a.json': 2 })
    await send(under, agent, run, { 'a.json': 3 })
    assert.deepEqual(await stored(under), [['a.json', 2]])
  })

  test('an attempt has four at most, however many messages bring them at once', async (t) => {
    const under = await runsUnderTest(t, engine)
    const agent = await under.agentAt('eu-west-1')
    await under.addCheck({}, hourly)
    const run = await agent.leaseOne()
    await agent.report([run], { said: 'failed' })
    await Promise.all(
      Array.from('abcdef', (letter) =>
        send(under, agent, run, { [`${letter}.json`]: 1, [`${letter}.pcap`]: 1 }),
      ),
    )
    assert.equal((await stored(under)).length, 4)
  })

  test('an attempt has 3 MB at most, and one that does not fit does not keep out a smaller one', async (t) => {
    const under = await runsUnderTest(t, engine)
    const agent = await under.agentAt('eu-west-1')
    await under.addCheck({}, hourly)
    const run = await agent.leaseOne()
    await agent.report([run], { said: 'failed' })
    await send(under, agent, run, { 'a.pcap': 1_000_000, 'b.pcap': 1_000_000 })
    await send(under, agent, run, { 'c.pcap': 1_000_001, 'd.pcap': 1_000_000, 'e.json': 1 })
    assert.deepEqual(await stored(under), [
      ['a.pcap', 1_000_000],
      ['b.pcap', 1_000_000],
      ['d.pcap', 1_000_000],
    ])
  })
})
