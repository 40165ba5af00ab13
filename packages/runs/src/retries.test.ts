import assert from 'node:assert/strict'
import { test } from 'node:test'
import { minuteMs, secondMs } from '@sonde/ground/durations.ts'
import { runIdOf } from '@sonde/store/runs/run-identity.ts'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { runsUnderTest } from '../testing/runs-under-test.ts'

const fixed = { type: 'FIXED', baseBackoffSeconds: 5, maxRetries: 2 }

forOneEngine('retries', (engine) => {
  test('X4: all attempts fail: ATTEMPT, ATTEMPT, FINAL, of one run', async (t) => {
    const under = await runsUnderTest(t, engine)
    const agent = await under.agentAt('eu-west-1')
    const check = await under.addCheck({ retryStrategy: fixed })
    const runIds = new Set<string>()
    for (const attempt of [1, 2, 3]) {
      const run = await agent.leaseOne()
      assert.equal(run.attempt, attempt)
      runIds.add(run.runId)
      assert.deepEqual(await agent.report([run], { said: 'failed' }), ['stored'])
      assert.equal((await under.state(check)).status, attempt === 3 ? 'failed' : null)
      await under.advance(5 * secondMs - 1)
      assert.deepEqual(await agent.lease(), [])
      await under.advance(1)
    }
    assert.deepEqual(await agent.lease(), [])
    assert.deepEqual(await under.told(check), [
      'ATTEMPT failed at eu-west-1',
      'ATTEMPT failed at eu-west-1',
      'FINAL failed at eu-west-1',
    ])
    const rows = await under.results(check)
    assert.deepEqual(
      new Set(rows.map(({ scheduledAt, origin }) => runIdOf({ checkId: check.id, scheduledAt, origin }))),
      runIds,
    )
    assert.equal(runIds.size, 1)
    assert.deepEqual(
      rows.map(({ attempt }) => attempt),
      [1, 2, 3],
    )
    assert.equal(await under.pending(), 0)
  })

  test('an attempt that its agent was too busy to time is repeated at once, elsewhere, and counts as no retry', async (t) => {
    const under = await runsUnderTest(t, engine)
    const busy = await under.agentAt('eu-west-1')
    const other = await under.agentAt('eu-west-2')
    const noisy = { said: 'withheld', notRunCause: 'noisy' } as const
    const check = await under.addCheck({
      locations: ['eu-west-1', 'eu-west-2'],
      retryStrategy: { ...fixed, maxRetries: 1, baseBackoffSeconds: 0 },
    })
    await busy.report([await busy.leaseOne()], noisy)
    await under.runs.work()
    for (const attempt of [2, 3]) {
      const run = await other.leaseOne()
      assert.equal(run.attempt, attempt)
      await other.report([run], { said: 'failed' })
      await under.runs.work()
    }
    assert.deepEqual(await under.told(check), [
      'ATTEMPT withheld at eu-west-1',
      'ATTEMPT failed at eu-west-2',
      'FINAL failed at eu-west-2',
    ])
    assert.equal((await under.state(check)).status, 'failed')
  })

  test('where every attempt is noisy the run has no verdict, also without retries, and in place where there is no other', async (t) => {
    const under = await runsUnderTest(t, engine)
    const agent = await under.agentAt('eu-west-1')
    const check = await under.addCheck({ retryStrategy: null, doubleCheck: false })
    for (const attempt of [1, 2]) {
      const run = await agent.leaseOne()
      assert.equal(run.attempt, attempt)
      await agent.report([run], { said: 'withheld', notRunCause: 'noisy' })
      await under.runs.work()
    }
    assert.deepEqual(await agent.lease(), [])
    assert.deepEqual(await under.told(check), [
      'ATTEMPT withheld at eu-west-1',
      'FINAL withheld at eu-west-1',
    ])
    assert.equal((await under.state(check)).status, null)
  })

  test('other trouble of an agent is not repeated', async (t) => {
    const under = await runsUnderTest(t, engine)
    const agent = await under.agentAt('eu-west-1')
    const check = await under.addCheck({ retryStrategy: fixed })
    await agent.report([await agent.leaseOne()], { said: 'withheld' })
    await under.advance(minuteMs - secondMs)
    assert.deepEqual(await under.told(check), ['FINAL withheld at eu-west-1'])
  })

  test('X5: fail, then pass: FINAL passed; a degraded first attempt is final', async (t) => {
    const under = await runsUnderTest(t, engine)
    const agent = await under.agentAt('eu-west-1')
    const flaky = await under.addCheck({ retryStrategy: fixed })
    await agent.report([await agent.leaseOne()], { said: 'failed' })
    await under.advance(5 * secondMs)
    await agent.report([await agent.leaseOne()], { said: 'passed' })
    assert.deepEqual(await under.told(flaky), ['ATTEMPT failed at eu-west-1', 'FINAL passed at eu-west-1'])
    assert.equal((await under.state(flaky)).status, 'passed')

    const slow = await under.addCheck({ retryStrategy: fixed })
    await agent.report([await agent.leaseOne()], { said: 'degraded' })
    await under.advance(30 * secondMs)
    assert.deepEqual(await agent.lease(), [])
    assert.deepEqual(await under.told(slow), ['FINAL degraded at eu-west-1'])
    assert.equal((await under.state(slow)).status, 'degraded')
  })

  test('X6: EXPONENTIAL with base 60: one retry at 60 s, then final', async (t) => {
    const under = await runsUnderTest(t, engine)
    const agent = await under.agentAt('eu-west-1')
    const check = await under.addCheck(
      { retryStrategy: { type: 'EXPONENTIAL', baseBackoffSeconds: 60, maxDurationSeconds: 600 } },
      { frequency: 60, frequencyOffset: 300 },
    )
    await agent.report([await agent.leaseOne()], { said: 'failed' })
    await under.advance(60 * secondMs)
    await agent.report([await agent.leaseOne()], { said: 'failed' })
    await under.advance(15 * minuteMs)
    assert.deepEqual(await agent.lease(), [])
    assert.deepEqual(await under.told(check), ['ATTEMPT failed at eu-west-1', 'FINAL failed at eu-west-1'])
  })

  test('X7: sameRegion false: elsewhere with several locations, in place with one or in parallel', async (t) => {
    const under = await runsUnderTest(t, engine)
    const places = ['eu-west-1', 'eu-west-2', 'eu-west-3']
    const agents = await Promise.all(places.map((place) => under.agentAt(place)))
    const retryStrategy = { type: 'FIXED', baseBackoffSeconds: 0, maxRetries: 2, sameRegion: false }

    const failWherever = async () => {
      for (let turn = 0; turn < 4; turn += 1) {
        for (const agent of agents) {
          await agent.report(await agent.lease(), { said: 'failed' })
        }
        await under.runs.work()
      }
    }
    const single = await under.addCheck({ retryStrategy })
    await failWherever()
    assert.deepEqual(
      new Set((await under.results(single)).map(({ location }) => location)),
      new Set(['eu-west-1']),
    )

    const rotating = await under.addCheck({ retryStrategy, locations: places })
    await failWherever()
    const rows = await under.results(rotating)
    assert.deepEqual(
      rows.map(({ origin }) => origin),
      ['eu-west-1', 'eu-west-1', 'eu-west-1'],
    )
    assert.deepEqual(rows.map(({ location }) => location).toSorted(), places)
    assert.equal((await under.state(rotating)).lastRunLocation, rows[2]?.location)

    const parallel = await under.addCheck({ retryStrategy, locations: places, runParallel: true })
    await failWherever()
    const all = await under.results(parallel)
    assert.equal(all.length, 9)
    assert.ok(all.every(({ origin, location }) => origin === location))
  })

  test('X12: double check: one immediate retry elsewhere; switched off: none', async (t) => {
    const under = await runsUnderTest(t, engine)
    const [first, second] = [await under.agentAt('eu-west-1'), await under.agentAt('eu-west-2')]
    const locations = ['eu-west-1', 'eu-west-2']
    const twice = await under.addCheck({ locations, doubleCheck: true })
    await first.report([await first.leaseOne()], { said: 'failed' })
    await under.runs.work()
    assert.deepEqual(await first.lease(), [])
    await second.report([await second.leaseOne()], { said: 'failed' })
    assert.deepEqual(await under.told(twice), ['ATTEMPT failed at eu-west-1', 'FINAL failed at eu-west-2'])

    const once = await under.addCheck({ locations, doubleCheck: false })
    await first.report([await first.leaseOne()], { said: 'failed' })
    await under.runs.work()
    assert.deepEqual(await second.lease(), [])
    assert.deepEqual(await under.told(once), ['FINAL failed at eu-west-1'])
  })

  test('onlyOn: a failure with an answer of the target is final at once', async (t) => {
    const under = await runsUnderTest(t, engine)
    const agent = await under.agentAt('eu-west-1')
    const check = await under.addCheck({ retryStrategy: { ...fixed, onlyOn: ['NETWORK_ERROR'] } })
    await agent.report([await agent.leaseOne()], { said: 'failed', isNetworkError: true })
    await under.advance(5 * secondMs)
    await agent.report([await agent.leaseOne()], { said: 'failed', isNetworkError: false })
    assert.deepEqual(await under.told(check), ['ATTEMPT failed at eu-west-1', 'FINAL failed at eu-west-1'])
  })

  test('X8: while a retry waits, the slots of its check are skipped', async (t) => {
    const under = await runsUnderTest(t, engine)
    const agent = await under.agentAt('eu-west-1')
    const check = await under.addCheck({
      retryStrategy: { type: 'FIXED', baseBackoffSeconds: 150, maxRetries: 1 },
    })
    await agent.report([await agent.leaseOne()], { said: 'failed' })
    await under.advance(149 * secondMs)
    assert.deepEqual(await agent.lease(), [])
    await under.advance(secondMs)
    assert.equal((await agent.leaseOne()).attempt, 2)
    assert.deepEqual(await under.due(check), { 'eu-west-1': 1 })
  })

  test('an error of our own is final at once and never retried', async (t) => {
    const under = await runsUnderTest(t, engine)
    const agent = await under.agentAt('eu-west-1')
    const check = await under.addCheck({ retryStrategy: fixed })
    await agent.report([await agent.leaseOne()], { said: 'withheld' })
    await under.advance(30 * secondMs)
    assert.deepEqual(await agent.lease(), [])
    assert.deepEqual(await under.told(check), ['FINAL withheld at eu-west-1'])
    assert.equal((await under.state(check)).status, null)
  })

  test('a check that is deactivated keeps the result that was under way and makes no retry', async (t) => {
    const under = await runsUnderTest(t, engine)
    const agent = await under.agentAt('eu-west-1')
    const check = await under.addCheck({ retryStrategy: fixed })
    const run = await agent.leaseOne()
    await under.changeCheck(check, { activated: false })
    assert.deepEqual(await agent.report([run], { said: 'failed' }), ['stored'])
    await under.advance(minuteMs)
    assert.deepEqual(await agent.lease(), [])
    assert.deepEqual(await under.told(check), ['FINAL failed at eu-west-1'])
  })

  test('a retry that waits is dropped when its check is deactivated, and the check runs when it is activated', async (t) => {
    const under = await runsUnderTest(t, engine)
    const agent = await under.agentAt('eu-west-1')
    const check = await under.addCheck({ retryStrategy: fixed })
    await agent.report([await agent.leaseOne()], { said: 'failed' })
    assert.equal(await under.pending(), 1)
    await under.changeCheck(check, { activated: false })
    assert.equal(await under.pending(), 0)
    await under.advance(minuteMs)
    assert.deepEqual(await agent.lease(), [])
    await under.changeCheck(check, { activated: true })
    assert.equal((await agent.leaseOne()).attempt, 1)
  })
})
