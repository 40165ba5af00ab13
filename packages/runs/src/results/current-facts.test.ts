import assert from 'node:assert/strict'
import { test } from 'node:test'
import { minuteMs } from '@sonde/ground/durations.ts'
import { raiseCheckRevisions } from '@sonde/store/checks/check-revisions.ts'
import { type CheckRow } from '@sonde/store/checks/checks.ts'
import { updateCheck } from '@sonde/store/checks/update-checks.ts'
import { forEachEngine } from '@sonde/store/testing/engines.ts'
import { type RunsUnderTest, runsUnderTest } from '../../testing/runs-under-test.ts'

const hourly = { frequency: 60, frequencyOffset: 300 }
const retried = { retryStrategy: { type: 'FIXED', baseBackoffSeconds: 1, maxRetries: 1 } }

/** As another server writes it: the schedule of this one hears of it later. */
async function changeElsewhere({ store }: RunsUnderTest, check: CheckRow, fields: Partial<CheckRow>) {
  await store.write(async (db) => {
    await updateCheck(db, check, { ...check, updatedAt: check.createdAt + 1, ...fields })
    await raiseCheckRevisions(db, [check.id])
  })
}

forEachEngine('what is true of a check when its results are written', (engine) => {
  test('case 53: counts, not what the schedule knows: a check that was switched off is not retried', async (t) => {
    const under = await runsUnderTest(t, engine)
    const agent = await under.agentAt('eu-west-1')
    const [on, off] = [await under.addCheck(retried, hourly), await under.addCheck(retried, hourly)]
    const runs = await agent.lease()
    await changeElsewhere(under, off, { activated: false })
    await agent.report(runs, { said: 'failed' })
    assert.deepEqual(await under.told(on), ['ATTEMPT failed at eu-west-1'])
    assert.deepEqual(await under.told(off), ['FINAL failed at eu-west-1'])
  })

  test('case 53: a location that the check has left elsewhere has no say', async (t) => {
    const under = await runsUnderTest(t, engine)
    const agents = [await under.agentAt('eu-west-1'), await under.agentAt('eu-west-2')]
    const locations = ['eu-west-1', 'eu-west-2']
    const check = await under.addCheck({ locations, runParallel: true }, hourly)
    const [here, there] = await Promise.all(agents.map((agent) => agent.lease()))
    await changeElsewhere(under, check, { config: { ...check.config, locations: ['eu-west-1'] } })
    await agents[0]?.report(here ?? [])
    await agents[1]?.report(there ?? [], { said: 'failed' })
    assert.equal((await under.state(check)).status, 'passed')
  })

  test('case 63: what was begun before a backup was restored says nothing of the check that has the number since', async (t) => {
    const under = await runsUnderTest(t, engine)
    const agent = await under.agentAt('eu-west-1')
    const made = await under.addCheck(retried, hourly)
    const run = await agent.leaseOne()
    const { no } = await under.state(made)
    // As in a backup of before: the check is not there, and the next one that is made gets its number.
    await under.deleteCheck(made)
    const later = await under.addCheck(retried, hourly)
    const own = await agent.leaseOne()
    await agent.report([own])
    await under.store.write(async (db) => {
      await db.deleteFrom('results').execute()
      await db.updateTable('check_states').set({ no }).where('check_id', '=', later.id).execute()
    })
    await under.restart()
    assert.deepEqual(await agent.report([run], { said: 'failed' }), ['lost'])
    assert.deepEqual(await under.told(later), [])
    assert.equal((await under.state(later)).status, 'passed')
    assert.equal(await under.pending(), 0)
  })

  test('a retry elsewhere goes to a location that the check has now', async (t) => {
    const under = await runsUnderTest(t, engine)
    const [here, there, added] = [
      await under.agentAt('eu-west-1'),
      await under.agentAt('eu-west-2'),
      await under.agentAt('eu-west-3'),
    ]
    const retryStrategy = { ...retried.retryStrategy, sameRegion: false }
    const check = await under.addCheck({ locations: ['eu-west-1', 'eu-west-2'], retryStrategy }, hourly)
    const run = await here.leaseOne()
    await changeElsewhere(under, check, {
      config: { ...check.config, locations: ['eu-west-1', 'eu-west-3'] },
    })
    await here.report([run], { said: 'failed' })
    await under.advance(2_000)
    assert.deepEqual(await there.lease(), [])
    await added.report([await added.leaseOne()])
    assert.deepEqual(await under.told(check), ['ATTEMPT failed at eu-west-1', 'FINAL passed at eu-west-3'])
  })

  test('what the check was is known by the ticket after a restart, and by the store where it does not tell', async (t) => {
    const under = await runsUnderTest(t, engine)
    const [here, there] = [await under.agentAt('eu-west-1'), await under.agentAt('eu-west-2')]
    const locations = ['eu-west-1', 'eu-west-2']
    const retryStrategy = { ...retried.retryStrategy, sameRegion: false }
    const [turning, parallel] = [
      await under.addCheck({ locations, retryStrategy }, hourly),
      await under.addCheck({ locations, runParallel: true }, hourly),
    ]
    const held = await here.lease()
    const other = await there.lease()
    await under.restart()
    assert.deepEqual(
      await here.report(held, { said: 'failed' }),
      held.map(() => 'stored'),
    )
    await there.report(other)
    assert.equal((await under.state(parallel)).status, 'failed')
    await under.advance(2_000)
    await there.report([await there.leaseOne()])
    assert.deepEqual(await under.told(turning), ['ATTEMPT failed at eu-west-1', 'FINAL passed at eu-west-2'])
  })

  test('a session runs what is stored, also where the schedule has not heard of it', async (t) => {
    const under = await runsUnderTest(t, engine)
    const agent = await under.agentAt('eu-west-1')
    const check = await under.addCheck({}, hourly)
    await agent.report([await agent.leaseOne()])
    const request = { hostname: 'new.example.net', ipFamily: 'IPv4', pingCount: 2, assertions: [] }
    await changeElsewhere(under, check, { config: { ...check.config, request } })
    const { accountId } = under
    await under.runs.startSession({ accountId, checkId: check.id, source: 'TRIGGER_API' })
    const run = await agent.leaseOne()
    assert.ok(JSON.stringify(run.config).includes('new.example.net'))
    // The schedule runs what it knows, under the number of that, and the two are not taken for each other.
    await under.until(under.beganAt + 30 * minuteMs, agent)
    const scheduled = await agent.leaseOne()
    await agent.report([run, scheduled])
    const numbers = (await under.results(check)).map(({ snapshot }) => snapshot)
    const stored = await under.store.read
      .selectFrom('check_snapshots')
      .select(['snapshot', 'config'])
      .orderBy('snapshot')
      .execute()
    const isNew = new Map(stored.map(({ snapshot, config }) => [snapshot, config.includes('new.example')]))
    assert.deepEqual(
      numbers.map((number) => isNew.get(number)),
      [false, true, JSON.stringify(scheduled.config).includes('new.example')],
    )
  })
})

forEachEngine('agents that this server has not met', (engine) => {
  test('are known by their registration, with their own key, until they leave', async (t) => {
    const under = await runsUnderTest(t, engine)
    const [agent, stranger] = [await under.agentAt('eu-west-1'), await under.agentAt('eu-west-1')]
    // Longer than a start of the program looks back.
    under.clock.advance(20 * minuteMs)
    await under.restart()
    await under.addCheck({}, hourly)
    const { signal } = new AbortController()
    const lease = { free: { uptime: 1, main: 1 } }
    const forged = { ...stranger.caller, agentId: agent.caller.agentId }
    await assert.rejects(under.runs.agents.lease(forged, lease, signal), /has not registered/)
    assert.equal((await agent.lease()).length, 1)
    await under.runs.agents.heartbeat(agent.caller, { connectivity: 'online', leaving: true })
    await assert.rejects(agent.lease(), /has not registered/)
  })
})
