import assert from 'node:assert/strict'
import { test } from 'node:test'
import { alertsInWords } from './words.ts'

test('alerts are compared with the worst case only where there is one, and there were alerts', () => {
  assert.equal(alertsInWords({ alerts: 0, exceeded: 0 }), 'No failure alerts.')
  assert.equal(alertsInWords({ alerts: 2, exceeded: null }), '2 failure alerts.')
  assert.equal(alertsInWords({ alerts: 1, exceeded: 0 }), '1 failure alert, none slower than the worst case.')
  assert.equal(alertsInWords({ alerts: 3, exceeded: 1 }), '3 failure alerts, 1 slower than the worst case.')
})
