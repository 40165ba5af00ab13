import assert from 'node:assert/strict'
import { test } from 'node:test'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { alertSettings, alertsUnderTest } from '../testing/alerts-under-test.ts'
import { addGroup, subscribeGroup } from '../testing/alerting-rows.ts'

forOneEngine('channels of a check that is failing already', (engine) => {
  test('one that is subscribed late is told at the next failing run, alone, and of the recovery', async (t) => {
    const under = await alertsUnderTest(t, engine)
    const { a, b } = await under.addChannels()
    const check = await under.addAlerting(alertSettings('R1'))
    await under.subscribe(check, a)
    await under.play('FF')
    await under.subscribe(check, a, b)
    await under.play('FF P')
    assert.deepEqual(await under.sent(a), ['+1 FAILURE', '+5 RECOVERY'])
    assert.deepEqual(await under.sent(b), ['+3 FAILURE_REMAIN', '+5 RECOVERY'])
    assert.deepEqual(await under.raised(), ['+1 FAILURE', '+3 FAILURE_REMAIN', '+5 RECOVERY'])
  })

  test('the first one of all is told, although the alert was raised to nobody', async (t) => {
    const under = await alertsUnderTest(t, engine)
    const { b } = await under.addChannels()
    const check = await under.addAlerting(alertSettings('R1'))
    await under.play('F')
    await under.subscribe(check, b)
    await under.play('FF P')
    assert.deepEqual(await under.sent(b), ['+2 FAILURE_REMAIN', '+4 RECOVERY'])
  })

  test('below the threshold nobody is told, muted nobody either, and after the mute the late one alone', async (t) => {
    const under = await alertsUnderTest(t, engine)
    const { a, b } = await under.addChannels()
    const check = await under.addAlerting(alertSettings('R2'))
    await under.subscribe(check, a)
    await under.play('F')
    await under.subscribe(check, a, b)
    await under.play('F')
    assert.deepEqual(await under.sent(b), ['+2 FAILURE_REMAIN'])
    const late = await under.addChannel()
    await under.change(check, { muted: true })
    await under.subscribe(check, a, b, late)
    await under.play('F')
    assert.deepEqual(await under.sent(late), [])
    await under.change(check, { muted: false })
    await under.play('F')
    assert.deepEqual(await under.sent(late), ['+4 FAILURE_REMAIN'])
    assert.deepEqual(await under.sent(a), ['+2 FAILURE_REMAIN'])
  })

  test('one that wants no failures is told nothing', async (t) => {
    const under = await alertsUnderTest(t, engine)
    const quiet = await under.addChannel({ sendFailure: false, sendRecovery: false })
    const check = await under.addAlerting(alertSettings('R1'))
    await under.play('F')
    await under.subscribe(check, quiet)
    await under.play('FF')
    assert.deepEqual(await under.sent(quiet), [])
    assert.deepEqual(await under.raised(), ['+1 FAILURE'])
  })
})

forOneEngine('channels of a group', (engine) => {
  const hears: [useGlobalAlertSettings: boolean | null, own: string[], ofGroup: string[]][] = [
    [null, ['+1 FAILURE', '+2 RECOVERY'], ['+1 FAILURE', '+2 RECOVERY']],
    [true, [], ['+1 FAILURE', '+2 RECOVERY']],
    [false, [], ['+1 FAILURE', '+2 RECOVERY']],
  ]
  for (const [useGlobalAlertSettings, own, ofGroup] of hears) {
    test(`useGlobalAlertSettings ${useGlobalAlertSettings}: who hears of its checks, each once`, async (t) => {
      const under = await alertsUnderTest(t, engine)
      const [ofCheck, ofBoth, groups] = [
        await under.addChannel(),
        await under.addChannel(),
        await under.addChannel(),
      ]
      const group = await addGroup(under, { useGlobalAlertSettings })
      const check = await under.addAlerting(alertSettings('R1'), { groupId: group.id })
      await under.subscribe(check, ofCheck, ofBoth)
      await subscribeGroup(under, group, ofBoth, groups)
      await under.play('F P')
      assert.deepEqual(await under.sent(ofCheck), own)
      assert.deepEqual(await under.sent(ofBoth), ofGroup)
      assert.deepEqual(await under.sent(groups), ofGroup)
    })
  }
})
