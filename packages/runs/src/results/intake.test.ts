import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hourMs, minuteMs, secondMs } from '@sonde/ground/durations.ts'
import { findCheck } from '@sonde/store/checks/checks.ts'
import { snapshotsOf } from '@sonde/store/checks/check-snapshots.ts'
import { isRecord } from '@sonde/ground/is-record.ts'
import { decodeDetail, referenceOf } from '@sonde/store/result-details/detail-codec.ts'
import { referencesOf } from '@sonde/store/result-details/reference-rows.ts'
import { withWholeMicroseconds } from '@sonde/store/result-details/whole-microseconds.ts'
import { detailSamples } from '@sonde/store/testing/detail-samples.ts'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { createRandom, laterRun } from '@sonde/store/testing/later-run.ts'
import { refuseStates } from '@sonde/store/testing/refuse-states.ts'
import { resultOf } from '../../testing/fake-agent.ts'
import { runsUnderTest } from '../../testing/runs-under-test.ts'

const hourly = { frequency: 60, frequencyOffset: 300 }

forOneEngine('results', (engine) => {
  test('a result is stored as it was reported, and comes back whole', async (t) => {
    const under = await runsUnderTest(t, engine)
    const agent = await under.agentAt('eu-west-1')
    const check = await under.addCheck({}, hourly)
    const run = await agent.leaseOne()
    under.clock.advance(2_000)
    const result = resultOf(run, under.clock.now(), { ageMs: 100, durationMs: 1_500.25 })
    await agent.send([result])
    const [row] = await under.results(check)
    assert.ok(row !== undefined)
    const { detail, ...rest } = row
    assert.deepEqual(rest, {
      checkNo: rest.checkNo,
      checkType: 'ICMP',
      scheduledAt: run.scheduledAt,
      origin: 'eu-west-1',
      attempt: 1,
      isFinal: true,
      verdict: 'passed',
      overMax: false,
      source: 'SCHEDULER',
      snapshot: 1,
      location: 'eu-west-1',
      startedAt: result.startedAt,
      durationMs: 1_500.25,
      createdAt: under.clock.now(),
      checkRunId: 1,
      responseTime: 15,
      statusCode: null,
      metrics: { packetLoss: 0, latencyMin: 10, latencyMax: 20, latencyStdDev: 5, dns: 1.5 },
      reason: null,
      isStandIn: false,
    })
    const snapshot = (await snapshotsOf(under.store.read, row.checkNo, [1])).get(1)
    assert.deepEqual(decodeDetail(detail, row, snapshot?.config), result.detail)
    assert.deepEqual(snapshot?.config, run.config)
  })

  test('what repeats from run to run is stored once, and every result comes back whole', async (t) => {
    const under = await runsUnderTest(t, engine)
    const sample = detailSamples.find(({ name }) => name === 'https, 200 of nginx')
    assert.ok(sample)
    const agent = await under.agentAt('eu-west-1', { checkTypes: ['URL'] })
    const retryStrategy = { type: 'FIXED', baseBackoffSeconds: 5, maxRetries: 1 }
    const config = { ...(isRecord(sample.config) ? sample.config : {}), retryStrategy }
    const check = await under.addCheck(config, { checkType: 'URL' })
    const random = createRandom(3)
    const details: unknown[] = []
    for (let minute = 0; minute < 8; minute += 1) {
      await under.until(under.beganAt + minute * minuteMs + secondMs)
      const run = await agent.leaseOne()
      const detail = laterRun(withWholeMicroseconds(sample.detail), random)
      details.push(detail)
      await agent.report([run], { detail, said: minute === 7 ? 'failed' : 'passed' })
      if (minute === 5) await under.restart()
    }
    const rows = await under.results(check)
    assert.equal(rows.length, 8)
    const references = await referencesOf(under.store.read, rows)
    assert.equal(references.size, 1)
    assert.deepEqual(
      rows.map(({ detail }) => referenceOf(detail) !== null),
      [false, false, true, true, true, true, true, true],
    )
    assert.deepEqual(
      rows.map((row) => decodeDetail(row.detail, row, config, references)),
      details,
    )
    // The retry is not made any more: what the attempt before it said is read once more, and told.
    assert.equal(rows.at(-1)?.isFinal, false)
    await under.changeCheck(check, { activated: false })
    assert.equal((await under.results(check)).at(-1)?.isFinal, true)
  })

  test('a result keeps the reason of its verdict, and whether this server stood in for an agent', async (t) => {
    const under = await runsUnderTest(t, engine, { isEmbeddedOn: true })
    const [agent, embedded] = [await under.agentAt('eu-west-1'), await under.agentAt('embedded')]
    const check = await under.addCheck({ locations: ['eu-west-1', 'eu-west-2'], runParallel: true }, hourly)
    await agent.report([await agent.leaseOne()], { said: 'failed' })
    await embedded.report([await embedded.leaseOne()], { said: 'withheld' })
    assert.deepEqual(
      (await under.results(check)).map(({ location, reason, isStandIn }) => [location, reason, isStandIn]),
      [
        ['eu-west-1', 'it failed', false],
        ['eu-west-2', 'it withheld', true],
      ],
    )
    const standIns = await under.runs.standInLocations()
    assert.deepEqual([standIns.includes('eu-west-1'), standIns.includes('eu-west-2')], [false, true])
  })

  test('status, extremes and times of the check follow, in both tables', async (t) => {
    const under = await runsUnderTest(t, engine)
    const agent = await under.agentAt('eu-west-1')
    const check = await under.addCheck()
    for (const [minute, said] of (['passed', 'failed', 'withheld', 'degraded'] as const).entries()) {
      await under.until(under.beganAt + minute * minuteMs + secondMs)
      await agent.report([await agent.leaseOne()], { said })
      const expected = (['passed', 'failed', 'failed', 'degraded'] as const)[minute]
      assert.equal((await under.state(check)).status, expected)
      assert.equal(
        (await findCheck(under.store.read, { accountId: under.accountId, id: check.id }))?.status,
        expected,
      )
    }
    const state = await under.state(check)
    assert.deepEqual(
      [state.firstResultAt, state.lastResultAt, state.lastRunLocation],
      [under.beganAt + secondMs, under.beganAt + 3 * minuteMs + secondMs, 'eu-west-1'],
    )
    assert.equal(state.lastCheckRunId, (await under.results(check)).at(-1)?.checkRunId)
  })

  test('in parallel the worst of the last results of all locations is the status', async (t) => {
    const under = await runsUnderTest(t, engine)
    const locations = ['eu-west-1', 'eu-west-2', 'eu-west-3']
    const agents = await Promise.all(locations.map((location) => under.agentAt(location)))
    const check = await under.addCheck({ locations, runParallel: true })
    const rounds = [
      ['passed', 'passed', 'passed', 'passed'],
      ['passed', 'failed', 'passed', 'failed'],
      ['degraded', 'passed', 'passed', 'degraded'],
      ['withheld', 'passed', 'passed', 'degraded'],
      ['passed', 'passed', 'passed', 'passed'],
    ] as const
    for (const [minute, [first, second, third, status]] of rounds.entries()) {
      await under.until(under.beganAt + minute * minuteMs)
      for (const [index, said] of [first, second, third].entries()) {
        const agent = agents[index]
        assert.ok(agent !== undefined)
        await agent.report([await agent.leaseOne()], { said })
      }
      assert.equal((await under.state(check)).status, status, `round ${minute}`)
    }
  })

  test('numbers of results are unique and increase, also over a restart', async (t) => {
    const under = await runsUnderTest(t, engine)
    const agent = await under.agentAt('eu-west-1')
    const checks = await Promise.all([1, 2, 3].map(() => under.addCheck()))
    const numbers: number[] = []
    for (let minute = 0; minute < 4; minute += 1) {
      await under.until(under.beganAt + minute * minuteMs + 1)
      const runs = await agent.lease()
      assert.equal(runs.length, 3)
      await Promise.all(runs.map((run) => agent.report([run])))
      const rows = (await Promise.all(checks.map((check) => under.results(check)))).flat()
      const fresh = rows.map(({ checkRunId }) => checkRunId).filter((number) => !numbers.includes(number))
      assert.equal(fresh.length, 3)
      assert.ok(Math.min(...fresh) > Math.max(0, ...numbers))
      numbers.push(...fresh)
      if (minute === 1) await under.restart()
    }
    assert.equal(new Set(numbers).size, 12)
  })

  test('result, state, retry and session are written together or not at all', async (t) => {
    const under = await runsUnderTest(t, engine)
    const agent = await under.agentAt('eu-west-1')
    const retryStrategy = { type: 'FIXED', baseBackoffSeconds: 5, maxRetries: 1 }
    const check = await under.addCheck({ retryStrategy }, hourly)
    const run = await agent.leaseOne()
    await agent.report([run], { said: 'failed' })
    await under.advance(5 * secondMs)
    const retry = await agent.leaseOne()
    const allowStates = await refuseStates(under.store)
    await assert.rejects(agent.report([retry], { said: 'failed' }))
    assert.equal((await under.results(check)).length, 1)
    assert.equal(await under.pending(), 1)
    assert.equal((await under.state(check)).status, null)
    await allowStates()
    assert.deepEqual(await agent.report([retry], { said: 'passed' }), ['stored'])
    assert.deepEqual(await under.told(check), ['ATTEMPT failed at eu-west-1', 'FINAL passed at eu-west-1'])
    assert.equal(await under.pending(), 0)
    assert.equal((await under.state(check)).status, 'passed')
  })

  test('the database is away: nobody is told "stored", and the same report is stored when it is back', async (t) => {
    const under = await runsUnderTest(t, engine)
    const agent = await under.agentAt('eu-west-1')
    const check = await under.addCheck({}, hourly)
    const run = await agent.leaseOne()
    under.isDiskFull = true
    await assert.rejects(agent.report([run]))
    under.isDiskFull = false
    assert.deepEqual(await under.results(check), [])
    assert.deepEqual(await agent.report([run]), ['stored'])
    assert.equal((await under.results(check)).length, 1)
  })

  for (const skewMs of [2 * hourMs, -2 * hourMs]) {
    test(`case 49: an agent whose clock is ${skewMs / hourMs} h off: stored times are right, durations as measured`, async (t) => {
      const under = await runsUnderTest(t, engine)
      const agent = await under.agentAt('eu-west-1')
      const check = await under.addCheck({}, hourly)
      const run = await agent.leaseOne()
      under.clock.advance(5 * secondMs)
      await agent.reportByClock(skewMs, [run], { durationMs: 3_000, ageMs: 500 })
      const [row] = await under.results(check)
      assert.equal(row?.startedAt, under.beganAt + 5 * secondMs - 3_500)
      assert.equal(row?.durationMs, 3_000)
      assert.equal((await under.state(check)).completedAt, under.beganAt + 4_500)
    })
  }

  test('an agent whose clock agrees within 30 s is believed, within what is possible', async (t) => {
    const under = await runsUnderTest(t, engine)
    const agent = await under.agentAt('eu-west-1')
    const checks = await Promise.all([1, 2, 3].map(() => under.addCheck({}, hourly)))
    const runs = await agent.lease()
    under.clock.advance(10 * secondMs)
    const now = under.clock.now()
    const told = [now - 4 * secondMs, now - hourMs, now + 20 * secondMs]
    await agent.send(
      runs.map((run, index) => resultOf(run, now, { startedAt: told[index] ?? 0 })),
      now + 29 * secondMs,
    )
    const stored: number[] = []
    for (const run of runs) {
      const check = checks.find(({ id }) => id === run.checkId)
      assert.ok(check !== undefined)
      for (const { startedAt } of await under.results(check)) stored.push(startedAt)
    }
    assert.deepEqual(stored, [now - 4 * secondMs, runs[1]?.scheduledAt, now])
  })

  test('a result that comes late and is older than the last one is stored and changes no status', async (t) => {
    const under = await runsUnderTest(t, engine)
    const agent = await under.agentAt('eu-west-1')
    const check = await under.addCheck({ locations: ['eu-west-1'] })
    const late = await agent.leaseOne()
    await under.advance(30 * secondMs)
    await under.restart()
    await under.until(under.beganAt + minuteMs)
    await agent.report(await agent.lease())
    await agent.report([late], { said: 'failed', ageMs: 50 * secondMs })
    assert.equal((await under.results(check)).length, 2)
    assert.equal((await under.state(check)).status, 'passed')
  })

  test('a late result does not let its check run twice at once', async (t) => {
    const under = await runsUnderTest(t, engine)
    const agent = await under.agentAt('eu-west-1')
    await under.addCheck()
    const late = await agent.leaseOne()
    await under.restart()
    await under.until(under.beganAt + minuteMs)
    const current = await agent.leaseOne()
    await agent.report([late])
    await under.until(under.beganAt + minuteMs + 50 * secondMs)
    await agent.renew([current])
    await under.until(under.beganAt + 2 * minuteMs)
    assert.deepEqual(await agent.lease(), [])
  })

  test('a result of an hour that was computed already opens it again', async (t) => {
    const under = await runsUnderTest(t, engine)
    const agent = await under.agentAt('eu-west-1')
    const check = await under.addCheck({}, hourly)
    const run = await agent.leaseOne()
    await under.restart()
    const computed = async () => {
      const rows = await under.store.read
        .selectFrom('hourly_rollups')
        .select(['hour', 'computed_at'])
        .execute()
      return rows.map(({ hour, computed_at: at }) => [(hour - under.beganAt) / hourMs, at])
    }
    assert.deepEqual(await computed(), [[0, null]])
    await under.store.write(async (db) => {
      await db.updateTable('hourly_rollups').set({ computed_at: 5 }).execute()
    })
    under.clock.advance(hourMs + 9 * minuteMs)
    assert.deepEqual(await agent.report([run], { ageMs: hourMs + 8 * minuteMs }), ['stored'])
    assert.deepEqual(await computed(), [[0, 5]])

    const later = await under.addCheck({}, hourly)
    const second = await agent.leaseOne()
    assert.equal(second.checkId, later.id)
    await under.store.write(async (db) => {
      await db.updateTable('hourly_rollups').set({ computed_at: 5 }).execute()
    })
    under.clock.advance(2 * hourMs)
    await agent.register()
    await agent.report([second], { ageMs: 2 * hourMs - 2_000 })
    assert.deepEqual(
      (await computed()).filter(([, at]) => at === null),
      [[1, null]],
    )
    assert.equal((await under.results(check)).length, 1)
  })

  test('a session is computed in its hour, although it was not due', async (t) => {
    const under = await runsUnderTest(t, engine)
    const { accountId } = under
    const agent = await under.agentAt('eu-west-1')
    const check = await under.addCheck({}, { ...hourly, activated: false })
    await under.runs.startSession({ accountId, checkId: check.id, source: 'TRIGGER_API' })
    await agent.report([await agent.leaseOne()], { said: 'failed' })
    assert.deepEqual(await under.due(check), { 'eu-west-1': 0 })
    assert.equal((await under.state(check)).status, 'failed')
    await under.runs.startSession({ accountId, checkId: check.id, source: 'TEST_RECORD' })
    await agent.report([await agent.leaseOne()])
    assert.equal((await under.state(check)).status, 'failed', 'a test run says nothing about the state')
  })

  test('a detail of another shape is refused, and the others of its message are stored', async (t) => {
    const under = await runsUnderTest(t, engine)
    const agent = await under.agentAt('eu-west-1')
    await Promise.all([1, 2, 3, 4].map(() => under.addCheck({}, hourly)))
    const now = under.clock.now()
    const results = (await agent.lease()).map((run) => resultOf(run, now))
    const [first, second, third, fourth] = results
    assert.ok(first && second && third && fourth)
    const states = await agent.send([
      { ...first, detail: { pings: 'many' } },
      second,
      { ...third, checkType: 'PLAYWRIGHT' },
      { ...fourth, detail: null },
    ])
    assert.deepEqual(states, ['refused', 'stored', 'refused', 'refused'])
  })
})
