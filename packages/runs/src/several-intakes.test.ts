import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { minuteMs, secondMs } from '@sonde/ground/durations.ts'
import { rounds, seededIntegers } from '@sonde/ground/testing/thoroughness.ts'
import type { RunResult } from '@sonde/schema/agents/agent-protocol.ts'
import { forEachEngine } from '@sonde/store/testing/engines.ts'
import { type AlertsUnderTest, alertsUnderTest } from '../testing/alerts-under-test.ts'
import { type FakeAgent, resultOf } from '../testing/fake-agent.ts'
import { quietAlerting } from '../testing/quiet-alerting.ts'
import { createRuns, type StartedRuns } from './create-runs.ts'
import { runTimes } from './run-times.ts'

/** The server that has handed out the runs, and two others that know of them by their tickets alone. */
function threeServers(t: TestContext, under: AlertsUnderTest): StartedRuns[] {
  const { store, clock, log, artifacts } = under
  const others = [0, 1].map(() =>
    createRuns({
      store,
      clock,
      log,
      artifacts,
      times: runTimes,
      alerting: quietAlerting,
      isEmbeddedOn: false,
    }),
  )
  for (const server of others) t.after(() => server.halt())
  return [under.under.runs, ...others]
}

async function report(server: StartedRuns, { caller }: FakeAgent, result: RunResult): Promise<string> {
  const { states } = await server.agents.sendResults(caller, {
    sentAt: result.startedAt + 1_015,
    results: [result],
  })
  return states.join()
}

forEachEngine('results that arrive at several servers at once', (engine) => {
  // A file of SQLite has one server only.
  if (engine.name === 'sqlite') return

  const sentThrice = rounds(1_000)
  test(`case 51: ${sentThrice} results, each at three servers at the same moment: one row, one state, one alert`, async (t) => {
    const under = await alertsUnderTest(t, engine)
    const [agent] = under.agents
    assert.ok(agent)
    const { a } = await under.addChannels()
    for (let made = 0; made < sentThrice; made += 1) await under.subscribe(await under.addAlerting(), a)
    const servers = threeServers(t, under)
    await under.until(1)
    const runs = await agent.lease()
    assert.equal(runs.length, sentThrice)
    const results = runs.map((run) => resultOf(run, under.clock.now(), { said: 'failed' }))
    const said = await Promise.all(
      results.flatMap((result) => servers.map((server) => report(server, agent, result))),
    )
    assert.deepEqual([...new Set(said)], ['stored'])
    const count = async (table: 'results' | 'check_alerts' | 'notifications') => {
      const row = await under.store.read
        .selectFrom(table)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirst()
      return Number(row?.count)
    }
    // Each check had passed once before.
    assert.deepEqual(
      {
        results: await count('results'),
        alerts: await count('check_alerts'),
        sent: await count('notifications'),
      },
      { results: 2 * sentThrice, alerts: sentThrice, sent: sentThrice },
    )
    const states = await under.store.read.selectFrom('checks').select(['status', 'status_since']).execute()
    assert.equal(new Set(states.map((state) => JSON.stringify(state))).size, 1)
  })

  test('case 31: of an agent that was frozen for so long that another one made its run, the late result changes nothing', async (t) => {
    const under = await alertsUnderTest(t, engine)
    const [frozen] = under.agents
    assert.ok(frozen)
    const other = await under.agentAt('eu-west-1')
    const { a } = await under.addChannels()
    const check = await under.addAlerting()
    await under.subscribe(check, a)
    const [, second, third] = threeServers(t, under)
    assert.ok(second && third)
    await under.until(1)
    const run = await frozen.leaseOne()
    await under.under.until(under.clock.now() + 65 * secondMs, other)
    const again = await other.leaseOne()
    assert.deepEqual([again.runId, again.attempt], [run.runId, run.attempt])
    assert.equal(
      await report(second, other, resultOf(again, under.clock.now(), { said: 'failed' })),
      'stored',
    )
    under.clock.advance(400 * secondMs)
    // By its own clock it has just made it.
    for (const server of [second, third]) {
      assert.equal(
        await report(server, frozen, resultOf(run, under.clock.now(), { said: 'passed' })),
        'stored',
      )
    }
    assert.deepEqual(await under.told(check), ['FINAL passed at eu-west-1', 'FINAL failed at eu-west-1'])
    assert.equal((await under.state(check)).status, 'failed')
    assert.equal((await under.sent(a)).length, 1)
  })

  test('case 52: what fails at some of five locations is told once, in whatever order and at whichever servers', async (t) => {
    const places = ['eu-west-1', 'eu-west-2', 'eu-west-3', 'eu-central-1', 'us-east-1']
    const under = await alertsUnderTest(t, engine, places)
    const { a } = await under.addChannels()
    const check = await under.addAlerting({ runParallel: true })
    await under.subscribe(check, a)
    const servers = threeServers(t, under)
    const pick = seededIntegers('case 52')
    const expected: string[] = []
    let isFailing = false
    for (let minute = 1; minute <= rounds(100); minute += 1) {
      await under.under.until(under.startAt + minute * minuteMs, ...under.agents)
      const failing = pick(0, 2) === 0 ? 0 : pick(1, 32)
      const reports: { order: number; send(to?: StartedRuns): Promise<string> }[] = []
      for (const [index, agent] of under.agents.entries()) {
        const run = await agent.leaseOne()
        const hasFailed = (failing & (1 << index)) !== 0
        const result = resultOf(run, under.clock.now(), { said: hasFailed ? 'failed' : 'passed' })
        const server = servers[pick(0, 3)]
        assert.ok(server)
        reports.push({ order: pick(0, 1_000), send: (to = server) => report(to, agent, result) })
      }
      await Promise.all(reports.toSorted((one, other) => one.order - other.order).map(({ send }) => send()))
      // Who has handed the runs out hears of them as well: the next slot would wait for them.
      for (const { send } of reports) await send(servers[0])
      if (isFailing !== failing > 0) expected.push(`+${minute} ${isFailing ? 'RECOVERY' : 'FAILURE'}`)
      isFailing = failing > 0
    }
    assert.deepEqual(await under.sent(a), expected)
  })
})
