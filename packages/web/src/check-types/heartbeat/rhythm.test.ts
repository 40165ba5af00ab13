import assert from 'node:assert/strict'
import { test } from 'node:test'
import { heartbeatOutlook, heartbeatRhythm } from './rhythm.ts'

test('when a ping is expected is said in words', () => {
  const day = { period: 1, periodUnit: 'days', grace: 2, graceUnit: 'hours' }
  assert.equal(heartbeatRhythm(day), 'expects a ping every day, with 2 hours of grace')
  const minutes = { period: 5, periodUnit: 'minutes', grace: 1, graceUnit: 'minutes' }
  assert.equal(heartbeatRhythm(minutes), 'expects a ping every 5 minutes, with 1 minute of grace')
  assert.equal(heartbeatRhythm({ ...minutes, grace: 0 }), 'expects a ping every 5 minutes, with no grace')
})

test('a form says when the check will fail, as soon as it is filled in', () => {
  const hour = { period: 1, periodUnit: 'hours', grace: 10, graceUnit: 'minutes' }
  assert.equal(heartbeatOutlook(hour), 'Expects a ping every hour, and fails when one is 10 minutes late. ')
  assert.match(heartbeatOutlook({ ...hour, grace: 0 }), /fails when one is late\. $/)
  assert.equal(heartbeatOutlook({ ...hour, period: '' }), '')
  assert.equal(heartbeatOutlook(undefined), '')
})
