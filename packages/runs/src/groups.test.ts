import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { minuteMs, secondMs } from '@sonde/ground/durations.ts'
import { noteCheckChanges } from '@sonde/store/checks/check-changes.ts'
import { findGroupForUpdate, updateGroup, type CheckGroupRow } from '@sonde/store/checks/check-groups.ts'
import { checkIdsOfGroups } from '@sonde/store/checks/group-checks.ts'
import type { JsonObject } from '@sonde/store/engine/json-column.ts'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { addGroup } from '@sonde/store/testing/groups.ts'
import { runsUnderTest } from '../testing/runs-under-test.ts'

forOneEngine('the schedule of grouped checks', (engine) => {
  async function underTest(t: TestContext) {
    const under = await runsUnderTest(t, engine)

    /** Writes the group; returns the checks that it has. */
    async function write(group: CheckGroupRow, fields: Partial<CheckGroupRow>, config: JsonObject = {}) {
      return await under.store.write(async (db) => {
        const before = await findGroupForUpdate(db, group)
        assert.ok(before)
        await updateGroup(db, before, { ...before, ...fields, config: { ...before.config, ...config } })
        const checkIds = (await checkIdsOfGroups(db, [group.id])).get(group.id) ?? []
        await under.runs.announceChanges(db, checkIds)
        return checkIds
      })
    }
    return {
      ...under,
      addGroup: (config: JsonObject = {}, fields: Partial<CheckGroupRow> = {}) =>
        addGroup(under.store, under.accountId, { ...fields, config }),
      write,
      /** As a PUT does on the server that runs the checks. */
      async changeGroup(group: CheckGroupRow, fields: Partial<CheckGroupRow>, config: JsonObject = {}) {
        await under.runs.checksWritten(await write(group, fields, config))
      },
    }
  }

  test('the locations of a group replace those of its checks, from the first run on', async (t) => {
    const under = await underTest(t)
    const [ireland, paris] = [await under.agentAt('eu-west-1'), await under.agentAt('eu-west-3')]
    const group = await under.addGroup({ locations: ['eu-west-3'] })
    await under.addCheck({}, { groupId: group.id })
    assert.deepEqual(await ireland.lease(), [])
    await paris.report([await paris.leaseOne()])

    await under.changeGroup(group, {}, { locations: [] })
    await under.advance(minuteMs)
    assert.deepEqual(await paris.lease(), [])
    assert.equal((await ireland.lease()).length, 1)
  })

  test('a group decides whether its checks run everywhere at once', async (t) => {
    const under = await underTest(t)
    const agents = [await under.agentAt('eu-west-1'), await under.agentAt('eu-west-3')]
    const group = await under.addGroup({ locations: ['eu-west-1', 'eu-west-3'], runParallel: true })
    await under.addCheck({ runParallel: false }, { groupId: group.id })
    const leased = async () => {
      const runs = await Promise.all(agents.map(async (agent) => [agent, await agent.lease()] as const))
      for (const [agent, held] of runs) {
        if (held.length > 0) await agent.report(held)
      }
      return runs.map(([, held]) => held.length)
    }
    assert.deepEqual(await leased(), [1, 1])
    await under.changeGroup(group, {}, { runParallel: null })
    await under.advance(minuteMs)
    assert.deepEqual((await leased()).toSorted(), [0, 1])
  })

  test('retries are those of the group, or none where it says so', async (t) => {
    const under = await underTest(t)
    const agent = await under.agentAt('eu-west-1')
    const once = { type: 'FIXED', baseBackoffSeconds: 5, maxRetries: 1 }
    const group = await under.addGroup({ retryStrategy: once })
    const check = await under.addCheck({ doubleCheck: false }, { groupId: group.id })
    await agent.report([await agent.leaseOne()], { said: 'failed' })
    await under.advance(5 * secondMs)
    await agent.report([await agent.leaseOne()], { said: 'failed' })
    assert.deepEqual(await under.told(check), ['ATTEMPT failed at eu-west-1', 'FINAL failed at eu-west-1'])

    await under.changeGroup(group, {}, { retryStrategy: null })
    const never = await under.addCheck({ retryStrategy: once }, { groupId: group.id })
    await agent.report([await agent.leaseOne()], { said: 'failed' })
    assert.deepEqual(await under.told(never), ['FINAL failed at eu-west-1'])
  })

  test('a deactivated group stops its checks, and reactivated it starts them at once', async (t) => {
    const under = await underTest(t)
    const agent = await under.agentAt('eu-west-1')
    const group = await under.addGroup()
    const checks = [
      await under.addCheck({}, { groupId: group.id }),
      await under.addCheck({}, { groupId: group.id }),
    ]
    const off = await under.addCheck({}, { groupId: group.id, activated: false })
    const alone = await under.addCheck()
    await agent.report(await agent.lease())

    await under.changeGroup(group, { activated: false })
    await under.until(under.clock.now() + 2 * minuteMs, agent)
    const meanwhile = await agent.lease()
    assert.deepEqual(new Set(meanwhile.map(({ checkId }) => checkId)), new Set([alone.id]))
    await agent.report(meanwhile)

    await under.changeGroup(group, { activated: true })
    const restarted = (await agent.lease()).map(({ checkId }) => checkId)
    assert.deepEqual(new Set(restarted), new Set(checks.map(({ id }) => id)))
    assert.ok(!restarted.includes(off.id))
  })

  test('a run that waits is given up when its group is deactivated', async (t) => {
    const under = await underTest(t)
    const agent = await under.agentAt('eu-west-1')
    const group = await under.addGroup()
    await under.addCheck({}, { groupId: group.id })
    await under.changeGroup(group, { activated: false })
    assert.deepEqual(await agent.lease(), [])
  })

  test('a check that joins or leaves a group follows it from then on', async (t) => {
    const under = await underTest(t)
    const [ireland, paris] = [await under.agentAt('eu-west-1'), await under.agentAt('eu-west-3')]
    const group = await under.addGroup({ locations: ['eu-west-3'] })
    const check = await under.addCheck()
    await ireland.report([await ireland.leaseOne()])
    const joined = await under.changeCheck(check, { groupId: group.id })
    await under.advance(minuteMs)
    assert.deepEqual(await ireland.lease(), [])
    await paris.report([await paris.leaseOne()])
    await under.changeCheck(joined, { groupId: null })
    await under.advance(minuteMs)
    assert.deepEqual(await paris.lease(), [])
    assert.equal((await ireland.lease()).length, 1)
  })

  test('a restart finds checks as their groups let them run', async (t) => {
    const under = await underTest(t)
    const [ireland, paris] = [await under.agentAt('eu-west-1'), await under.agentAt('eu-west-3')]
    const group = await under.addGroup({ locations: ['eu-west-3'] })
    const check = await under.addCheck({}, { groupId: group.id })
    await paris.report([await paris.leaseOne()])
    await under.restart()
    await under.until(under.clock.now() + minuteMs, ireland, paris)
    assert.deepEqual(await ireland.lease(), [])
    assert.deepEqual(
      (await paris.lease()).map(({ checkId }) => checkId),
      [check.id],
    )
  })

  test('what another server wrote about a group is followed within a second', async (t) => {
    const under = await underTest(t)
    const agent = await under.agentAt('eu-west-1')
    const group = await under.addGroup({}, { activated: false })
    const check = await under.addCheck({}, { groupId: group.id })
    assert.deepEqual(await agent.lease(), [])
    const checkIds = await under.write(group, { activated: true })
    await under.store.write((db) => noteCheckChanges(db, checkIds))
    await under.advance(secondMs)
    assert.equal((await agent.leaseOne()).checkId, check.id)
  })

  test('a check that another server has deployed has no first run beside that of the deployment', async (t) => {
    const under = await underTest(t)
    const agent = await under.agentAt('eu-west-1')
    const group = await under.addGroup({}, { activated: false })
    const check = await under.addCheck({}, { groupId: group.id })
    const checkIds = await under.write(group, { activated: true })
    await under.store.write(async (db) => {
      await noteCheckChanges(db, checkIds, { startsAtOnce: false })
      // Somebody has saved it as well.
      await noteCheckChanges(db, checkIds)
    })
    await under.advance(secondMs)
    assert.deepEqual(await agent.lease(), [])
    await under.advance(2 * minuteMs)
    assert.equal((await agent.leaseOne()).checkId, check.id, 'it has its slots')
  })

  test('of several changes at once the last one counts', async (t) => {
    const under = await underTest(t)
    const agent = await under.agentAt('eu-west-1')
    const group = await under.addGroup()
    const check = await under.addCheck({}, { groupId: group.id })
    await agent.report([await agent.leaseOne()])
    const follows: Promise<void>[] = []
    for (let round = 0; round < 20; round += 1) {
      const checkIds = await under.write(group, { activated: round % 2 === 1 })
      follows.push(under.runs.checksWritten(checkIds))
    }
    await under.write(group, { activated: false })
    follows.push(under.runs.checksWritten([check.id]))
    await Promise.all(follows)
    await under.advance(2 * minuteMs)
    assert.deepEqual(await agent.lease(), [])
  })

  test('a private location serves the checks of the group that names it', async (t) => {
    const under = await underTest(t)
    const location = await under.addPrivateLocation()
    const agent = await under.agentAt(location.place)
    const group = await under.addGroup({ privateLocations: [location.slugName] })
    const check = await under.addCheck({}, { groupId: group.id })
    assert.equal((await agent.leaseOne()).checkId, check.id)
  })
})
