import assert from 'node:assert/strict'
import { test } from 'node:test'
import { settingsFor } from '@sonde/alerting/testing/alerted-check.ts'
import type { AlertContext } from '@sonde/store/alerts/alert-contexts.ts'
import type { ReplayableResult } from '@sonde/store/results/replayable-results.ts'
import { replayUnder } from './replay-results.ts'

const context: AlertContext = {
  checkNo: 1,
  checkId: 'c',
  accountId: 'a',
  checkType: 'TCP',
  name: 'Shop',
  activated: true,
  muted: false,
  frequency: 1,
  config: {},
  group: null,
  accountAlertSettings: {},
}

test('others get their turn while the results of weeks are replayed, and those of one slot stay together', async () => {
  const slots = 50_000
  // Each slot has two locations, and every tenth fails.
  const results = Array.from({ length: 2 * slots }, (_, index): ReplayableResult => {
    const slot = Math.floor(index / 2)
    const scheduledAt = slot * 60_000
    const origin = index % 2 === 0 ? 'eu-west-1' : 'us-east-1'
    const verdict = slot % 10 === 0 ? 'failed' : 'passed'
    return { scheduledAt, origin, verdict, createdAt: scheduledAt + 900, isStandIn: false }
  })
  let turns = 0
  const counting = setInterval(() => (turns += 1), 0)
  const { current, proposed, summary } = await replayUnder(results, {
    context,
    proposed: settingsFor('R2'),
    until: slots * 60_000,
  })
  clearInterval(counting)
  assert.ok(turns > 0)
  const shown = current.slice(0, 2).map(({ alertType, scheduledAt }) => `${alertType} ${scheduledAt}`)
  assert.deepEqual(shown, ['ALERT_FAILURE 0', 'ALERT_RECOVERY 60000'])
  assert.deepEqual([current.length, proposed.length, summary.never], [slots / 5, 0, slots / 5])
})
