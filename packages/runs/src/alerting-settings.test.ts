import assert from 'node:assert/strict'
import { test } from 'node:test'
import { updateAccountAlertSettings } from '@sonde/store/accounts/accounts.ts'
import { replaceCheckSubscriptions } from '@sonde/store/alerts/alert-subscriptions.ts'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { alertSettings, alertsUnderTest, settingsOf } from '../testing/alerts-under-test.ts'
import { addGroup, changeGroup, subscribeGroup } from '../testing/alerting-rows.ts'

const ownR5 = alertSettings('R5')

/** The check has R5 and channel Y, its group R2 and channel X, the account R3; what five failures send to whom. */
const owners: [
  name: string,
  version: 1 | 2,
  useGlobal: boolean | null,
  checkUsesGlobal: boolean,
  x: string[],
  y: string[],
][] = [
  [
    'case 37: a group that leaves it to the check',
    2,
    null,
    false,
    ['+5 FAILURE_REMAIN'],
    ['+5 FAILURE_REMAIN'],
  ],
  ['case 37: the account settings by the group', 2, true, false, ['+3 FAILURE_REMAIN'], []],
  ['the settings of the group', 2, false, true, ['+2 FAILURE_REMAIN'], []],
  ['the account settings by the check', 2, null, true, ['+3 FAILURE_REMAIN'], ['+3 FAILURE_REMAIN']],
  ['case 38: version 1 as it is by default', 1, true, false, ['+3 FAILURE_REMAIN'], []],
  ['version 1 with its own settings', 1, false, false, ['+2 FAILURE_REMAIN'], []],
]

forOneEngine('whose settings count', (engine) => {
  for (const [name, version, useGlobalAlertSettings, checkUsesGlobal, xs, ys] of owners) {
    test(`alerting ${name}`, async (t) => {
      const under = await alertsUnderTest(t, engine)
      const [x, y] = [await under.addChannel(), await under.addChannel()]
      await setAccount(under, 'R3')
      const config = { useGlobalAlertSettings, alertSettings: settingsOf('R2'), doubleCheck: false }
      const retryStrategy = version === 2 ? 'FALLBACK' : null
      const group = await addGroup(under, { ...config, retryStrategy }, { version })
      await subscribeGroup(under, group, x)
      const own = { ...ownR5, useGlobalAlertSettings: checkUsesGlobal }
      const check = await under.addAlerting(own, { groupId: group.id })
      await under.subscribe(check, y)
      await under.play('FFFFF')
      assert.deepEqual(await under.sent(x), xs)
      assert.deepEqual(await under.sent(y), ys)
    })
  }

  test('alerting case 38: an account that never set anything alerts at the first failure', async (t) => {
    const under = await alertsUnderTest(t, engine)
    const x = await under.addChannel()
    const group = await addGroup(
      under,
      { useGlobalAlertSettings: true, retryStrategy: null, doubleCheck: false },
      { version: 1 },
    )
    await subscribeGroup(under, group, x)
    await under.addAlerting(ownR5, { groupId: group.id })
    await under.play('F')
    assert.deepEqual(await under.sent(x), ['+1 FAILURE'])
  })

  test('an alert keeps the group that it comes from, whose variables it is sent with', async (t) => {
    const under = await alertsUnderTest(t, engine)
    const y = await under.addChannel()
    const group = await addGroup(under, { useGlobalAlertSettings: null })
    const check = await under.addAlerting({}, { groupId: group.id })
    await under.subscribe(check, y)
    await under.play('F')
    const rows = await under.store.read.selectFrom('notifications').select('group_id').execute()
    assert.deepEqual(
      rows.map(({ group_id: id }) => id),
      [group.id],
    )
  })

  test('a group with settings of its own and no channels: the alert is listed and goes to nobody', async (t) => {
    const under = await alertsUnderTest(t, engine)
    const y = await under.addChannel()
    const group = await addGroup(under, { useGlobalAlertSettings: true })
    const check = await under.addAlerting({}, { groupId: group.id })
    await under.subscribe(check, y)
    await under.play('F P')
    assert.deepEqual(await under.sent(y), [])
    assert.deepEqual(await under.raised(), ['+1 FAILURE', '+2 RECOVERY'])
    assert.deepEqual(await under.nobodyCauses(), ['GROUP_DECIDES', 'GROUP_DECIDES'])
  })

  test('alerting case 37: a group that takes the settings over in the middle counts from the next occurrence', async (t) => {
    const under = await alertsUnderTest(t, engine)
    const [x, y] = [await under.addChannel(), await under.addChannel()]
    const group = await addGroup(under, { useGlobalAlertSettings: null })
    await subscribeGroup(under, group, x)
    const check = await under.addAlerting(ownR5, { groupId: group.id })
    await under.subscribe(check, y)
    await under.play('FF')
    await changeGroup(under, group, { config: { ...group.config, useGlobalAlertSettings: true } }, [check])
    await under.play('F P')
    assert.deepEqual(await under.sent(x), ['+3 FAILURE_REMAIN', '+4 RECOVERY'])
    assert.deepEqual(await under.sent(y), [])
  })

  test('alerting case 39: a threshold that is lowered below the streak alerts at the next failure', async (t) => {
    const under = await alertsUnderTest(t, engine)
    const { a } = await under.addChannels()
    const check = await under.addAlerting(ownR5)
    await under.subscribe(check, a)
    await under.play('FFF')
    await under.changeConfig(check, alertSettings('R2'))
    assert.deepEqual(await under.sent(a), [])
    await under.play('FF')
    assert.deepEqual(await under.sent(a), ['+4 FAILURE_REMAIN'])
  })
})

