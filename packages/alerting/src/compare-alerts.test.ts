import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { minuteMs } from '@sonde/ground/durations.ts'
import { clockTime, lettersOf, settingsFor, showTime, verdicts } from '../testing/alerted-check.ts'
import { replay, type ReplayedAlert } from './backtest.ts'
import { compareAlerts } from './compare-alerts.ts'

/** Verdicts of every minute from 10:00 on, without spaces. */
function alertsOf(letters: string, escalation: string, more: Parameters<typeof settingsFor>[1] = {}) {
  const occurrences = lettersOf([...letters].join(' ')).map((letter, index) => {
    const at = clockTime('10:00') + index * minuteMs
    return { scheduledAt: at, at, verdict: verdicts[letter] }
  })
  return replay(occurrences, settingsFor(escalation, more))
}

function shown(current: readonly ReplayedAlert[], other: readonly ReplayedAlert[]): string[] {
  return compareAlerts(current, other).map(({ alertType, at, verdict, byMs }) =>
    `${showTime(at)} ${alertType} ${verdict} ${byMs === 0 ? '' : byMs / minuteMs}`.trim(),
  )
}

suite('comparing alerts', () => {
  test('the same settings change nothing', () => {
    const alerts = alertsOf('PFFPDDP', 'R1')
    assert.deepEqual(
      compareAlerts(alerts, alerts).map(({ verdict }) => verdict),
      ['same', 'same', 'same', 'same'],
    )
  })

  test('a higher threshold tells of a long problem later, and never of a short one', () => {
    const letters = 'FPFFFFP'
    assert.deepEqual(shown(alertsOf(letters, 'R1'), alertsOf(letters, 'R3')), [
      '10:00 ALERT_FAILURE never',
      '10:01 ALERT_RECOVERY never',
      '10:02 ALERT_FAILURE later 2',
      '10:06 ALERT_RECOVERY same',
    ])
  })

  test('a lower threshold tells of it earlier, and of what was not told of before', () => {
    const letters = 'FPFFFFP'
    assert.deepEqual(shown(alertsOf(letters, 'R3'), alertsOf(letters, 'R1')), [
      '10:00 ALERT_FAILURE new',
      '10:01 ALERT_RECOVERY new',
      '10:04 ALERT_FAILURE_REMAIN earlier 2',
      '10:06 ALERT_RECOVERY same',
    ])
  })

  test('an alert of another class in the same episode is not taken for it', () => {
    const letters = 'DDFP'
    assert.deepEqual(shown(alertsOf(letters, 'R1'), alertsOf(letters, 'R5')), [
      '10:00 ALERT_DEGRADED never',
      '10:02 ALERT_DEGRADED_FAILURE same',
      '10:03 ALERT_RECOVERY same',
    ])
  })

  test('an episode that goes on at the end is compared too', () => {
    assert.deepEqual(shown(alertsOf('FFF', 'R1'), alertsOf('FFF', 'R2')), ['10:00 ALERT_FAILURE later 1'])
    assert.deepEqual(shown(alertsOf('FFF', 'R1'), alertsOf('FFF', 'R5')), ['10:00 ALERT_FAILURE never'])
    assert.deepEqual(shown([], alertsOf('FFF', 'R1')), ['10:00 ALERT_FAILURE new'])
  })

  test('an episode is matched with one that overlaps it, though it ended at another time', () => {
    assert.deepEqual(shown(alertsOf('FFPPPPFP', 'R1'), alertsOf('FFFFPPFP', 'R1')), [
      '10:00 ALERT_FAILURE same',
      '10:02 ALERT_RECOVERY later 2',
      '10:06 ALERT_FAILURE same',
      '10:07 ALERT_RECOVERY same',
    ])
  })

  test('an episode that begins in the instant in which another one ends is not the same', () => {
    assert.deepEqual(shown(alertsOf('PPFP', 'R1'), alertsOf('FFPP', 'R1')), [
      '10:00 ALERT_FAILURE new',
      '10:02 ALERT_RECOVERY new',
      '10:02 ALERT_FAILURE never',
      '10:03 ALERT_RECOVERY never',
    ])
  })

  test('reminders are left out', () => {
    const reminded = alertsOf('FFFFFFFP', 'R1', { reminders: { amount: 5, interval: 1 } })
    assert.ok(reminded.length > 2)
    assert.deepEqual(shown(alertsOf('FFFFFFFP', 'R1'), reminded), [
      '10:00 ALERT_FAILURE same',
      '10:07 ALERT_RECOVERY same',
    ])
  })

  test('a recovery whose problem lies before the time that is looked at is compared with its like', () => {
    const recovery = {
      alertType: 'ALERT_RECOVERY',
      at: clockTime('10:01'),
      reminderSequence: 0,
      scheduledAt: 0,
    } as const
    assert.deepEqual(shown([recovery], [recovery]), ['10:01 ALERT_RECOVERY same'])
  })
})
