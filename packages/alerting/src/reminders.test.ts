import assert from 'node:assert/strict'
import { test } from 'node:test'
import { minuteMs } from '@sonde/ground/durations.ts'
import { type AlertState, initialAlertState } from '@sonde/store/alerts/alert-state.ts'
import { remind, withRemindersFrom } from './reminders.ts'

const failing: AlertState = {
  ...initialAlertState,
  status: 'failed',
  streak: 1,
  raised: true,
  open: 'failed',
}
const twice = { amount: 2, interval: 5 }

/** Looks every so many milliseconds, and lists what is sent and when. */
function sent(
  from: AlertState,
  reminders: { amount: number; interval: number },
  untilMinute: number,
  stepMs: number,
) {
  let state = from
  const log: [minute: number, sequence: number][] = []
  for (let at = 0; at <= untilMinute * minuteMs; at += stepMs) {
    const step = remind(state, reminders, at, false)
    state = step.state
    if (step.reminder !== null) log.push([at / minuteMs, step.reminder.sequence])
  }
  return { log, state }
}

for (const stepMs of [1_000, 20_000, minuteMs]) {
  test(`two reminders of five minutes come after 5 and 10 minutes, looked for every ${stepMs} ms`, () => {
    const { log, state } = sent(withRemindersFrom(failing, twice, 0), twice, 60, stepMs)
    assert.deepEqual(log, [
      [5, 1],
      [10, 2],
    ])
    assert.equal(state.nextReminderAt, null)
  })
}

test('looking late for reminders does not move the later ones', () => {
  const reminders = { amount: 100_000, interval: 5 }
  const { log } = sent(withRemindersFrom(failing, reminders, 0), reminders, 31, 3 * minuteMs)
  assert.deepEqual(log, [
    [6, 1],
    [12, 2],
    [15, 3],
    [21, 4],
    [27, 5],
    [30, 6],
  ])
})

test('a reminder is of the status that the check has now', () => {
  const state = withRemindersFrom(failing, twice, 0)
  const at = 5 * minuteMs
  assert.equal(remind(state, twice, at, false).reminder?.alertType, 'ALERT_FAILURE_REMAIN')
  const degraded = { ...state, status: 'degraded' as const }
  assert.equal(remind(degraded, twice, at, false).reminder?.alertType, 'ALERT_DEGRADED_REMAIN')
})

test('one that is due while alerts are suppressed is used up', () => {
  const first = remind(withRemindersFrom(failing, twice, 0), twice, 5 * minuteMs, true)
  assert.deepEqual([first.reminder, first.state.remindersSent], [null, 1])
  const second = remind(first.state, twice, 10 * minuteMs, false)
  assert.deepEqual([second.reminder?.sequence, second.state.nextReminderAt], [2, null])
})

test('an amount that was set to 0 stops the series', () => {
  const step = remind(withRemindersFrom(failing, twice, 0), { amount: 0, interval: 5 }, 5 * minuteMs, false)
  assert.deepEqual([step.reminder, step.state.nextReminderAt], [null, null])
})

test('a lower amount ends the series, a higher one lets it go on', () => {
  const state = { ...withRemindersFrom(failing, twice, 0), remindersSent: 1, nextReminderAt: 10 * minuteMs }
  assert.equal(remind(state, { amount: 1, interval: 5 }, 10 * minuteMs, false).reminder, null)
  const more = remind(state, { amount: 4, interval: 5 }, 10 * minuteMs, false)
  assert.deepEqual([more.reminder?.sequence, more.state.nextReminderAt], [2, 15 * minuteMs])
})

test('a new interval counts from the last due time, and makes no heap of reminders due', () => {
  const state = withRemindersFrom(failing, { amount: 5, interval: 30 }, 0)
  const first = remind(state, { amount: 5, interval: 1 }, 30 * minuteMs, false)
  assert.deepEqual([first.reminder?.sequence, first.state.nextReminderAt], [1, 31 * minuteMs])
})

test('a clock that is set back only delays', () => {
  const first = remind(withRemindersFrom(failing, twice, 60 * minuteMs), twice, 65 * minuteMs, false)
  assert.equal(remind(first.state, twice, 10 * minuteMs, false).reminder, null)
  assert.equal(remind(first.state, twice, 70 * minuteMs, false).reminder?.sequence, 2)
})

test('nothing is due while passing, whatever the state says', () => {
  const state = { ...withRemindersFrom(failing, twice, 0), status: 'passed' as const }
  const step = remind(state, twice, 60 * minuteMs, false)
  assert.deepEqual([step.reminder, step.state.nextReminderAt], [null, null])
})