forOneEngine('who hears of an alert', (engine) => {
  test('a first ever failed occurrence alerts', async (t) => {
    const under = await alertsUnderTest(t, engine)
    const { a } = await under.addChannels()
    const check = await under.addCheck(alertSettings('R1'))
    await under.subscribe(check, a)
    await under.answer('F')
    assert.deepEqual(await under.sent(a), ['+0 FAILURE'])
  })

  test('an alert that nobody is subscribed to is listed', async (t) => {
    const under = await alertsUnderTest(t, engine)
    await under.addAlerting(alertSettings('R1', '1x1'))
    await under.play('F F P')
    assert.deepEqual(await under.raised(), ['+1 FAILURE', '+2 FAILURE_REMAIN (1)', '+3 RECOVERY'])
    assert.deepEqual(await under.nobodyCauses(), ['NO_CHANNEL', 'NO_CHANNEL', 'NO_CHANNEL'])
  })

  test('an alert keeps the one true cause for which it went to nobody', async (t) => {
    const under = await alertsUnderTest(t, engine)
    const recoveries = await under.addChannel({ sendFailure: false, sendDegraded: true })
    const check = await under.addAlerting(alertSettings('R1'))
    await under.subscribe(check, recoveries)
    await under.play('F P')
    assert.deepEqual(await under.nobodyCauses(), ['EVENT_NOT_WANTED', 'NOT_OWED'])
    const both = await under.addChannel()
    await under.subscribe(check, recoveries, both)
    await under.play('F P')
    assert.deepEqual((await under.nobodyCauses()).slice(2), [null, null])
  })

  test('a subscription that is switched off is none', async (t) => {
    const under = await alertsUnderTest(t, engine)
    const { a } = await under.addChannels()
    const check = await under.addAlerting()
    await under.store.write((db) =>
      replaceCheckSubscriptions(db, check, [{ alertChannelId: a, activated: false }]),
    )
    await under.play('F P')
    assert.deepEqual(await under.sent(a), [])
    assert.deepEqual(await under.nobodyCauses(), ['SUBSCRIPTION_PAUSED', 'SUBSCRIPTION_PAUSED'])
    assert.deepEqual(await under.raised(), ['+1 FAILURE', '+2 RECOVERY'])
  })

  test('a channel that is unsubscribed in the middle hears no more, also not of the recovery', async (t) => {
    const under = await alertsUnderTest(t, engine)
    const { a, b } = await under.addChannels()
    const check = await under.addAlerting()
    await under.subscribe(check, a, b)
    await under.play('F')
    await under.subscribe(check, a)
    await under.play('D')
    await under.subscribe(check, a, b)
    await under.play('P')
    assert.deepEqual(await under.sent(a), ['+1 FAILURE', '+2 FAILURE_DEGRADED', '+3 DEGRADED_RECOVERY'])
    assert.deepEqual(await under.sent(b), ['+1 FAILURE'])
  })

  for (const [letters, expected] of [
    ['P F P', ['+3 RECOVERY']],
    ['P D P', []],
    ['P F D P', ['+4 DEGRADED_RECOVERY']],
  ] as const) {
    test(`a channel for recoveries alone hears of those from failures: ${letters}`, async (t) => {
      const under = await alertsUnderTest(t, engine)
      const only = await under.addChannel({ sendFailure: false, sendDegraded: false })
      const check = await under.addAlerting()
      await under.subscribe(check, only)
      await under.play(letters)
      assert.deepEqual(await under.sent(only), expected)
    })
  }

  test('flags are read at the moment of the raise', async (t) => {
    const under = await alertsUnderTest(t, engine)
    const { a } = await under.addChannels()
    const check = await under.addAlerting()
    await under.subscribe(check, a)
    await under.play('F')
    await under.store.write((db) =>
      db.updateTable('alert_channels').set({ send_recovery: false }).where('id', '=', a).execute(),
    )
    await under.play('P')
    assert.deepEqual(await under.sent(a), ['+1 FAILURE'])
    await under.store.write((db) =>
      db.updateTable('alert_channels').set({ send_recovery: true }).where('id', '=', a).execute(),
    )
    await under.play('P F P')
    assert.deepEqual(await under.sent(a), ['+1 FAILURE', '+4 FAILURE', '+5 RECOVERY'])
  })

  for (const [source, expected] of [
    ['LEGACY_TRIGGER', []],
    ['DEPLOYMENT', []],
    ['SCHEDULE_NOW', ['+0 FAILURE']],
    ['TRIGGER_API', ['+0 FAILURE']],
  ] as const) {
    test(`runs by ${source} ${expected.length === 0 ? 'never alert and change no state' : 'alert'}`, async (t) => {
      const under = await alertsUnderTest(t, engine)
      const { a } = await under.addChannels()
      const check = await under.addAlerting()
      await under.subscribe(check, a)
      await under.startBy(source, check)
      await under.answer('F')
      assert.deepEqual(await under.sent(a), expected)
      assert.equal((await under.state(check)).status, expected.length === 0 ? 'passed' : 'failed')
    })
  }
})

async function setAccount(
  under: Awaited<ReturnType<typeof alertsUnderTest>>,
  escalation: string,
): Promise<void> {
  await under.store.write((db) =>
    updateAccountAlertSettings(db, {
      id: under.accountId,
      alertSettings: settingsOf(escalation),
      updatedAt: under.clock.now(),
    }),
  )
}
