import assert from 'node:assert/strict'
import { test } from 'node:test'
import { secondMs } from '@sonde/ground/durations.ts'
import { some } from '@sonde/ground/testing/thoroughness.ts'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { alertSettings, alertsUnderTest, hourly } from '../testing/alerts-under-test.ts'

const places = ['eu-west-1', 'eu-west-2', 'eu-west-3', 'eu-central-1']
const runParallel = true

forOneEngine('runs of an occurrence that are lost', (engine) => {
  /** One occurrence of four locations at minute 60, a second one at 120; `.` is never taken and dropped. */
  const drops: [name: string, threshold: number | undefined, words: [string, string], expected: string[]][] =
    [
      ['one of two that voted is half of them', 50, ['FP..', 'PPPP'], ['+66 FAILURE', '+120 RECOVERY']],
      ['two degraded of three that voted', 50, ['DDP.', 'PPPP'], ['+66 DEGRADED', '+120 DEGRADED_RECOVERY']],
      [
        'a pass of those that are left is a recovery',
        undefined,
        ['FPPP', 'PPP.'],
        ['+60 FAILURE', '+126 RECOVERY'],
      ],
      ['without any vote nothing changes', undefined, ['FPPP', '....'], ['+60 FAILURE']],
      ['an early alert is not told again', undefined, ['F...', 'PPPP'], ['+60 FAILURE', '+120 RECOVERY']],
    ]
  for (const [name, threshold, words, expected] of some('runs that are dropped', drops, 2)) {
    test(`a dropped run leaves the denominator: ${name}`, async (t) => {
      const under = await alertsUnderTest(t, engine, places)
      const { a } = await under.addChannels()
      const config = { ...alertSettings('R1', '0x5', threshold), runParallel }
      const check = await under.addAlerting(config, hourly)
      await under.subscribe(check, a)
      for (const [index, word] of words.entries()) {
        await under.leapUntil(59 + index * 60, 1)
        await under.until(60 + index * 60)
        await under.answer(word)
        await under.leapUntil(70 + index * 60, 1)
      }
      assert.deepEqual(await under.sent(a), expected)
      assert.deepEqual(await under.raised(), expected)
      const alert = (await under.state(check)).alert
      assert.deepEqual(alert?.occurrences, [])
      for (const { result, alertType } of await under.alertsTo(a)) {
        const isRecovery = alertType.endsWith('RECOVERY')
        assert.equal(
          result.error,
          isRecovery ? null : `it ${alertType.includes('FAIL') ? 'failed' : 'degraded'}`,
        )
        assert.ok(places.some((place) => place === result.region))
      }
    })
  }

  test('an error of our own that ends an occurrence leaves the word to the run that failed', async (t) => {
    const under = await alertsUnderTest(t, engine, places)
    const { a } = await under.addChannels()
    const check = await under.addAlerting({ ...alertSettings('R1', '0x5', 50), runParallel })
    await under.subscribe(check, a)
    await under.play('FPEE')
    const [event] = await under.alertsTo(a)
    assert.deepEqual(
      [event?.alertType, event?.result.error, event?.result.region, event?.result.failedLocations],
      ['ALERT_FAILURE', 'it failed', 'eu-west-1', ['eu-west-1']],
    )
  })

  for (const stop of some('ends of a server between runs', ['kill', 'stop'] as const)) {
    test(`an occurrence goes on after the server was replaced between its runs (${stop})`, async (t) => {
      const under = await alertsUnderTest(t, engine, places)
      const { a } = await under.addChannels()
      const check = await under.addAlerting({ ...alertSettings('R1', '0x5', 50), runParallel })
      await under.subscribe(check, a)
      await under.play('PF..')
      const [, , third, fourth] = under.agents
      assert.ok(third !== undefined && fourth !== undefined)
      const held = await third.leaseOne()
      const other = await fourth.leaseOne()
      if (stop === 'stop') await under.under.runs.stop()
      await under.under.restart()
      await third.report([held], { said: 'failed' })
      assert.deepEqual(await under.sent(a), ['+1 FAILURE'])
      await fourth.report([other], { said: 'failed' })
      await under.under.restart()
      await under.play('PPPP')
      assert.deepEqual(await under.sent(a), ['+1 FAILURE', '+2 RECOVERY'])
    })
  }

  test('what waited when the server was stopped is run by the next one, and its occurrence closes', async (t) => {
    const under = await alertsUnderTest(t, engine, places)
    const { a } = await under.addChannels()
    const check = await under.addAlerting({ ...alertSettings('R1', '0x5', 50), runParallel })
    await under.subscribe(check, a)
    await under.play('PF..')
    await under.under.runs.stop()
    await under.under.restart()
    await under.under.until(under.clock.now() + secondMs, ...under.agents)
    await under.answer('..FP')
    assert.deepEqual(await under.sent(a), ['+1 FAILURE'])
  })
})

