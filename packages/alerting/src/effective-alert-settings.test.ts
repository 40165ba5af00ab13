import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultAlertSettings } from '@sonde/schema/alerts/alert-settings.ts'
import {
  completeAlertSettings,
  effectiveAlertSettings,
  subscriptionOwner,
} from './effective-alert-settings.ts'

const withThreshold = (failedRunThreshold: number) => ({ runBasedEscalation: { failedRunThreshold } })
const account = withThreshold(2)
const group = withThreshold(3)
const check = withThreshold(4)

for (const [inGroup, ofGroup, ofCheck, threshold, owner] of [
  [true, true, true, 2, 'group'],
  [true, true, false, 2, 'group'],
  [true, false, true, 3, 'group'],
  [true, false, false, 3, 'group'],
  [true, null, true, 2, 'both'],
  [true, null, undefined, 2, 'both'],
  [true, null, false, 4, 'both'],
  [false, null, true, 2, 'check'],
  [false, null, undefined, 2, 'check'],
  [false, null, false, 4, 'check'],
] as const) {
  const name = `${inGroup ? `in a group (${ofGroup})` : 'without a group'}, check ${ofCheck}`
  test(`${name}: threshold ${threshold}, subscriptions of the ${owner}`, () => {
    const stored = inGroup ? { useGlobalAlertSettings: ofGroup, alertSettings: group } : null
    const settings = effectiveAlertSettings({
      check: { useGlobalAlertSettings: ofCheck, alertSettings: check },
      group: stored,
      account,
    })
    assert.equal(settings.failedRunThreshold, threshold)
    assert.equal(subscriptionOwner(stored), owner)
  })
}

test('own settings that are null are the default ones, not those of the account', () => {
  const own = { useGlobalAlertSettings: false, alertSettings: null }
  const defaults = completeAlertSettings(defaultAlertSettings)
  assert.deepEqual(effectiveAlertSettings({ check: own, group: null, account }), defaults)
  assert.deepEqual(effectiveAlertSettings({ check: {}, group: own, account }), defaults)
  assert.deepEqual(
    effectiveAlertSettings({ check: own, group: { useGlobalAlertSettings: null }, account }),
    defaults,
  )
})

test('what is missing takes its default, field by field', () => {
  const defaults = {
    escalationType: 'RUN_BASED',
    failedRunThreshold: 1,
    minutesFailingThreshold: 5,
    reminders: { amount: 0, interval: 5 },
    parallelThreshold: { enabled: false, percentage: 10 },
  }
  for (const stored of [null, undefined, {}, [], 'text', { reminders: null, runBasedEscalation: [] }]) {
    assert.deepEqual(completeAlertSettings(stored), defaults)
  }
  assert.deepEqual(
    completeAlertSettings({
      escalationType: 'TIME_BASED',
      reminders: { amount: 3 },
      parallelRunFailureThreshold: { enabled: true },
      sslCertificates: { enabled: true },
    }),
    {
      ...defaults,
      escalationType: 'TIME_BASED',
      reminders: { amount: 3, interval: 5 },
      parallelThreshold: { enabled: true, percentage: 10 },
    },
  )
})

test('values that cannot be meant take their default: an interval of nothing would remind for ever', () => {
  const { reminders, failedRunThreshold } = completeAlertSettings({
    reminders: { amount: -1, interval: 0 },
    runBasedEscalation: { failedRunThreshold: '3' },
  })
  assert.deepEqual([reminders, failedRunThreshold], [{ amount: 0, interval: 5 }, 1])
})

test('alerting case 38: a v1 group with its defaults uses the settings of the account, whatever the check has', () => {
  const settings = effectiveAlertSettings({
    check: { useGlobalAlertSettings: false, alertSettings: withThreshold(5) },
    group: { useGlobalAlertSettings: true, alertSettings: null },
    account: withThreshold(1),
  })
  assert.equal(settings.failedRunThreshold, 1)
})
