import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { CheckAnnotations } from '../../resources/check-charts.ts'
import { eventsNear, eventsOf, eventsWithin, fieldWords } from './events.ts'

const now = Date.UTC(2026, 10, 16, 12)
const minute = 60_000
const iso = (minutesAgo: number) => new Date(now - minutesAgo * minute).toISOString()

const annotations: CheckAnnotations = {
  checkId: '0198c0de-0000-7000-8000-000000000000',
  from: iso(60),
  to: iso(0),
  alerts: [
    { at: iso(4), alertType: 'ALERT_DEGRADED', isReminder: false, reason: 'It took 3 s', resultId: 'r3' },
    { at: iso(5), alertType: 'ALERT_RECOVERY', isReminder: false, reason: null, resultId: 'r2' },
    { at: iso(8), alertType: 'ALERT_FAILURE_REMAIN', isReminder: true, reason: 'again', resultId: null },
    { at: iso(10), alertType: 'ALERT_FAILURE', isReminder: false, reason: 'Status is 503', resultId: 'r1' },
  ],
  maintenances: [
    { windowId: 7, name: 'Patching', startsAt: iso(90), endsAt: iso(50), silences: true, pauses: false },
    { windowId: 8, name: 'Open', startsAt: iso(2), endsAt: null, silences: false, pauses: true },
  ],
  changes: [{ at: iso(20), action: 'UPDATE', of: 'CHECK', fields: ['frequency', 'request.url'] }],
  deployments: [{ at: iso(15), repository: 'acme/shop', sha: '0123456789', environmentName: 'live' }],
}

suite('the events of a chart', () => {
  const events = eventsOf(annotations, now)

  test('are alerts of each class, maintenance, edits and deployments, oldest first, without reminders', () => {
    assert.deepEqual(
      events.map(({ kind, title, detail }) => [kind, title, detail]),
      [
        ['maintenance', 'Maintenance: Patching', 'Alerts were silenced.'],
        ['edit', 'Check edited', 'interval, request'],
        ['deployment', 'Deployed acme/shop 0123456', 'live'],
        ['failure', 'Alert: Failing', 'Status is 503'],
        ['recovery', 'Alert: Recovered', null],
        ['degraded', 'Alert: Degraded', 'It took 3 s'],
        ['maintenance', 'Maintenance: Open', 'The check was paused.'],
      ],
    )
    assert.equal(events.at(-1)?.to, now)
  })

  test('are cut to the window', () => {
    const window = { from: now - 60 * minute, to: now - 12 * minute }
    assert.deepEqual(
      eventsWithin(events, window).map(({ kind, from }) => [kind, (now - from) / minute]),
      [
        ['maintenance', 60],
        ['edit', 20],
        ['deployment', 15],
      ],
    )
  })

  test('near a moment are told with it', () => {
    assert.deepEqual(
      eventsNear(events, now - 10.5 * minute, minute).map(({ kind }) => kind),
      ['failure'],
    )
    assert.deepEqual(
      eventsNear(events, now - 70 * minute, 0).map(({ kind }) => kind),
      ['maintenance'],
    )
  })

  test('name no field of the API', () => {
    assert.equal(
      fieldWords(['request.assertions.0.target', 'maxResponseTime', 'degradedResponseTime', 'shouldFail']),
      'assertions, limits, settings',
    )
  })
})
