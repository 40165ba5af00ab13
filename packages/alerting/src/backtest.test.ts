import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { clockTime, lettersOf, settingsFor, showTime, verdicts } from '../testing/alerted-check.ts'
import { type PastOccurrence, replay, type ReplayedAlert } from './backtest.ts'

function past(letters: string, from = '10:00', everyMinutes = 1): PastOccurrence[] {
  return lettersOf(letters).map((letter, index) => {
    const scheduledAt = clockTime(from) + index * everyMinutes * 60_000
    return { scheduledAt, at: scheduledAt + 500, verdict: verdicts[letter] }
  })
}

const shown = (alerts: readonly ReplayedAlert[]) =>
  alerts.map(({ alertType, at, reminderSequence }) => `${showTime(at)} ${alertType} ${reminderSequence}`)

suite('a replay', () => {
  test('raises what the rules would have raised', () => {
    assert.deepEqual(shown(replay(past('P F F F P D P'), settingsFor('R2'))), [
      '10:02 ALERT_FAILURE_REMAIN 0',
      '10:04 ALERT_RECOVERY 0',
    ])
  })

  test('has the reminders between occurrences, and none after the recovery', () => {
    const settings = settingsFor('R1', { reminders: { amount: 100_000, interval: 15 } })
    assert.deepEqual(shown(replay(past('F F P P', '10:00', 20), settings, { until: clockTime('12:00') })), [
      '10:00 ALERT_FAILURE 0',
      '10:15 ALERT_FAILURE_REMAIN 1',
      '10:30 ALERT_FAILURE_REMAIN 2',
      '10:40 ALERT_RECOVERY 0',
    ])
  })

  test('has reminders after the last occurrence only as far as it is told', () => {
    const settings = settingsFor('R1', { reminders: { amount: 100_000, interval: 15 } })
    assert.equal(replay(past('F'), settings).length, 1)
    assert.deepEqual(shown(replay(past('F'), settings, { until: clockTime('10:31') })), [
      '10:00 ALERT_FAILURE 0',
      '10:15 ALERT_FAILURE_REMAIN 1',
      '10:30 ALERT_FAILURE_REMAIN 2',
    ])
  })

  test('a recovery in the instant of a reminder comes first', () => {
    const settings = settingsFor('R1', { reminders: { amount: 5, interval: 5 } })
    assert.deepEqual(shown(replay(past('F P', '10:00', 5), settings)), [
      '10:00 ALERT_FAILURE 0',
      '10:05 ALERT_RECOVERY 0',
    ])
  })

  test('raises nothing while alerts are suppressed, and makes up for it afterwards', () => {
    const suppressedAt = (at: number) => at < clockTime('10:03')
    assert.deepEqual(shown(replay(past('F F F F P'), settingsFor('R1'), { suppressedAt })), [
      '10:03 ALERT_FAILURE_REMAIN 0',
      '10:04 ALERT_RECOVERY 0',
    ])
  })

  test('passes over what says nothing or was only carried', () => {
    const occurrences = past('F - P F').map((occurrence, index) =>
      index === 2 ? { ...occurrence, isOwn: false } : occurrence,
    )
    assert.deepEqual(shown(replay(occurrences, settingsFor('R2'))), ['10:03 ALERT_FAILURE_REMAIN 0'])
  })

  test('names the occurrence that each alert is about', () => {
    const settings = settingsFor('R2', { reminders: { amount: 1, interval: 5 } })
    const about = replay(past('F F F F F F F F F P'), settings).map(({ scheduledAt }) =>
      showTime(scheduledAt),
    )
    assert.deepEqual(about, ['10:01', '10:01', '10:09'])
  })
})
