import assert from 'node:assert/strict'
import { test } from 'node:test'
import { minuteMs } from '@sonde/ground/durations.ts'
import { forEachEngine } from '@sonde/store/testing/engines.ts'
import { runsUnderTest } from '../../testing/runs-under-test.ts'

const hourly = { frequency: 60, frequencyOffset: 300 }

forEachEngine('runs that nobody holds when the program stops', (engine) => {
  test('are made after a short rest, once', async (t) => {
    const under = await runsUnderTest(t, engine)
    const agent = await under.agentAt('eu-west-1')
    const check = await under.addCheck({}, hourly)
    await under.runs.stop()
    assert.equal(await under.pending(), 1)
    await under.restart()
    await under.advance(1_000)
    const run = await agent.leaseOne()
    assert.equal(run.attempt, 1)
    await agent.report([run])
    assert.deepEqual(await under.told(check), ['FINAL passed at eu-west-1'])
    assert.equal(await under.pending(), 0)
  })

  test('are not made up for after a long one', async (t) => {
    const under = await runsUnderTest(t, engine)
    const agent = await under.agentAt('eu-west-1')
    await under.addCheck({}, hourly)
    await under.runs.stop()
    under.clock.advance(7 * minuteMs)
    await under.restart()
    await agent.register()
    await under.advance(1_000)
    assert.deepEqual(await agent.lease(), [])
    assert.equal(await under.pending(), 0)
  })

  test('stay with the agent that holds them', async (t) => {
    const under = await runsUnderTest(t, engine)
    const agent = await under.agentAt('eu-west-1')
    const check = await under.addCheck({}, hourly)
    const held = await agent.leaseOne()
    await under.runs.stop()
    assert.equal(await under.pending(), 0)
    await under.restart()
    assert.deepEqual(await agent.report([held]), ['stored'])
    assert.deepEqual(await under.told(check), ['FINAL passed at eu-west-1'])
  })
})
