import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { minuteMs, secondMs } from '@sonde/ground/durations.ts'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { runsUnderTest } from '../testing/runs-under-test.ts'
import { countSlots, slotsOf } from './schedule/slots.ts'

const everyTenSeconds = { frequency: 0, frequencyOffset: 10 }

forOneEngine('slots that were left out before a restart', (engine) => {
  /** A run that an agent has held over two slots, which were left out because of it. */
  async function withLeftOut(t: TestContext) {
    const under = await runsUnderTest(t, engine)
    const { clock, store, beganAt } = under
    const agent = await under.agentAt('eu-west-1')
    const check = await under.addCheck({ locations: ['eu-west-1'] }, everyTenSeconds)
    const slots = slotsOf(check)
    assert.ok(slots !== null)
    const run = await agent.leaseOne()
    const slotCount = (from: number) => countSlots(slots, from, clock.now())
    while (slotCount(beganAt) < 2) await under.advance(secondMs)
    assert.deepEqual(await under.due(check), { 'eu-west-1': 1 })
    const stored = async () => {
      const rows = await store.read.selectFrom('left_out_slots').select('count').execute()
      return rows.map(({ count }) => count).reduce((sum, count) => sum + count, 0)
    }
    assert.equal(await stored(), 2)
    return { under, agent, check, run, slotCount, stored }
  }

  test('are due when the agent that held the run is never heard of again', async (t) => {
    const { under, check, slotCount, stored } = await withLeftOut(t)
    await under.restart()
    await under.advance(2 * minuteMs)
    assert.deepEqual(await under.due(check), { 'eu-west-1': 1 + slotCount(under.beganAt) })
    assert.equal(await stored(), 0)
    await under.restart()
    await under.advance(2 * minuteMs)
    assert.deepEqual(
      await under.due(check),
      { 'eu-west-1': 1 + slotCount(under.beganAt) },
      'they are counted once',
    )
  })

  test('are due when the agent still holds the run, and then falls silent', async (t) => {
    const { under, agent, check, run, slotCount, stored } = await withLeftOut(t)
    await under.restart()
    assert.deepEqual((await agent.renew([run])).lost, [])
    await under.advance(2 * minuteMs)
    assert.deepEqual(await under.due(check), { 'eu-west-1': 1 + slotCount(under.beganAt) })
    assert.equal(await stored(), 0)
  })

  for (const [when, isRenewed] of [
    ['renewed and made', true],
    ['made', false],
  ] as const) {
    test(`are not due when the run is ${when} after the restart`, async (t) => {
      const { under, agent, check, run, slotCount, stored } = await withLeftOut(t)
      await under.restart()
      if (isRenewed) assert.deepEqual((await agent.renew([run])).lost, [])
      assert.deepEqual(await agent.report([run]), ['stored'])
      const reportedAt = under.clock.now()
      await under.advance(2 * minuteMs)
      assert.deepEqual(await under.due(check), { 'eu-west-1': 1 + slotCount(reportedAt) })
      assert.equal(await stored(), 0)
    })
  }

  test('are not due when the clock is set forward after the restart, and the run is made then', async (t) => {
    const { under, agent, check, run, slotCount, stored } = await withLeftOut(t)
    const heldUntil = under.clock.now()
    await under.restart()
    under.clock.jump(10 * minuteMs)
    await under.runs.work()
    assert.equal(await stored(), 2, 'no time has passed in which the agent could have said so')
    assert.deepEqual(await agent.report([run]), ['stored'])
    await under.advance(2 * minuteMs)
    assert.deepEqual(await under.due(check), { 'eu-west-1': 1 + slotCount(heldUntil) })
    assert.equal(await stored(), 0)
  })

  test('are due when the clock is set back after the restart, after the time that the agent has', async (t) => {
    const { under, stored } = await withLeftOut(t)
    await under.restart()
    under.clock.jump(-3 * secondMs)
    await under.advance(61 * secondMs)
    assert.equal(await stored(), 0)
  })

  test('are not due when the run was made and the program ended before it had said so', async (t) => {
    const { under, agent, check, run, slotCount, stored } = await withLeftOut(t)
    assert.deepEqual(await agent.report([run]), ['stored'])
    const reportedAt = under.clock.now()
    assert.equal(await stored(), 2)
    await under.restart()
    await under.advance(2 * minuteMs)
    assert.deepEqual(await under.due(check), { 'eu-west-1': 1 + slotCount(reportedAt) })
    assert.equal(await stored(), 0)
  })

  test('of a check that was deleted meanwhile leave nothing behind', async (t) => {
    const { under, check, stored } = await withLeftOut(t)
    await under.deleteCheck(check)
    await under.restart()
    await under.advance(2 * minuteMs)
    const rollups = await under.store.read.selectFrom('hourly_rollups').select('due').execute()
    assert.deepEqual([await stored(), rollups.map(({ due }) => due)], [0, [1]])
  })
})
