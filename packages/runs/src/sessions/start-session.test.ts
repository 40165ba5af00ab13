import assert from 'node:assert/strict'
import { test } from 'node:test'
import { minuteMs, secondMs } from '@sonde/ground/durations.ts'
import { findSession } from '@sonde/store/runs/check-sessions.ts'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { runsUnderTest } from '../../testing/runs-under-test.ts'
import { CannotRun } from '../runs.ts'

const hourly = { frequency: 60, frequencyOffset: 300 }

async function sessionsUnderTest(
  t: Parameters<typeof runsUnderTest>[0],
  engine: Parameters<typeof runsUnderTest>[1],
) {
  const under = await runsUnderTest(t, engine)
  const { accountId, store } = under
  return {
    under,
    start: async (checkId: string, onlyAt?: string) =>
      (await under.runs.startSession({ accountId, checkId, source: 'TRIGGER_API', onlyAt })).sessionId,
    async session(id: string) {
      const found = await findSession(store.read, { accountId, id })
      assert.ok(found !== null)
      return { endedAt: found.endedAt, runs: found.runs.map(({ origin, state }) => `${origin} ${state}`) }
    },
  }
}

forOneEngine('sessions', (engine) => {
  test('a session runs once at every location, whatever the schedule says, and ends with its last run', async (t) => {
    const { under, start, session } = await sessionsUnderTest(t, engine)
    const locations = ['eu-west-1', 'eu-west-2']
    const [first, second] = [await under.agentAt('eu-west-1'), await under.agentAt('eu-west-2')]
    const check = await under.addCheck({ locations }, hourly)
    const scheduled = await first.leaseOne()
    under.clock.advance(10)
    const id = await start(check.id)
    const [one, two] = [await first.leaseOne(), await second.leaseOne()]
    assert.notEqual(one.runId, scheduled.runId)
    await first.report([one], { said: 'degraded' })
    assert.deepEqual(await session(id), { endedAt: null, runs: ['eu-west-1 degraded', 'eu-west-2 open'] })
    under.clock.advance(secondMs)
    await second.report([two], { said: 'withheld' })
    assert.deepEqual(await session(id), {
      endedAt: under.clock.now(),
      runs: ['eu-west-1 degraded', 'eu-west-2 withheld'],
    })
    await first.report([scheduled])
    await under.until(under.beganAt + 30 * minuteMs, first, second)
    assert.deepEqual(await first.lease(), [])
    assert.equal((await second.leaseOne()).location, 'eu-west-2', 'the rotation was not moved by the session')
  })

  test('two sessions of one moment are two sessions', async (t) => {
    const { under, start, session } = await sessionsUnderTest(t, engine)
    const agent = await under.agentAt('eu-west-1')
    const check = await under.addCheck({}, { ...hourly, activated: false })
    const ids = await Promise.all([start(check.id), start(check.id), start(check.id)])
    const runs = await agent.lease()
    assert.equal(new Set(runs.map(({ runId }) => runId)).size, 3)
    await agent.report(runs)
    for (const id of ids) {
      assert.deepEqual((await session(id)).runs, ['eu-west-1 passed'])
    }
    assert.equal((await under.results(check)).length, 3)
  })

  test('a run of a session is retried as any other, and the session waits for the last attempt', async (t) => {
    const { under, start, session } = await sessionsUnderTest(t, engine)
    const agent = await under.agentAt('eu-west-1')
    const check = await under.addCheck({ retryStrategy: { type: 'FIXED', baseBackoffSeconds: 5 } }, hourly)
    await agent.report(await agent.lease())
    const id = await start(check.id)
    await agent.report([await agent.leaseOne()], { said: 'failed' })
    assert.deepEqual((await session(id)).runs, ['eu-west-1 open'])
    await under.advance(5 * secondMs)
    await agent.report([await agent.leaseOne()])
    assert.deepEqual((await session(id)).runs, ['eu-west-1 passed'])
    assert.equal(await under.pending(), 0)
  })

  test('no agent takes the run for six minutes: it is dropped, and the session ends', async (t) => {
    const { under, start, session } = await sessionsUnderTest(t, engine)
    await under.agentAt('eu-west-1')
    const check = await under.addCheck({}, { ...hourly, activated: false })
    const id = await start(check.id)
    await under.advance(6 * minuteMs - secondMs)
    assert.deepEqual((await session(id)).runs, ['eu-west-1 open'])
    await under.advance(2 * secondMs)
    const ended = await session(id)
    assert.deepEqual(ended.runs, ['eu-west-1 dropped'])
    assert.notEqual(ended.endedAt, null)
    assert.deepEqual([await under.results(check), await under.pending()], [[], 0])
  })

  test('a cancelled session: waiting and held runs are cancelled, told to the agent, and never made again', async (t) => {
    const { under, start, session } = await sessionsUnderTest(t, engine)
    const { accountId } = under
    const [first, second] = [await under.agentAt('eu-west-1'), await under.agentAt('eu-west-2')]
    const check = await under.addCheck(
      { locations: ['eu-west-1', 'eu-west-2'] },
      { ...hourly, activated: false },
    )
    const id = await start(check.id)
    const held = await first.leaseOne()
    await under.runs.cancelSession({ accountId, sessionId: id, runIds: null })
    assert.deepEqual((await session(id)).runs, ['eu-west-1 cancelled', 'eu-west-2 cancelled'])
    assert.notEqual((await session(id)).endedAt, null)
    const { lost, cancel } = await first.renew([held])
    assert.deepEqual([lost, cancel], [[held.leaseId], [held.leaseId]])
    assert.deepEqual(await second.lease(), [])
    await under.advance(2 * minuteMs)
    assert.deepEqual(await first.lease(), [])
    await under.restart()
    await under.advance(secondMs)
    assert.deepEqual([await first.lease(), await second.lease()], [[], []])
  })

  test('of a session only the named runs are cancelled, and somebody else cannot cancel it', async (t) => {
    const { under, start, session } = await sessionsUnderTest(t, engine)
    const { accountId } = under
    const agents = [await under.agentAt('eu-west-1'), await under.agentAt('eu-west-2')]
    const check = await under.addCheck(
      { locations: ['eu-west-1', 'eu-west-2'] },
      { ...hourly, activated: false },
    )
    const sessionId = await start(check.id)
    const stranger = '00000000-0000-4000-8000-0000000000ff'
    await under.runs.cancelSession({ accountId: stranger, sessionId, runIds: null })
    assert.deepEqual((await session(sessionId)).runs, ['eu-west-1 open', 'eu-west-2 open'])
    const found = await findSession(under.store.read, { accountId, id: sessionId })
    await under.runs.cancelSession({ accountId, sessionId, runIds: [found?.runs[1]?.runId ?? ''] })
    assert.deepEqual((await session(sessionId)).runs, ['eu-west-1 open', 'eu-west-2 cancelled'])
    for (const agent of agents) await agent.report(await agent.lease())
    assert.deepEqual((await session(sessionId)).runs, ['eu-west-1 passed', 'eu-west-2 cancelled'])
  })

  test('the check is deleted or deactivated: what waits is dropped, and the session ends', async (t) => {
    const { under, start, session } = await sessionsUnderTest(t, engine)
    await under.agentAt('eu-west-1')
    const [deleted, paused] = [await under.addCheck({}, hourly), await under.addCheck({}, hourly)]
    under.clock.advance(10)
    const ids = [await start(deleted.id), await start(paused.id)]
    await under.deleteCheck(deleted)
    await under.changeCheck(paused, { activated: false })
    for (const id of ids) {
      assert.deepEqual((await session(id)).runs, ['eu-west-1 dropped'])
    }
    assert.equal(await under.pending(), 0)
  })

  test('only at the location that is named, also at one that the check does not have', async (t) => {
    const { under, start, session } = await sessionsUnderTest(t, engine)
    const office = await under.addPrivateLocation()
    const agent = await under.agentAt(office.place)
    const check = await under.addCheck({}, { ...hourly, activated: false })
    const id = await start(check.id, office.slugName)
    assert.equal((await agent.leaseOne()).location, office.slugName)
    assert.deepEqual((await session(id)).runs, [`${office.slugName} open`])
  })

  test('a check that cannot be run says why, and nothing is stored', async (t) => {
    const { under, start } = await sessionsUnderTest(t, engine)
    const office = await under.addPrivateLocation()
    const check = await under.addCheck({ locations: [], privateLocations: [office.slugName] })
    const nowhere = await under.addCheck({ locations: [] })
    await under.advance(12 * minuteMs)
    await assert.rejects(
      start(check.id),
      new CannotRun(`No agent serves ${office.slugName}: start one, or give the check another location`),
    )
    await assert.rejects(start(nowhere.id), new CannotRun('The check has no locations to run at'))
    await assert.rejects(start(nowhere.id, 'moon'), new CannotRun('There is no location moon'))
    await assert.rejects(
      start('00000000-0000-4000-8000-0000000000ff'),
      new CannotRun('There is no such check'),
    )
    const foreign = { accountId: '00000000-0000-4000-8000-0000000000ff', checkId: check.id }
    await assert.rejects(under.runs.startSession({ ...foreign, source: 'TRIGGER_API' }), CannotRun)
    assert.deepEqual(await under.store.read.selectFrom('check_sessions').select('id').execute(), [])
  })

  test('whoever waits for a session hears of its end at once, and of no end after the time', async (t) => {
    const { under, start } = await sessionsUnderTest(t, engine)
    const agent = await under.agentAt('eu-west-1')
    const check = await under.addCheck({}, { ...hourly, activated: false })
    const id = await start(check.id)
    const { signal } = new AbortController()
    await under.runs.waitForSession(id, 20, signal)
    let hasEnded = false
    const waitForEnd = async () => {
      await under.runs.waitForSession(id, 60_000, signal)
      hasEnded = true
    }
    const waiting = waitForEnd()
    const gone = new AbortController()
    const left = under.runs.waitForSession(id, 60_000, gone.signal)
    gone.abort()
    await left
    assert.equal(hasEnded, false)
    await agent.report([await agent.leaseOne()])
    await waiting
    await under.runs.waitForSession(id, 60_000, signal)
    await under.runs.waitForSession('00000000-0000-4000-8000-0000000000ff', 60_000, signal)
  })
})
