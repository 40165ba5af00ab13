import assert from 'node:assert/strict'
import { test } from 'node:test'
import { titleOfAlert, titleOfCertificate } from './titles.ts'

for (const [alertType, reminderSequence, title] of [
  ['ALERT_FAILURE', 0, 'Shop is failing'],
  ['ALERT_FAILURE_REMAIN', 0, 'Shop is failing'],
  ['ALERT_DEGRADED_FAILURE', 0, 'Shop is failing'],
  ['ALERT_DEGRADED', 0, 'Shop is degraded'],
  ['ALERT_DEGRADED_REMAIN', 0, 'Shop is degraded'],
  ['ALERT_FAILURE_DEGRADED', 0, 'Shop is degraded'],
  ['ALERT_RECOVERY', 0, 'Shop has recovered'],
  ['ALERT_DEGRADED_RECOVERY', 0, 'Shop has recovered'],
  ['ALERT_FAILURE_REMAIN', 2, 'Reminder 2: Shop is still failing'],
  ['ALERT_DEGRADED_REMAIN', 1, 'Reminder 1: Shop is still degraded'],
] as const) {
  test(`${alertType}, reminder ${reminderSequence}: ${title}`, () => {
    assert.equal(titleOfAlert({ alertType, checkName: 'Shop', reminderSequence }), title)
  })
}

for (const [daysRemaining, title] of [
  [14, 'Certificate of shop.example expires in 14 days'],
  [1, 'Certificate of shop.example expires in 1 day'],
  [0, 'Certificate of shop.example expires in 0 days'],
  [-1, 'Certificate of shop.example has expired'],
] as const) {
  test(`${daysRemaining} days: ${title}`, () => {
    assert.equal(titleOfCertificate({ domain: 'shop.example', daysRemaining }), title)
  })
}
