import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type AlertType, alertTypes } from '@sonde/schema/alerts/alert.ts'
import { initialAlertState } from '@sonde/store/alerts/alert-state.ts'
import { afterSending, keepOwed, recipientsOf } from './recipients.ts'

const channel = (id: number, flags: string) => ({
  id,
  sendFailure: flags.includes('F'),
  sendRecovery: flags.includes('R'),
  sendDegraded: flags.includes('D'),
})
const channels = [
  channel(1, 'FRD'),
  channel(2, 'FR'),
  channel(3, 'F'),
  channel(4, 'D'),
  channel(5, 'R'),
  channel(6, ''),
  channel(7, 'RD'),
]

const failure = [1, 2, 3]
const degraded = [1, 4, 7]
for (const [alertType, expected] of [
  ['ALERT_FAILURE', failure],
  ['ALERT_FAILURE_REMAIN', failure],
  ['ALERT_DEGRADED_FAILURE', failure],
  ['ALERT_DEGRADED', degraded],
  ['ALERT_DEGRADED_REMAIN', degraded],
  ['ALERT_FAILURE_DEGRADED', degraded],
] as const) {
  test(`${alertType} goes to the channels that want its class`, () => {
    assert.deepEqual(recipientsOf(alertType, channels, { owed: [], openBefore: null }), expected)
  })
}

for (const alertType of ['ALERT_RECOVERY', 'ALERT_DEGRADED_RECOVERY'] as const) {
  test(`${alertType} goes to those who were told and want recoveries`, () => {
    const owed = [1, 3, 4]
    assert.deepEqual(recipientsOf(alertType, channels, { owed, openBefore: 'degraded' }), [1])
  })

  test(`${alertType} also goes to a channel for recoveries only, when there was a failure`, () => {
    assert.deepEqual(recipientsOf(alertType, channels, { owed: [2], openBefore: 'failed' }), [2, 5])
  })
}

test('a channel that is not subscribed any more is sent nothing, though it is owed', () => {
  assert.deepEqual(recipientsOf('ALERT_RECOVERY', [], { owed: [1], openBefore: 'failed' }), [])
})

test('a certificate alert has no recipients by these flags', () => {
  assert.deepEqual(recipientsOf('ALERT_SSL', channels, { owed: [1], openBefore: 'failed' }), [])
})

test('whoever is told of a problem is owed a recovery, once', () => {
  const told = (owed: number[], alertType: AlertType, ids: number[]) =>
    afterSending({ ...initialAlertState, owed }, alertType, ids).owed
  assert.deepEqual(told([], 'ALERT_FAILURE', [1, 2]), [1, 2])
  assert.deepEqual(told([2], 'ALERT_FAILURE_REMAIN', [2, 3]), [2, 3])
  assert.deepEqual(told([2], 'ALERT_FAILURE_DEGRADED', []), [2])
  assert.deepEqual(told([1, 2], 'ALERT_RECOVERY', [1]), [])
  assert.deepEqual(told([1, 2], 'ALERT_DEGRADED_RECOVERY', []), [])
  assert.deepEqual(told([1], 'ALERT_SSL', [2]), [1])
})

test('no alert changes anything but who is owed', () => {
  const state = { ...initialAlertState, status: 'failed' as const, streak: 3, owed: [9] }
  for (const alertType of alertTypes) {
    assert.deepEqual({ ...afterSending(state, alertType, [1]), owed: [9] }, state)
  }
})

test('a channel that was unsubscribed during an episode is owed nothing', () => {
  const state = { ...initialAlertState, owed: [1, 2, 3] }
  assert.deepEqual(keepOwed(state, [3, 1, 8]).owed, [1, 3])
  assert.equal(keepOwed(state, [1, 2, 3]), state)
})
