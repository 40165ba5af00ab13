import assert from 'node:assert/strict'
import { test } from 'node:test'
import { minuteMs, secondMs } from '@sonde/ground/durations.ts'
import { findSession } from '@sonde/store/runs/check-sessions.ts'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { resultOf } from '../testing/fake-agent.ts'
import { runsUnderTest } from '../testing/runs-under-test.ts'

const hourly = { frequency: 60, frequencyOffset: 300 }

forOneEngine('a restart', (engine) => {
  test('a retry that waits comes when it is due, and its check does not run meanwhile', async (t) => {
    const under = await runsUnderTest(t, engine)
    const agent = await under.agentAt('eu-west-1')
    const check = await under.addCheck({
      retryStrategy: { type: 'FIXED', baseBackoffSeconds: 90, maxRetries: 1 },
    })
    const first = await agent.leaseOne()
    await agent.report([first], { said: 'failed' })
    await under.restart()
    await under.advance(89 * secondMs)
    assert.deepEqual(await agent.lease(), [])
    await under.advance(secondMs)
    const second = await agent.leaseOne()
    assert.deepEqual([second.runId, second.attempt], [first.runId, 2])
    await agent.report([second])
    assert.deepEqual(await under.told(check), ['ATTEMPT failed at eu-west-1', 'FINAL passed at eu-west-1'])
    await under.advance(minuteMs)
    assert.equal((await agent.leaseOne()).attempt, 1)
  })

  test('a retry uses the configuration that its run began with', async (t) => {
    const under = await runsUnderTest(t, engine)
    const agent = await under.agentAt('eu-west-1')
    const check = await under.addCheck({ retryStrategy: { type: 'FIXED', baseBackoffSeconds: 5 } }, hourly)
    const first = await agent.leaseOne()
    await agent.report([first], { said: 'failed' })
    const request = { hostname: 'other.example.net', ipFamily: 'IPv4', pingCount: 2, assertions: [] }
    await under.changeCheck(check, { config: { ...check.config, request } })
    await under.restart()
    await under.advance(5 * secondMs)
    const second = await agent.leaseOne()
    assert.deepEqual(second.config, first.config)
    await agent.report([second])
    assert.deepEqual(
      (await under.results(check)).map(({ snapshot }) => snapshot),
      [1, 1],
    )
  })

  test('a session that was asked for is run, once', async (t) => {
    const under = await runsUnderTest(t, engine)
    const { accountId, store } = under
    const agent = await under.agentAt('eu-west-1')
    const check = await under.addCheck({}, { ...hourly, activated: false })
    const { sessionId } = await under.runs.startSession({
      accountId,
      checkId: check.id,
      source: 'TRIGGER_API',
    })
    await under.restart()
    await under.advance(secondMs)
    await agent.report([await agent.leaseOne()])
    await under.restart()
    await under.advance(secondMs)
    assert.deepEqual(await agent.lease(), [])
    const session = await findSession(store.read, { accountId, id: sessionId })
    assert.deepEqual(
      session?.runs.map(({ state }) => state),
      ['passed'],
    )
    assert.equal(session?.endedAt, under.beganAt + secondMs)
    assert.equal(await under.pending(), 0)
  })

  test('a result of a run that was under way is accepted by its ticket, and stored once', async (t) => {
    const under = await runsUnderTest(t, engine)
    const agent = await under.agentAt('eu-west-1')
    const check = await under.addCheck({}, hourly)
    const run = await agent.leaseOne()
    await under.restart()
    assert.deepEqual(await agent.report([run]), ['stored'])
    assert.deepEqual(await agent.report([run], { said: 'failed' }), ['stored'])
    await under.restart()
    assert.deepEqual(await agent.report([run], { said: 'failed' }), ['stored'])
    assert.deepEqual(await under.told(check), ['FINAL passed at eu-west-1'])
  })

  test('a run that is renewed is kept by its agent, and given to another when it falls silent; the slot meanwhile is due', async (t) => {
    const under = await runsUnderTest(t, engine)
    const [first, second] = [await under.agentAt('eu-west-1'), await under.agentAt('eu-west-1')]
    const check = await under.addCheck()
    const run = await first.leaseOne()
    await under.restart()
    assert.deepEqual((await first.renew([run])).lost, [])
    await under.advance(59 * secondMs)
    assert.deepEqual(await second.lease(), [])
    await under.advance(secondMs)
    const again = await second.leaseOne()
    assert.deepEqual([again.runId, again.config], [run.runId, run.config])
    assert.deepEqual(await first.report([run]), ['lost'])
    await second.report([again])
    assert.equal((await under.results(check)).length, 1)
    assert.deepEqual(await under.due(check), { 'eu-west-1': 2 })
  })

  test('a forged ticket, one of another run, of another place or of a deleted check is refused', async (t) => {
    const under = await runsUnderTest(t, engine)
    const agent = await under.agentAt('eu-west-1')
    const stranger = await under.agentAt('eu-west-2')
    const check = await under.addCheck({}, hourly)
    const other = await under.addCheck({}, hourly)
    const [run, another] = await agent.lease()
    assert.ok(run !== undefined && another !== undefined)
    await under.restart()
    const result = resultOf(run, under.clock.now())
    const [body = ''] = run.ticket.split('.')
    const wrong = [
      { ...result, ticket: '' },
      { ...result, ticket: body },
      { ...result, ticket: `${body}.${'A'.repeat(43)}` },
      { ...result, ticket: another.ticket },
      { ...result, attempt: 2 },
    ]
    assert.deepEqual(
      await agent.send(wrong),
      wrong.map(() => 'refused'),
    )
    assert.deepEqual(await stranger.send([result]), ['refused'])
    assert.deepEqual((await stranger.renew([run])).lost, [run.leaseId])
    await under.deleteCheck(other)
    assert.deepEqual(await agent.report([another]), ['lost'])
    assert.deepEqual((await agent.renew([another])).lost, [another.leaseId])
    assert.deepEqual(await under.results(check), [])
  })

  test('agents that were heard of shortly before need not register again', async (t) => {
    const under = await runsUnderTest(t, engine)
    const agent = await under.agentAt('eu-west-1')
    await under.addCheck()
    await under.advance(10 * secondMs)
    await under.restart()
    assert.deepEqual(under.runs.servedLocations(), ['eu-west-1'])
    await under.advance(minuteMs)
    assert.equal((await agent.lease()).length, 1)
  })

  test('a rotation goes on where it stood, and slots that were missed are counted and not made up for', async (t) => {
    const under = await runsUnderTest(t, engine)
    const locations = ['eu-west-1', 'eu-west-2', 'eu-west-3']
    const agents = await Promise.all(locations.map((location) => under.agentAt(location)))
    const check = await under.addCheck({ locations })
    const runAll = async () => {
      for (const agent of agents) {
        await agent.report(await agent.lease())
      }
    }
    await runAll()
    await under.until(under.beganAt + minuteMs)
    await runAll()
    under.clock.set(under.beganAt + 8 * minuteMs + 30 * secondMs)
    await under.restart()
    await under.until(under.beganAt + 9 * minuteMs)
    await runAll()
    const rows = await under.results(check)
    assert.deepEqual(
      rows.map(({ scheduledAt, origin }) => [Math.floor((scheduledAt - under.beganAt) / minuteMs), origin]),
      [
        [0, 'eu-west-1'],
        [1, 'eu-west-2'],
        [9, 'eu-west-3'],
      ],
    )
    const due = await under.due(check)
    assert.equal(
      Object.values(due).reduce((sum, count) => sum + count, 0),
      1 + 1 + 7 + 1,
    )
  })

  test('the clock was set back by two hours: the check is run and its results count at once', async (t) => {
    const under = await runsUnderTest(t, engine)
    const agent = await under.agentAt('eu-west-1')
    under.clock.advance(500)
    const check = await under.addCheck()
    await agent.report(await agent.lease())
    for (let minute = 1; minute <= 3; minute += 1) {
      await under.until(under.beganAt + minute * minuteMs)
      await agent.report([await agent.leaseOne()])
    }
    under.clock.set(under.beganAt - 120 * minuteMs + 500)
    await under.restart()
    for (let minute = -119; minute <= 3; minute += 1) {
      await under.until(under.beganAt + minute * minuteMs + secondMs)
      await agent.report([await agent.leaseOne()], { said: minute === 2 ? 'failed' : 'passed' })
      assert.equal((await under.state(check)).status, minute === 2 ? 'failed' : 'passed', `minute ${minute}`)
    }
    assert.equal((await under.results(check)).length, 4 + 123)
  })
})
