import assert from 'node:assert/strict'
import { test } from 'node:test'
import { some } from '@sonde/ground/testing/thoroughness.ts'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { alertSettings, alertsUnderTest } from '../testing/alerts-under-test.ts'
import { addGroup, addWindow } from '../testing/alerting-rows.ts'

const tags = { tags: ['db'] }
const byTag = { silenceAlertsTags: ['db', 'web'] }
const all = { silenceAllAlerts: true }

/** A silence of so many minutes after the start, and the verdicts from minute 1 on. */
const silences: [
  name: string,
  escalation: string,
  silence: [number, number],
  letters: string,
  expected: string[],
][] = [
  [
    'case 40: what still fails when the silence ends is told then, and its recovery',
    'R1',
    [2, 8],
    'PPP FFFFF FF P',
    ['+8 FAILURE_REMAIN', '+11 RECOVERY'],
  ],
  ['case 40: what failed and passed inside is never told', 'R1', [2, 8], 'PP FFFF PPP P', []],
  [
    'case 41: a recovery inside is told at the first occurrence after it',
    'R1',
    [2, 8],
    'FF F PPPPP P',
    ['+1 FAILURE', '+8 RECOVERY'],
  ],
  ['case 43: failures inside count for the threshold', 'R3', [1, 6], 'PPP FFF F', ['+6 FAILURE_REMAIN']],
]

forOneEngine('maintenance', (engine) => {
  for (const [name, escalation, silence, letters, expected] of silences) {
    for (const [scope, config] of some(`whom it is for: ${name}`, Object.entries({ all, byTag }))) {
      test(`alerting ${name} (${scope})`, async (t) => {
        const under = await alertsUnderTest(t, engine)
        const { a } = await under.addChannels()
        const check = await under.addAlerting({ ...alertSettings(escalation), ...tags })
        await under.subscribe(check, a)
        await addWindow(under, silence, config)
        await under.play(letters)
        assert.deepEqual(await under.sent(a), expected)
        assert.deepEqual(await under.raised(), expected)
      })
    }
  }

  test('alerting case 42: a pause keeps runs and reminders away and changes no state', async (t) => {
    const under = await alertsUnderTest(t, engine)
    const { a } = await under.addChannels()
    const check = await under.addAlerting(alertSettings('R1', '100000x5'))
    await under.subscribe(check, a)
    await addWindow(under, [11, 21], { pauseAllChecks: true })
    await under.play('F FFFFFFFFF')
    for (let minute = 11; minute < 21; minute += 1) {
      await under.until(minute)
      for (const agent of under.agents) assert.deepEqual(await agent.lease(), [])
    }
    await under.play('FFFFFF P')
    assert.deepEqual(await under.sent(a), [
      '+1 FAILURE',
      '+6 FAILURE_REMAIN (1)',
      '+21 FAILURE_REMAIN (4)',
      '+26 FAILURE_REMAIN (5)',
      '+27 RECOVERY',
    ])
  })

  test('alerting case 44: a run by hand inside a pause alerts', async (t) => {
    const under = await alertsUnderTest(t, engine)
    const { a } = await under.addChannels()
    const check = await under.addAlerting(tags)
    await under.subscribe(check, a)
    await addWindow(under, [1, 20], { tags: ['db'] })
    await under.until(5)
    for (const agent of under.agents) {
      assert.deepEqual(await agent.lease(), [])
    }
    await under.startBy('TRIGGER_API', check)
    await under.answer('F')
    assert.deepEqual(await under.sent(a), ['+5 FAILURE'])
  })

  test('a run by hand inside a silence does not alert', async (t) => {
    const under = await alertsUnderTest(t, engine)
    const { a } = await under.addChannels()
    const check = await under.addAlerting()
    await under.subscribe(check, a)
    await addWindow(under, [1, 20], all)
    await under.until(1)
    await under.startBy('TRIGGER_API', check)
    await under.answer('F')
    assert.deepEqual(await under.raised(), [])
  })

  test('reminders that are due inside a silence are used up', async (t) => {
    const under = await alertsUnderTest(t, engine)
    const { a } = await under.addChannels()
    const check = await under.addAlerting(alertSettings('R1', '4x1'))
    await under.subscribe(check, a)
    await addWindow(under, [2, 4], all)
    await under.play('FFFFFF')
    assert.deepEqual(await under.sent(a), ['+1 FAILURE', '+4 FAILURE_REMAIN (3)', '+5 FAILURE_REMAIN (4)'])
  })

  test('a silence of other tags holds nothing back; a tag of the group counts as one of the check', async (t) => {
    const under = await alertsUnderTest(t, engine)
    const { a } = await under.addChannels()
    const group = await addGroup(under, { tags: ['web'] })
    const other = await under.addAlerting({ tags: ['cache'] })
    const member = await under.addAlerting({ tags: ['cache'] }, { groupId: group.id })
    await under.subscribe(other, a)
    await under.subscribe(member, a)
    await addWindow(under, [0, 20], byTag)
    await under.play('F')
    assert.deepEqual(
      (await under.alertsTo(a)).map(({ check }) => check.id),
      [other.id],
    )
  })
})
