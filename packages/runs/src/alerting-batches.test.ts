import assert from 'node:assert/strict'
import { test } from 'node:test'
import { secondMs } from '@sonde/ground/durations.ts'
import { deleteCheck } from '@sonde/store/checks/checks.ts'
import type { Db, Store } from '@sonde/store/engine/store.ts'
import { rounds } from '@sonde/ground/testing/thoroughness.ts'
import { forEachEngine } from '@sonde/store/testing/engines.ts'
import { alertSettings, alertsUnderTest } from '../testing/alerts-under-test.ts'
import { createFakeAgent, resultOf } from '../testing/fake-agent.ts'

// On both: PostgreSQL has a way of its own for results that raise nothing.
forEachEngine('batches of results', (engine) => {
  for (const batch of ['in one batch', 'in two'] as const) {
    test(`alerting case 34: a result that is delivered twice counts once (${batch})`, async (t) => {
      const under = await alertsUnderTest(t, engine)
      const [agent] = under.agents
      assert.ok(agent !== undefined)
      const { a } = await under.addChannels()
      const check = await under.addAlerting(alertSettings('R2'))
      await under.subscribe(check, a)
      const deliver = async (expected: string[]) => {
        await under.play('-')
        const run = await agent.leaseOne()
        const result = resultOf(run, under.clock.now(), { said: 'failed' })
        const states =
          batch === 'in one batch'
            ? await agent.send([result, result])
            : [...(await agent.send([result])), ...(await agent.send([result]))]
        assert.deepEqual(states, ['stored', 'stored'])
        assert.deepEqual(await under.sent(a), expected)
      }
      await deliver([])
      assert.equal((await under.state(check)).alert?.streak, 1)
      await deliver(['+2 FAILURE_REMAIN'])
      await deliver(['+2 FAILURE_REMAIN'])
    })
  }

  for (const trouble of ['isDiskFull', 'losesAnswers'] as const) {
    test(`a result that is sent again after the database failed alerts once (${trouble})`, async (t) => {
      const under = await alertsUnderTest(t, engine)
      const [agent] = under.agents
      assert.ok(agent !== undefined)
      const { a } = await under.addChannels()
      const check = await under.addAlerting()
      await under.subscribe(check, a)
      await under.play('-')
      const run = await agent.leaseOne()
      under.under[trouble] = true
      await assert.rejects(agent.report([run], { said: 'failed' }))
      under.under[trouble] = false
      assert.deepEqual(await under.sent(a), trouble === 'isDiskFull' ? [] : ['+1 FAILURE'])
      assert.deepEqual(await agent.report([run], { said: 'failed' }), ['stored'])
      assert.deepEqual(await under.sent(a), ['+1 FAILURE'])
      assert.equal((await under.state(check)).alert?.streak, 1)
    })
  }

  test('two results of one check in one batch are two steps, in the order of the batch', async (t) => {
    const under = await alertsUnderTest(t, engine)
    const [agent] = under.agents
    assert.ok(agent !== undefined)
    const { a } = await under.addChannels()
    const check = await under.addAlerting()
    await under.subscribe(check, a)
    await under.play('-')
    await under.startBy('TRIGGER_API', check)
    const runs = await agent.lease()
    const said = ['failed', 'passed'] as const
    await agent.send(
      runs.map((run, index) => resultOf(run, under.clock.now(), { said: said[index] ?? 'withheld' })),
    )
    assert.deepEqual(await under.sent(a), ['+1 FAILURE', '+1 RECOVERY'])
    const [failure, recovery] = await under.alertsTo(a)
    assert.equal(failure?.episodeId, recovery?.episodeId)
    assert.equal((await under.state(check)).alert, null)
  })

  test('a word that is carried is the last one, also when it came in the same batch', async (t) => {
    const under = await alertsUnderTest(t, engine, ['eu-west-1', 'eu-west-2'])
    const [first, second] = under.agents
    assert.ok(first !== undefined && second !== undefined)
    const { a } = await under.addChannels()
    const check = await under.addAlerting({ runParallel: true })
    await under.subscribe(check, a)
    // The second location is still busy with its run when the next slot comes.
    await under.play('P.')
    const [slow] = await second.lease()
    assert.ok(slow !== undefined)
    await under.play('-')
    await second.renew([slow])
    const [next] = await first.lease()
    assert.ok(next !== undefined)
    await under.restart()
    // An agent inside the server serves both, and reports both runs at once.
    const both = createFakeAgent({
      clock: under.clock,
      agents: () => under.under.runs.agents,
      identity: { kind: 'embedded' },
    })
    await both.register()
    const now = under.clock.now()
    await both.send([resultOf(slow, now, { said: 'failed' }), resultOf(next, now)])
    assert.deepEqual(await under.sent(a), ['+2 FAILURE'])
  })

  test('a check that is deleted while its result is under way alerts nobody', async (t) => {
    const under = await alertsUnderTest(t, engine)
    const [agent] = under.agents
    assert.ok(agent !== undefined)
    const { a } = await under.addChannels()
    const [kept, deleted, unheard] = [
      await under.addAlerting(),
      await under.addAlerting(),
      await under.addAlerting(),
    ]
    for (const check of [kept, deleted, unheard]) {
      await under.subscribe(check, a)
    }
    await under.play('-')
    const runs = await agent.lease()
    await under.deleteCheck(deleted)
    // Another server has deleted this one, and nobody here knows yet.
    const { accountId } = under
    await under.store.write((db) => deleteCheck(db, { accountId, id: unheard.id }))
    await agent.report(runs, { said: 'failed' })
    assert.deepEqual(
      (await under.alertsTo(a)).map(({ check }) => check.id),
      [kept.id],
    )
  })

  const count = rounds(1_000, 300)
  test(`${count} checks that fail at once raise ${count} alerts with few queries`, async (t) => {
    const under = await alertsUnderTest(t, engine)
    const [agent] = under.agents
    assert.ok(agent !== undefined)
    const { a, b } = await under.addChannels()
    for (let index = 0; index < count; index += 1) {
      const check = await under.addCheck(alertSettings('R1'))
      await under.subscribe(check, a, b)
    }
    const runs = []
    while (runs.length < count) {
      runs.push(...(await agent.lease()))
      // First runs begin some hundreds a second.
      await under.under.advance(secondMs)
    }
    const queries = countQueries(under.store)
    await agent.report(runs, { said: 'failed' })
    assert.equal((await under.raised()).length, count)
    assert.equal((await under.sent(a)).length, count)
    assert.equal((await under.sent(b)).length, count)
    t.diagnostic(`${queries.count} queries`)
    assert.ok(queries.count < 60, `${queries.count} queries`)
  })
})

/** Counts what the writes of a store ask, without the few queries that are prepared once and for all. */
function countQueries(store: Store): { count: number } {
  const queries = { count: 0 }
  const write = store.write
  const counting = async <Result>(work: (db: Db) => Promise<Result>): Promise<Result> =>
    await write((db) =>
      work(
        db.withPlugin({
          transformQuery({ node }) {
            queries.count += 1
            return node
          },
          transformResult: async ({ result }) => result,
        }),
      ),
    )
  Object.assign(store, { write: counting })
  return queries
}
