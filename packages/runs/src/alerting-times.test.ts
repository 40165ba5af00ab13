import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayMs, minuteMs, secondMs } from '@sonde/ground/durations.ts'
import { some } from '@sonde/ground/testing/thoroughness.ts'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { alertSettings, alertsUnderTest, hourly } from '../testing/alerts-under-test.ts'
import { resultOf } from '../testing/fake-agent.ts'

forOneEngine('alerts and clocks', (engine) => {
  test('every alert of an episode says what fails and since when, the recovery too', async (t) => {
    const under = await alertsUnderTest(t, engine)
    const { a } = await under.addChannels()
    const check = await under.addAlerting(alertSettings('R2'))
    await under.subscribe(check, a)
    await under.play('PFFFP')
    const told = await under.alertsTo(a)
    assert.deepEqual(
      told.map(({ alertType }) => alertType),
      ['ALERT_FAILURE_REMAIN', 'ALERT_RECOVERY'],
    )
    const [failure, recovery] = told
    assert.ok(failure !== undefined && recovery !== undefined)
    assert.equal(failure.check.target, 'edge1.example.net')
    // The first bad run, and not the one that met the threshold.
    assert.equal(failure.episodeSince, failure.result.startedAt - minuteMs)
    assert.equal(recovery.episodeSince, failure.episodeSince)
    assert.equal(recovery.result.startedAt - recovery.episodeSince, 3 * minuteMs)
  })

  test('alerting case 11: a run that ends quicker than the first one did still meets the threshold', async (t) => {
    const under = await alertsUnderTest(t, engine)
    const { a } = await under.addChannels()
    const check = await under.addAlerting(alertSettings('T10'))
    await under.subscribe(check, a)
    await under.play('-')
    await under.advance(1_400)
    await under.answer('F', { durationMs: 1_400 })
    await under.play('FFFFFFFFF')
    assert.deepEqual(await under.sent(a), [])
    await under.play('-')
    await under.advance(1_000)
    await under.answer('F', { durationMs: 1_000 })
    assert.deepEqual(await under.sent(a), ['+11 FAILURE_REMAIN'])
  })

  test('alerting case 12: five minutes on an hourly check are its second failing run', async (t) => {
    const under = await alertsUnderTest(t, engine)
    const { a } = await under.addChannels()
    const check = await under.addAlerting(alertSettings('T5'), hourly)
    await under.subscribe(check, a)
    for (const hour of [1, 2, 3]) {
      await under.leapUntil(hour * 60 - 1, 1)
      await under.until(hour * 60)
      await under.answer('F')
    }
    assert.deepEqual(await under.sent(a), ['+120 FAILURE_REMAIN'])
  })

  for (const [name, order, expected] of [
    ['after the passes that followed it: it is stored, and alerts nobody', ['P2', 'P3', 'F1'], []],
    ['before them: it counts as usual', ['F1', 'P2', 'P3'], ['+3 FAILURE', '+3 RECOVERY']],
  ] as const) {
    for (const batch of some(`batches: ${name}`, ['one by one', 'in one batch'] as const)) {
      test(`alerting case 35: a failure that is delivered late, ${name} (${batch})`, async (t) => {
        const under = await alertsUnderTest(t, engine)
        const [agent] = under.agents
        assert.ok(agent !== undefined)
        const { a } = await under.addChannels()
        const check = await under.addAlerting()
        await under.subscribe(check, a)
        const held = new Map<string, Parameters<typeof resultOf>[0]>()
        const leasedAt = new Map<string, number>()
        for (const word of ['F1', 'P2', 'P3']) {
          await under.play('-')
          const run = await agent.leaseOne()
          held.set(word, run)
          leasedAt.set(word, under.clock.now())
          // A new program knows nothing of the run, and so does not wait for it.
          if (word !== 'P3') await under.restUntil(Number(word[1]) + 0.5)
        }
        const results = order.map((word) => {
          const run = held.get(word)
          assert.ok(run !== undefined)
          const ageMs = under.clock.now() - (leasedAt.get(word) ?? 0)
          return resultOf(run, under.clock.now(), { said: word.startsWith('F') ? 'failed' : 'passed', ageMs })
        })
        const before = (await under.results(check)).length
        if (batch === 'in one batch') {
          await agent.send(results)
        } else {
          for (const result of results) {
            await agent.send([result])
          }
        }
        assert.equal((await under.results(check)).length, before + 3)
        assert.deepEqual(await under.sent(a), expected)
        assert.equal((await under.state(check)).alert, null)
      })
    }
  }

  for (const [name, order] of [
    ['one of its two runs is late', ['first', 'slots', 'second']],
    ['both of its runs are late', ['slots', 'first', 'second']],
  ] as const) {
    test(`alerting case 35: a run by hand that fails and is told after later passes alerts nobody: ${name}`, async (t) => {
      const under = await alertsUnderTest(t, engine, ['eu-west-2', 'eu-west-1'])
      const [first, second] = under.agents
      assert.ok(first !== undefined && second !== undefined)
      const { a } = await under.addChannels()
      const locations = ['eu-west-1', 'eu-west-2']
      const check = await under.addAlerting({ locations })
      await under.subscribe(check, a)
      await under.until(0.5)
      await under.startBy('TRIGGER_API', check)
      const held = { first: await first.leaseOne(), second: await second.leaseOne() }
      const endedAt = under.clock.now()
      for (const step of order) {
        const ageMs = under.clock.now() - endedAt
        if (step === 'slots') await under.play('P. .P')
        else if (step === 'first') await first.report([held.first], { ageMs })
        else await second.report([held.second], { said: 'failed', ageMs })
      }
      assert.deepEqual(await under.raised(), [])
    })
  }

  test('alerting case 36: a server clock that steps back loses no alert and sends none twice', async (t) => {
    const under = await alertsUnderTest(t, engine)
    const { a } = await under.addChannels()
    const check = await under.addAlerting(alertSettings('R2'))
    await under.subscribe(check, a)
    await under.play('PPPPPPPPPPPP FF')
    assert.deepEqual(await under.sent(a), ['+14 FAILURE_REMAIN'])
    under.clock.set(under.startAt + 4 * minuteMs)
    // Slots up to minute 14 have been run: until then only people start runs.
    for (const letter of ['F', 'F', 'P', 'F', 'F', 'P']) {
      await under.startBy('SCHEDULE_NOW', check)
      await under.answer(letter)
      await under.under.until(under.clock.now() + 30 * secondMs, ...under.agents)
    }
    assert.deepEqual(await under.sent(a), [
      '+14 FAILURE_REMAIN',
      '+5 RECOVERY',
      '+6 FAILURE_REMAIN',
      '+6.5 RECOVERY',
    ])
    await under.leapUntil(14, 1)
    await under.play('FF')
    assert.equal((await under.sent(a)).at(-1), '+16 FAILURE_REMAIN')
  })

  test('alerting case 36: a clock that was a day ahead holds up no time threshold', async (t) => {
    const under = await alertsUnderTest(t, engine)
    const { a } = await under.addChannels()
    const check = await under.addAlerting(alertSettings('T5'))
    await under.subscribe(check, a)
    under.clock.set(under.startAt + dayMs)
    for (const agent of under.agents) {
      await agent.heartbeat()
    }
    await under.play('F')
    under.clock.set(under.startAt + minuteMs)
    await under.play('FFFFFF')
    assert.equal((await under.sent(a)).length, 1)
  })

  for (const skewMs of some('clocks of agents', [dayMs, -dayMs])) {
    test(`alerting case 36: an agent clock that is ${skewMs / dayMs} day ahead changes nothing`, async (t) => {
      const under = await alertsUnderTest(t, engine)
      const [agent] = under.agents
      assert.ok(agent !== undefined)
      const { a } = await under.addChannels()
      const check = await under.addAlerting(alertSettings('T5', '1x2'))
      await under.subscribe(check, a)
      for (const said of ['passed', ...Array<'failed'>(9).fill('failed'), 'passed'] as const) {
        await under.play('-')
        await agent.reportByClock(skewMs, await agent.lease(), { said })
      }
      assert.deepEqual(await under.sent(a), ['+7 FAILURE_REMAIN', '+9 FAILURE_REMAIN (1)', '+11 RECOVERY'])
      const [first] = await under.alertsTo(a)
      assert.equal(first?.result.startedAt, under.startAt + 7 * minuteMs)
    })
  }
})
