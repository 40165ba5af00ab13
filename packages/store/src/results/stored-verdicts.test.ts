import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  alertStatusOf,
  endNumber,
  endOf,
  endOfNumber,
  openAlertOf,
  statusOf,
  storedAlertStatus,
  storedEnd,
  storedOpenAlert,
  storedStatus,
} from './stored-verdicts.ts'

// What databases hold since the first version.

const ends = [
  ['passed', 0, 'passed'],
  ['degraded', 1, 'degraded'],
  ['failed', 2, 'failed'],
  ['withheld', 3, 'error'],
  ['cancelled', 4, 'cancelled'],
] as const
for (const [end, number, text] of ends) {
  test(`an attempt that ended as ${end} is stored as ${number} or ${text}, and read back`, () => {
    assert.deepEqual([endNumber(end), storedEnd(end)], [number, text])
    assert.deepEqual([endOfNumber(number), endOf(text)], [end, end])
  })
}

test('a number that is not known says nothing about the target', () => {
  assert.deepEqual([endOfNumber(99), endOfNumber(-1)], ['withheld', 'withheld'])
})

const statuses = [
  ['passed', 'passing', 'PASSING'],
  ['degraded', 'degraded', 'DEGRADED'],
  ['failed', 'failing', 'FAILING'],
] as const
for (const [status, text, alertText] of statuses) {
  test(`the status ${status} is stored as ${text}, for alerting as ${alertText}, and read back`, () => {
    assert.deepEqual([storedStatus(status), storedAlertStatus(status)], [text, alertText])
    assert.deepEqual([statusOf(text), alertStatusOf(alertText)], [status, status])
  })
}

test('no status is null', () => assert.deepEqual([storedStatus(null), statusOf(null)], [null, null]))

const openAlerts = [
  [null, 'NONE'],
  ['degraded', 'DEGRADED'],
  ['failed', 'FAILURE'],
] as const
for (const [open, text] of openAlerts) {
  test(`an open alert for ${open ?? 'nothing'} is stored as ${text}, and read back`, () => {
    assert.deepEqual([storedOpenAlert(open), openAlertOf(text)], [text, open])
  })
}
