import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { minuteMs } from '@sonde/ground/durations.ts'
import type { CheckRow } from '@sonde/store/checks/checks.ts'
import { forOneEngine, type TestEngine } from '@sonde/store/testing/engines.ts'
import { alertSettings, alertsUnderTest, daily, hourly } from '../testing/alerts-under-test.ts'

async function remindersUnderTest(
  t: TestContext,
  engine: TestEngine,
  reminders: string,
  fields: Partial<CheckRow> = daily,
) {
  const under = await alertsUnderTest(t, engine)
  const { a, b } = await under.addChannels()
  const check = await under.addAlerting(alertSettings('R1', reminders), fields)
  await under.subscribe(check, a, b)
  return {
    ...under,
    a,
    b,
    check,
    /** A run that is started by hand, now. */
    async say(letter: string): Promise<void> {
      await under.startBy('SCHEDULE_NOW', check)
      await under.answer(letter)
    },
  }
}

forOneEngine('reminders', (engine) => {
  test('alerting case 14: two reminders, whatever the frequency, and the recovery', async (t) => {
    const under = await remindersUnderTest(t, engine, '2x5', hourly)
    await under.leapUntil(59, 1)
    await under.until(60)
    await under.answer('F')
    await under.leapUntil(119, 1)
    await under.until(120)
    await under.answer('P')
    await under.leapUntil(130, 1)
    const expected = ['+60 FAILURE', '+65 FAILURE_REMAIN (1)', '+70 FAILURE_REMAIN (2)', '+120 RECOVERY']
    assert.deepEqual(await under.sent(under.a), expected)
    assert.deepEqual(await under.sent(under.b), expected)
    assert.deepEqual(await under.raised(), expected)
    const [first, reminder] = await under.alertsTo(under.a)
    assert.deepEqual([first?.isReminder, first?.reminderSequence], [false, 0])
    assert.deepEqual([reminder?.isReminder, reminder?.reminderSequence], [true, 1])
    assert.equal(reminder?.episodeId, first?.episodeId)
    assert.equal(reminder?.result.id, first?.result.id)
  })

  test('alerting case 15: a pass that was asked for by hand ends the series', async (t) => {
    const under = await remindersUnderTest(t, engine, '2x5')
    await under.say('F')
    await under.until(7)
    await under.say('P')
    await under.until(15)
    assert.deepEqual(await under.sent(under.a), ['+0 FAILURE', '+5 FAILURE_REMAIN (1)', '+7 RECOVERY'])
  })

  test('alerting case 16: reminders until the recovery of the next day', async (t) => {
    const under = await remindersUnderTest(t, engine, '100000x30')
    await under.say('F')
    await under.leapUntil(24 * 60 - 1, 10)
    await under.say('P')
    await under.leapUntil(26 * 60, 10)
    assert.deepEqual(await under.sent(under.b), [
      '+0 FAILURE',
      ...Array.from({ length: 47 }, (_, index) => `+${(index + 1) * 30} FAILURE_REMAIN (${index + 1})`),
      '+1439 RECOVERY',
    ])
  })

  test('alerting case 17: a change of status begins a series of its own', async (t) => {
    const under = await remindersUnderTest(t, engine, '3x10')
    await under.say('F')
    await under.until(12)
    await under.say('D')
    await under.leapUntil(70, 1)
    assert.deepEqual(await under.sent(under.a), [
      '+0 FAILURE',
      '+10 FAILURE_REMAIN (1)',
      '+12 FAILURE_DEGRADED',
      '+22 DEGRADED_REMAIN (1)',
      '+32 DEGRADED_REMAIN (2)',
      '+42 DEGRADED_REMAIN (3)',
    ])
    assert.deepEqual(await under.sent(under.b), ['+0 FAILURE', '+10 FAILURE_REMAIN (1)'])
  })

  test('alerting case 18: after a rest of the service one reminder stands for all that were due', async (t) => {
    const under = await remindersUnderTest(t, engine, '5x5')
    await under.say('F')
    await under.until(1)
    await under.restUntil(30)
    await under.leapUntil(60, 1)
    assert.deepEqual(await under.sent(under.a), ['+0 FAILURE', '+30 FAILURE_REMAIN (5)'])
  })

  test('after a shorter rest the series goes on from the reminder that was sent', async (t) => {
    const under = await remindersUnderTest(t, engine, '5x5')
    await under.say('F')
    await under.until(1)
    await under.restUntil(17)
    await under.leapUntil(60, 1)
    assert.deepEqual(await under.sent(under.a), [
      '+0 FAILURE',
      '+17 FAILURE_REMAIN (3)',
      '+20 FAILURE_REMAIN (4)',
      '+25 FAILURE_REMAIN (5)',
    ])
  })

  test('a clock that is set back only delays the next reminder', async (t) => {
    const under = await remindersUnderTest(t, engine, '2x5')
    await under.say('F')
    await under.until(5)
    under.clock.set(under.startAt - 10 * minuteMs)
    await under.leapUntil(9, 1)
    assert.deepEqual(await under.sent(under.a), ['+0 FAILURE', '+5 FAILURE_REMAIN (1)'])
    await under.leapUntil(20, 1)
    assert.deepEqual(await under.sent(under.a), [
      '+0 FAILURE',
      '+5 FAILURE_REMAIN (1)',
      '+10 FAILURE_REMAIN (2)',
    ])
  })

  test('the amount is read when a reminder is due: none is sent after it was set to 0', async (t) => {
    const under = await remindersUnderTest(t, engine, '5x5')
    await under.say('F')
    await under.until(6)
    await under.changeConfig(under.check, alertSettings('R1', '0x5'))
    await under.leapUntil(30, 1)
    assert.deepEqual(await under.sent(under.a), ['+0 FAILURE', '+5 FAILURE_REMAIN (1)'])
  })

  test('a channel that is subscribed during the outage is reminded, and so is told of the recovery', async (t) => {
    const under = await remindersUnderTest(t, engine, '1x5')
    await under.subscribe(under.check, under.a)
    await under.say('F')
    await under.until(2)
    const late = await under.addChannel()
    const tooLate = await under.addChannel()
    await under.subscribe(under.check, under.a, late)
    await under.until(6)
    await under.subscribe(under.check, under.a, late, tooLate)
    await under.say('P')
    assert.deepEqual(await under.sent(late), ['+5 FAILURE_REMAIN (1)', '+6 RECOVERY'])
    assert.deepEqual(await under.sent(tooLate), [])
  })

  test('a deleted check reminds nobody', async (t) => {
    const under = await remindersUnderTest(t, engine, '5x5')
    await under.say('F')
    await under.deleteCheck(under.check)
    await under.leapUntil(30, 1)
    assert.deepEqual(await under.sent(under.a), ['+0 FAILURE'])
  })
})