forOneEngine('runs that were cancelled', (engine) => {
  test('alerting case 55: a cancelled run between two failures neither counts nor resets', async (t) => {
    const under = await alertsUnderTest(t, engine)
    const { accountId } = under
    const { a } = await under.addChannels()
    const check = await under.addAlerting(alertSettings('R2'), hourly)
    await under.subscribe(check, a)
    for (const letter of ['F', 'cancelled', 'F']) {
      const sessionId = await under.startBy('TRIGGER_API', check)
      if (letter !== 'cancelled') await under.answer(letter)
      else await under.under.runs.cancelSession({ accountId, sessionId, runIds: null })
      await under.advance(secondMs)
    }
    assert.deepEqual(await under.sent(a), ['+0 FAILURE_REMAIN'])
  })

  for (const letter of ['failed', 'passed'] as const) {
    test(`a result of a cancelled run that ${letter} changes nothing`, async (t) => {
      const under = await alertsUnderTest(t, engine)
      const { accountId } = under
      const [agent] = under.agents
      assert.ok(agent !== undefined)
      const { a } = await under.addChannels()
      const retryStrategy = { type: 'FIXED', baseBackoffSeconds: 5, maxRetries: 1 }
      const check = await under.addAlerting({ ...alertSettings('R1'), retryStrategy }, hourly)
      await under.subscribe(check, a)
      const before = await under.state(check)
      const sessionId = await under.startBy('TRIGGER_API', check)
      const held = await agent.leaseOne()
      await under.under.runs.cancelSession({ accountId, sessionId, runIds: null })
      await agent.report([held], { said: letter })
      await under.advance(10 * secondMs)
      assert.deepEqual(await agent.lease(), [])
      assert.deepEqual(await under.raised(), [])
      assert.deepEqual(await under.state(check), before)
      assert.deepEqual((await under.told(check)).at(-1), 'FINAL cancelled at eu-west-1')
    })
  }

  test('alerting case 55: an error after a pass says nothing, and the status stays', async (t) => {
    const under = await alertsUnderTest(t, engine)
    const check = await under.addAlerting()
    await under.play('P E')
    assert.deepEqual(await under.raised(), [])
    assert.equal((await under.state(check)).status, 'passed')
    assert.equal((await under.state(check)).alert, null)
  })

  test('a cancelled run of an occurrence leaves the others the vote', async (t) => {
    const under = await alertsUnderTest(t, engine, places)
    const { accountId } = under
    const { a } = await under.addChannels()
    const check = await under.addAlerting({ ...alertSettings('R1', '0x5', 50), runParallel }, hourly)
    await under.subscribe(check, a)
    const sessionId = await under.startBy('TRIGGER_API', check)
    await under.answer('FP..')
    assert.deepEqual(await under.sent(a), [])
    await under.under.runs.cancelSession({ accountId, sessionId, runIds: null })
    assert.deepEqual(await under.sent(a), ['+0 FAILURE'])
  })
})
