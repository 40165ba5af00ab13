import assert from 'node:assert/strict'
import { test } from 'node:test'
import { heartbeatRhythm } from './rhythm.ts'

test('when a ping is expected is said in words', () => {
  const day = { period: 1, periodUnit: 'days', grace: 2, graceUnit: 'hours' }
  assert.equal(heartbeatRhythm(day), 'expects a ping every day, with 2 hours of grace')
  const minutes = { period: 5, periodUnit: 'minutes', grace: 1, graceUnit: 'minutes' }
  assert.equal(heartbeatRhythm(minutes), 'expects a ping every 5 minutes, with 1 minute of grace')
})
