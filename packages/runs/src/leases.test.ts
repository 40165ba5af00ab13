import assert from 'node:assert/strict'
import { test } from 'node:test'
import { minuteMs, secondMs } from '@sonde/ground/durations.ts'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { resultOf } from '../testing/fake-agent.ts'
import { quietAlerting } from '../testing/quiet-alerting.ts'
import { runsUnderTest } from '../testing/runs-under-test.ts'
import { AgentIdTaken, AgentTooOld, UnknownAgent } from './agents/agent-caller.ts'
import { createRuns } from './create-runs.ts'
import { runTimes } from './run-times.ts'

/** Slow enough that no slot comes between. */
const hourly = { frequency: 60, frequencyOffset: 300 }

forOneEngine('leases', (engine) => {
  test('X9, case 16: no agent for six minutes: dropped, no result, and the check runs at its next slot', async (t) => {
    const under = await runsUnderTest(t, engine)
    const check = await under.addCheck({}, hourly)
    await under.advance(6 * minuteMs)
    assert.deepEqual(under.log.warnings, ['no agent started a run in time: dropped'])
    const agent = await under.agentAt('eu-west-1')
    assert.deepEqual(await agent.lease(), [])
    assert.deepEqual(await under.results(check), [])
    assert.equal((await under.state(check)).status, null)
    await under.until(under.beganAt + 30 * minuteMs, agent)
    assert.equal((await agent.leaseOne()).scheduledAt, under.beganAt + 30 * minuteMs)
    assert.deepEqual(await under.due(check), { 'eu-west-1': 2 })
  })

  test('case 16: the figures of a private location tell what waited and what was dropped', async (t) => {
    const under = await runsUnderTest(t, engine)
    const office = await under.addPrivateLocation()
    await under.addCheck({ locations: [], privateLocations: [office.slugName] }, hourly)
    await under.advance(7 * minuteMs)
    const samples = await under.store.read.selectFrom('queue_samples').select(['queued', 'dropped']).execute()
    assert.equal(
      samples.reduce((sum, { dropped }) => sum + dropped, 0),
      1,
    )
    assert.equal(Math.max(...samples.map(({ queued }) => queued)), 1)
  })

  test('X10, cases 11 and 13: the agent vanishes: another repeats the run, and the late result of the first is lost', async (t) => {
    const under = await runsUnderTest(t, engine)
    const [first, second] = [await under.agentAt('eu-west-1'), await under.agentAt('eu-west-1')]
    const check = await under.addCheck({}, hourly)
    const run = await first.leaseOne()
    await under.advance(59 * secondMs)
    assert.deepEqual(await second.lease(), [])
    await under.advance(secondMs)
    const again = await second.leaseOne()
    assert.deepEqual([again.runId, again.attempt], [run.runId, 1])
    assert.notEqual(again.leaseId, run.leaseId)
    assert.deepEqual(await first.report([run], { said: 'failed' }), ['lost'])
    assert.deepEqual(await second.report([again]), ['stored'])
    assert.deepEqual(await first.report([run], { said: 'failed' }), ['lost'])
    assert.deepEqual(await under.told(check), ['FINAL passed at eu-west-1'])
  })

  test('the agent of a check that runs every ten seconds vanishes: each slot that nobody looked at is due', async (t) => {
    const under = await runsUnderTest(t, engine)
    const [first, second] = [await under.agentAt('eu-west-1'), await under.agentAt('eu-west-1')]
    const check = await under.addCheck({}, { frequency: 0, frequencyOffset: 10 })
    await first.leaseOne()
    await under.until(under.clock.now() + 60 * secondMs, second)
    const again = await second.leaseOne()
    assert.deepEqual(await second.report([again]), ['stored'])
    await under.runs.work()
    // The first run, and every slot of the minute that followed.
    assert.deepEqual(await under.due(check), { 'eu-west-1': 1 + 6 })
    assert.equal((await under.results(check)).length, 1)
  })

  test('a late result counts when nobody has the run yet, and the run is not handed out again', async (t) => {
    const under = await runsUnderTest(t, engine)
    const [first, second] = [await under.agentAt('eu-west-1'), await under.agentAt('eu-west-1')]
    const check = await under.addCheck({}, hourly)
    const run = await first.leaseOne()
    await under.advance(2 * minuteMs)
    assert.deepEqual(await first.report([run]), ['stored'])
    assert.deepEqual(await second.lease(), [])
    assert.deepEqual(await under.told(check), ['FINAL passed at eu-west-1'])
    assert.deepEqual(await first.report([run]), ['stored'])
    assert.equal((await under.results(check)).length, 1)
  })

  test('case 12: the only agent vanishes: the run is repeated by one that comes within the new six minutes', async (t) => {
    const under = await runsUnderTest(t, engine)
    const first = await under.agentAt('eu-west-1')
    await under.addCheck({}, hourly)
    const run = await first.leaseOne()
    await under.advance(6 * minuteMs + 30 * secondMs)
    const second = await under.agentAt('eu-west-1')
    assert.equal((await second.leaseOne()).runId, run.runId)
  })

  test('case 14: a run that is renewed in time is delivered once (a ping for as long as one may take)', async (t) => {
    const under = await runsUnderTest(t, engine)
    const [first, second] = [await under.agentAt('eu-west-1'), await under.agentAt('eu-west-1')]
    await under.addCheck({}, { frequency: 1440, frequencyOffset: 1 })
    const run = await first.leaseOne()
    for (let passed = 0; passed < 12; passed += 1) {
      await under.advance(20 * secondMs)
      assert.deepEqual((await first.renew([run])).lost, [])
    }
    assert.deepEqual(await second.lease(), [])
    assert.deepEqual(await first.report([run], { durationMs: 4 * minuteMs }), ['stored'])
  })

  test('case 15: three agents vanish with a run: "agent lost", no fourth delivery, and the check goes on', async (t) => {
    const under = await runsUnderTest(t, engine)
    const agents = await Promise.all([under.agentAt('eu-west-1'), under.agentAt('eu-west-1')])
    const [first, second] = agents
    const check = await under.addCheck({}, hourly)
    for (const agent of [first, second, first]) {
      await agent.leaseOne()
      await under.advance(minuteMs)
    }
    assert.deepEqual(await second.lease(), [])
    assert.deepEqual(await under.told(check), ['FINAL withheld at eu-west-1'])
    assert.equal((await under.state(check)).status, null)
    await under.until(under.beganAt + 30 * minuteMs, second)
    assert.equal((await second.leaseOne()).attempt, 1)
  })

  test('case 15, while the database is away: the loss is written down when it is back, and the check goes on', async (t) => {
    const under = await runsUnderTest(t, engine)
    const agent = await under.agentAt('eu-west-1')
    const check = await under.addCheck({}, hourly)
    for (const delivery of [1, 2, 3]) {
      await agent.leaseOne()
      under.isDiskFull = delivery === 3
      under.clock.advance(minuteMs)
      const work = under.runs.work()
      if (delivery === 3) await assert.rejects(work)
      else await work
    }
    under.isDiskFull = false
    await under.advance(10 * secondMs)
    assert.deepEqual(await under.told(check), ['FINAL withheld at eu-west-1'])
    await under.until(under.beganAt + 30 * minuteMs, agent)
    assert.equal((await agent.leaseOne()).attempt, 1)
  })

  test('case 19: the same result twice: one row, and both are answered as stored', async (t) => {
    const under = await runsUnderTest(t, engine)
    const agent = await under.agentAt('eu-west-1')
    const check = await under.addCheck({}, hourly)
    const run = await agent.leaseOne()
    assert.deepEqual(await agent.report([run]), ['stored'])
    assert.deepEqual(await agent.report([run]), ['stored'])
    const twin = resultOf(run, under.clock.now())
    assert.deepEqual(await agent.send([twin, twin]), ['stored', 'stored'])
    assert.equal((await under.results(check)).length, 1)
    const { queued, inflight, stored, duplicates, dropped, intake, heldByAgent } = await under.runs.stats()
    assert.deepEqual(
      { queued, inflight, stored, duplicates, dropped },
      { queued: 0, inflight: 0, stored: 1, duplicates: 3, dropped: 0 },
    )
    assert.deepEqual([intake.waiting, intake.refused], [0, 0])
    assert.deepEqual([...(await heldByAgent())], [])
  })

  test('the same failed result twice in one message and in two at once: one row, one retry', async (t) => {
    const under = await runsUnderTest(t, engine)
    const agent = await under.agentAt('eu-west-1')
    const check = await under.addCheck({ retryStrategy: { type: 'FIXED', baseBackoffSeconds: 1 } }, hourly)
    const failed = resultOf(await agent.leaseOne(), under.clock.now(), { said: 'failed' })
    const answers = await Promise.all([agent.send([failed, failed]), agent.send([failed])])
    assert.deepEqual(answers.flat(), ['stored', 'stored', 'stored'])
    await under.advance(secondMs)
    assert.equal((await agent.leaseOne()).attempt, 2)
    assert.equal((await under.results(check)).length, 1)
  })

  test('released runs are taken by the next agent at once', async (t) => {
    const under = await runsUnderTest(t, engine)
    const [first, second] = [await under.agentAt('eu-west-1'), await under.agentAt('eu-west-1')]
    await under.addCheck({}, hourly)
    const run = await first.leaseOne()
    await first.release([run])
    assert.equal((await second.leaseOne()).runId, run.runId)
    assert.deepEqual((await first.renew([run])).lost, [run.leaseId])
  })

  test('a long poll answers when a run comes, when its time is over, when the client is gone and when the server stops', async (t) => {
    const under = await runsUnderTest(t, engine)
    const times = { ...runTimes, pollMs: 50 }
    const runs = createRuns({ ...under, alerting: quietAlerting, times, isEmbeddedOn: false })
    const agent = await under.agentAt('eu-west-1')
    const body = { free: { uptime: 10, main: 10 } }
    await runs.start()
    t.after(() => runs.stop())
    const poll = (signal: AbortSignal) => runs.agents.lease(agent.caller, body, signal)
    const { signal } = new AbortController()
    assert.deepEqual((await poll(signal)).runs, [])
    const patient = createRuns({
      ...under,
      alerting: quietAlerting,
      times: { ...times, pollMs: 600_000 },
      isEmbeddedOn: false,
    })
    await patient.start()
    const wait = (until: AbortSignal) => patient.agents.lease(agent.caller, body, until)
    const gone = new AbortController()
    const [left, waiting] = [wait(gone.signal), wait(signal)]
    gone.abort()
    assert.deepEqual((await left).runs, [])
    assert.deepEqual((await wait(AbortSignal.abort())).runs, [])
    const check = await under.addCheck({}, hourly)
    await patient.checkWritten(check)
    assert.deepEqual(
      (await waiting).runs.map(({ checkId }) => checkId),
      [check.id],
    )
    const last = wait(signal)
    await patient.stop()
    assert.deepEqual((await last).runs, [])
  })

  test('an agent cannot renew, release or report the run of another', async (t) => {
    const under = await runsUnderTest(t, engine)
    const [owner, other] = [await under.agentAt('eu-west-1'), await under.agentAt('eu-west-1')]
    const stranger = await under.agentAt('eu-west-2')
    const check = await under.addCheck({}, hourly)
    const run = await owner.leaseOne()
    for (const thief of [other, stranger]) {
      assert.deepEqual((await thief.renew([run])).lost, [run.leaseId])
      await thief.release([run])
      assert.deepEqual(await thief.report([run], { said: 'failed' }), ['refused'])
    }
    assert.deepEqual(await other.lease(), [])
    assert.deepEqual(await owner.report([run]), ['stored'])
    assert.deepEqual(await under.told(check), ['FINAL passed at eu-west-1'])
  })

  test('a result says the type of its run: under the name of another it is refused, with and without its lease', async (t) => {
    const under = await runsUnderTest(t, engine)
    const agent = await under.agentAt('eu-west-1')
    const check = await under.addCheck({}, hourly)
    const run = await agent.leaseOne()
    const other = { checkType: 'URL', detail: null, said: 'withheld' } as const
    assert.deepEqual(await agent.report([run], other), ['refused'])
    await under.restart()
    await agent.register()
    assert.deepEqual(await agent.report([run], other), ['refused'])
    assert.deepEqual(await agent.report([run]), ['stored'])
    assert.deepEqual(await under.told(check), ['FINAL passed at eu-west-1'])
  })

  test('a failure is stored without a detail that cannot be read; a pass with such a detail is refused', async (t) => {
    const under = await runsUnderTest(t, engine)
    const agent = await under.agentAt('eu-west-1')
    const check = await under.addCheck({}, hourly)
    const run = await agent.leaseOne()
    const hostname = 'x'.repeat(5_000)
    const detail = { requestError: hostname, request: { hostname }, response: { error: { hostname } } }
    for (const said of ['passed', 'degraded'] as const) {
      assert.deepEqual(await agent.report([run], { said, detail }), ['refused'])
    }
    assert.deepEqual(await agent.report([run], { said: 'failed', detail }), ['stored'])
    assert.deepEqual(await under.told(check), ['FINAL failed at eu-west-1'])
    const [row] = await under.results(check)
    assert.equal(row?.reason, 'it failed')
  })

  test('a renewal that crosses the result of its run on the way does not bring the run back', async (t) => {
    const under = await runsUnderTest(t, engine)
    const agent = await under.agentAt('eu-west-1')
    const check = await under.addCheck()
    const run = await agent.leaseOne()
    await agent.report([run])
    assert.deepEqual((await agent.renew([run])).lost, [run.leaseId])
    await agent.release([run])
    assert.deepEqual(await agent.lease(), [])
    await under.advance(minuteMs)
    assert.notEqual((await agent.leaseOne()).runId, run.runId)
    assert.equal((await under.results(check)).length, 1)
  })

  test('a result that was stored although the database could not say so does not stop its check', async (t) => {
    const under = await runsUnderTest(t, engine)
    const agent = await under.agentAt('eu-west-1')
    const check = await under.addCheck({
      retryStrategy: { type: 'FIXED', baseBackoffSeconds: 1, maxRetries: 1 },
    })
    const run = await agent.leaseOne()
    // Takes the numbers of results before.
    await under.advance(0)
    under.losesAnswers = true
    await assert.rejects(agent.report([run], { said: 'failed' }))
    await assert.rejects(agent.report([run], { said: 'failed' }))
    under.losesAnswers = false
    assert.deepEqual(await agent.report([run], { said: 'failed' }), ['stored'])
    await under.advance(secondMs)
    const retry = await agent.leaseOne()
    assert.equal(retry.attempt, 2)
    await agent.report([retry])
    assert.deepEqual(await under.told(check), ['ATTEMPT failed at eu-west-1', 'FINAL passed at eu-west-1'])
    await under.advance(minuteMs)
    assert.equal((await agent.leaseOne()).attempt, 1)
  })

  test('a check that is deleted while it runs: its agent is told, and its result is lost without a trace', async (t) => {
    const under = await runsUnderTest(t, engine)
    const agent = await under.agentAt('eu-west-1')
    const check = await under.addCheck({}, hourly)
    const run = await agent.leaseOne()
    await under.deleteCheck(check)
    assert.deepEqual(await agent.cancelled(), [run.leaseId])
    assert.deepEqual(await agent.cancelled(), [])
    assert.deepEqual(await agent.report([run]), ['lost'])
    assert.deepEqual(await under.store.read.selectFrom('results').select('check_no').execute(), [])
    await under.advance(2 * minuteMs)
    assert.deepEqual(await agent.lease(), [])
  })

  test('a deleted check leaves no waiting run and no retry behind', async (t) => {
    const under = await runsUnderTest(t, engine)
    const agent = await under.agentAt('eu-west-1')
    await under.deleteCheck(await under.addCheck())
    assert.deepEqual(await agent.lease(), [])
    const retried = await under.addCheck({ retryStrategy: { type: 'FIXED', baseBackoffSeconds: 5 } })
    await agent.report([await agent.leaseOne()], { said: 'failed' })
    await under.deleteCheck(retried)
    assert.equal(await under.pending(), 0)
    await under.advance(2 * minuteMs)
    assert.deepEqual(await agent.lease(), [])
  })

  test('an agent that has not registered is unknown, an old one refused, and an id belongs to its first key', async (t) => {
    const under = await runsUnderTest(t, engine)
    const agent = await under.agentAt('eu-west-1', { isRegistered: false })
    await assert.rejects(agent.lease(), UnknownAgent)
    await assert.rejects(agent.heartbeat(), UnknownAgent)
    await assert.rejects(agent.send([]), UnknownAgent)
    for (const version of ['7.9.9', '0.0.1', '1.99.0']) {
      await assert.rejects(agent.register({ version }), AgentTooOld)
    }
    await agent.register({ version: '8.0.0' })
    await agent.register({ version: '10.0.0-beta.1' })
    const impostor = await under.agentAt('eu-west-2', { isRegistered: false })
    Object.assign(impostor.caller, { agentId: agent.caller.agentId })
    await assert.rejects(impostor.register(), AgentIdTaken)
    await assert.rejects(impostor.lease(), UnknownAgent)
  })

  test('case 17: a queue of 50 runs, four free slots at a time: never more, oldest first', async (t) => {
    const under = await runsUnderTest(t, engine)
    const agent = await under.agentAt('eu-west-1')
    const made: string[] = []
    for (let number = 0; number < 50; number += 1) {
      made.push((await under.addCheck({}, hourly)).id)
      under.clock.advance(10)
    }
    const done: string[] = []
    for (;;) {
      const runs = await agent.lease(4)
      if (runs.length === 0) break
      assert.ok(runs.length <= 4)
      done.push(...runs.map(({ checkId }) => checkId))
      await agent.report(runs)
    }
    assert.deepEqual(done, made)
  })
})
