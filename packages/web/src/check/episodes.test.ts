import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { CheckAlert } from '../resources/check-alerts.ts'
import { episodeInWords, episodesOf, recoveredEpisode, recoveredForMs } from './episodes.ts'

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

  test('stay in view for a day after the recovery, as long as nothing else goes on', () => {
    const over = [
      alertOf('b', 'ALERT_DEGRADED_RECOVERY', 50),
      alertOf('b', 'ALERT_DEGRADED', 45),
      alertOf('a', 'ALERT_RECOVERY', 20),
      alertOf('a', 'ALERT_DEGRADED_FAILURE', 10),
      alertOf('a', 'ALERT_DEGRADED', 0),
    ]
    const recoveredAt = Date.UTC(2026, 0, 1, 10, 50)
    const last = recoveredEpisode(over, recoveredAt)
    assert.equal(last?.id, 'b')
    assert.equal(last === null ? '' : episodeInWords(last), 'Degraded for 5 min')
    const [, earlier] = episodesOf(over)
    assert.equal(earlier === undefined ? '' : episodeInWords(earlier), 'Failed for 20 min')
    assert.equal(recoveredEpisode(over, recoveredAt + recoveredForMs), null)
    assert.equal(recoveredEpisode([alertOf('c', 'ALERT_FAILURE', 55), ...over], recoveredAt), null)
    const ofCertificate = alertOf('d', 'ALERT_SSL', 58)
    assert.equal(recoveredEpisode([ofCertificate, ...over], recoveredAt)?.id, 'b')
  })
})
