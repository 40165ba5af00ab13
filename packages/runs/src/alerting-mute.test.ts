import assert from 'node:assert/strict'
import { test } from 'node:test'
import { some } from '@sonde/ground/testing/thoroughness.ts'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { alertSettings, alertsUnderTest } from '../testing/alerts-under-test.ts'
import { addGroup, changeGroup } from '../testing/alerting-rows.ts'

/** `m` mutes, `u` unmutes, before the minute that follows. */
const sequences: [name: string, escalation: string, course: string, expected: string[]][] = [
  [
    'case 19: what still fails after the mute is told then, once, and its recovery',
    'R1',
    'm PFF u FF P',
    ['+4 FAILURE_REMAIN', '+6 RECOVERY'],
  ],
  ['case 19: what failed and recovered while muted is never told', 'R1', 'm PFFP u P', []],
  [
    'case 20: a recovery that was muted is told at the first pass after the mute, once',
    'R1',
    'F m PP u PP',
    ['+1 FAILURE', '+4 RECOVERY'],
  ],
  [
    'case 21: a threshold that is met after the mute alerts as usual',
    'R3',
    'm FF u F',
    ['+3 FAILURE_REMAIN'],
  ],
  [
    'a failure that was told before the mute is not told again',
    'R1',
    'F m F u F P',
    ['+1 FAILURE', '+4 RECOVERY'],
  ],
  [
    'degraded while muted is told after it',
    'R1',
    'm DD u D P',
    ['+3 DEGRADED_REMAIN', '+4 DEGRADED_RECOVERY'],
  ],
  [
    'a change between degraded and failing while muted is told after it',
    'R1',
    'D m F u F P',
    ['+1 DEGRADED', '+3 FAILURE_REMAIN', '+4 RECOVERY'],
  ],
]

forOneEngine('a mute', (engine) => {
  for (const [name, escalation, course, expected] of sequences) {
    for (const who of some(`who is muted: ${name}`, ['check', 'group'] as const)) {
      test(`alerting ${name} (muted: the ${who})`, async (t) => {
        const under = await alertsUnderTest(t, engine)
        const { a } = await under.addChannels()
        let group = await addGroup(under, { useGlobalAlertSettings: null })
        const check = await under.addAlerting(alertSettings(escalation), { groupId: group.id })
        await under.subscribe(check, a)
        for (const step of course.replaceAll(' ', '')) {
          if (step !== 'm' && step !== 'u') {
            await under.play(step)
          } else if (who === 'check') {
            await under.change(check, { muted: step === 'm' })
          } else {
            group = await changeGroup(under, group, { muted: step === 'm' }, [check])
          }
        }
        assert.deepEqual(await under.sent(a), expected)
        assert.deepEqual(await under.raised(), expected)
      })
    }
  }

  test('reminders that are due while muted are used up, and the series goes on after it', async (t) => {
    const under = await alertsUnderTest(t, engine)
    const { a } = await under.addChannels()
    const check = await under.addAlerting(alertSettings('R1', '5x1'))
    await under.subscribe(check, a)
    await under.play('F')
    await under.change(check, { muted: true })
    await under.play('FF')
    await under.change(check, { muted: false })
    await under.play('FFFF')
    assert.deepEqual(await under.sent(a), [
      '+1 FAILURE',
      '+4 FAILURE_REMAIN (3)',
      '+5 FAILURE_REMAIN (4)',
      '+6 FAILURE_REMAIN (5)',
    ])
  })
})

forOneEngine('a check that is switched off', (engine) => {
  /** What happens after the failure was told, the check switched off, and a result under way came in. */
  const courses: [name: string, after: string, expected: string[]][] = [
    ['case 22: nothing is sent for the result under way, and reminders stop', '', []],
    ['case 23: switched on, it passes: those who were told hear of the recovery', 'P', ['+15 RECOVERY']],
    ['case 23: switched on, it fails: it alerts anew', 'FF', ['+15 FAILURE']],
    ['switched on, it fails and passes', 'F P', ['+15 FAILURE', '+16 RECOVERY']],
  ]
  for (const [name, after, expected] of courses) {
    for (const who of some(`who is switched off: ${name}`, ['check', 'group'] as const)) {
      test(`alerting ${name} (switched off: the ${who})`, async (t) => {
        const under = await alertsUnderTest(t, engine)
        const [agent] = under.agents
        assert.ok(agent !== undefined)
        const { a, b } = await under.addChannels()
        let group = await addGroup(under, { useGlobalAlertSettings: null })
        const check = await under.addAlerting(alertSettings('R1', '100000x5'), { groupId: group.id })
        await under.subscribe(check, a)
        const toggle = async (activated: boolean) => {
          if (who === 'check') await under.change(check, { activated })
          else group = await changeGroup(under, group, { activated }, [check])
        }
        await under.play('F')
        await under.until(2)
        const held = await agent.leaseOne()
        await toggle(false)
        const before = (await under.results(check)).length
        assert.deepEqual(await agent.report([held], { said: 'failed' }), ['stored'])
        assert.equal((await under.results(check)).length, before + 1)
        const state = (await under.state(check)).alert
        assert.deepEqual(
          [state?.status, state?.streak, state?.raised, state?.open, state?.owed],
          ['passed', 0, false, 'failed', [a]],
        )
        await under.leapUntil(15, 1)
        assert.deepEqual(await under.sent(a), ['+1 FAILURE'])
        // Who was not told hears nothing of the recovery, also when it is subscribed now.
        await under.subscribe(check, a, b)
        if (after !== '') {
          await toggle(true)
          await under.answer(after.slice(0, 1))
          await under.play(after.slice(1))
        }
        assert.deepEqual(await under.sent(a), ['+1 FAILURE', ...expected])
        assert.deepEqual(
          await under.sent(b),
          expected.some((line) => line.endsWith(' FAILURE')) ? expected : [],
        )
      })
    }
  }

  test('a threshold counts from zero after the check was switched on again', async (t) => {
    const under = await alertsUnderTest(t, engine)
    const { a } = await under.addChannels()
    const check = await under.addAlerting(alertSettings('R3'))
    await under.subscribe(check, a)
    await under.play('FF')
    await under.change(check, { activated: false })
    await under.until(3)
    await under.change(check, { activated: true })
    await under.answer('F')
    await under.play('FF')
    assert.deepEqual(await under.sent(a), ['+5 FAILURE_REMAIN'])
  })

  test('a retry that waited when the check was switched off alerts nobody', async (t) => {
    const under = await alertsUnderTest(t, engine)
    const { a } = await under.addChannels()
    const check = await under.addAlerting({ retryStrategy: { type: 'FIXED', baseBackoffSeconds: 30 } })
    await under.subscribe(check, a)
    await under.play('F')
    await under.change(check, { activated: false })
    await under.until(5)
    assert.deepEqual((await under.told(check)).at(-1), 'FINAL failed at eu-west-1')
    assert.deepEqual(await under.raised(), [])
  })
})
