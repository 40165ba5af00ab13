import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { CheckAlert } from '../resources/check-alerts.ts'
import { episodesOf } from './episodes.ts'

function alertOf(episodeId: string, alertType: CheckAlert['alertType'], minute: number): CheckAlert {
  const at = new Date(Date.UTC(2026, 0, 1, 10, minute)).toISOString()
  return {
    id: `${episodeId}-${minute}`,
    name: 'Edge',
    checkId: 'c',
    alertType,
    isReminder: false,
    reminderSequence: 0,
    episodeId,
    checkType: 'ICMP',
    error: null,
    statusCode: null,
    nobodyNotified: null,
    created_at: at,
    startedAt: at,
  }
}

suite('the alerts of a check', () => {
  test('are told outage by outage, each from failure to recovery', () => {
    const [running, closed] = episodesOf([
      alertOf('b', 'ALERT_FAILURE', 40),
      alertOf('a', 'ALERT_RECOVERY', 20),
      alertOf('a', 'ALERT_FAILURE_REMAIN', 10),
      alertOf('a', 'ALERT_FAILURE', 0),
    ])
    assert.equal(running?.endedAt, null)
    assert.deepEqual(
      closed?.alerts.map(({ alertType }) => alertType),
      ['ALERT_FAILURE', 'ALERT_FAILURE_REMAIN', 'ALERT_RECOVERY'],
    )
    assert.equal((closed?.endedAt ?? 0) - (closed?.beganAt ?? 0), 20 * 60_000)
  })
})
