import assert from 'node:assert/strict'
import { test } from 'node:test'
import { agentStatus } from './agent-status.ts'

const now = Date.parse('2026-11-17T09:00:00Z')
const agent = { isConnected: true, missing: [], lastSeenAt: '2026-11-17T08:59:50Z' }

test('an agent that says nothing is silent before it is lost', () => {
  assert.deepEqual(agentStatus(agent, now), { look: 'good', words: 'connected' })
  assert.deepEqual(agentStatus({ ...agent, missing: ['ping'] }, now), {
    look: 'warn',
    words: 'connected, lacks rights',
  })
  assert.equal(agentStatus({ ...agent, lastSeenAt: '2026-11-17T08:58:00Z' }, now).words, 'connected')
  assert.equal(agentStatus({ ...agent, lastSeenAt: '2026-11-17T08:57:59Z' }, now).words, 'silent')
  assert.equal(agentStatus({ ...agent, isConnected: false }, now).words, 'lost')
})
