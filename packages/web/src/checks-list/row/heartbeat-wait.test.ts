import assert from 'node:assert/strict'
import { test } from 'node:test'
import { heartbeatWait } from './heartbeat-wait.ts'

test('a heartbeat whose ping should have come is overdue, and does not alert in the past', () => {
  const now = Date.UTC(2026, 10, 18, 12)
  const at = (seconds: number) => new Date(now + seconds * 1000).toISOString()
  const lastPingAt = at(-60)
  assert.equal(heartbeatWait({ lastPingAt: null, alertAt: null }, now), 'first')
  assert.equal(heartbeatWait({ lastPingAt, alertAt: null }, now), 'next')
  assert.equal(heartbeatWait({ lastPingAt, alertAt: at(1) }, now), 'due')
  assert.equal(heartbeatWait({ lastPingAt, alertAt: at(-8) }, now), 'overdue')
})
