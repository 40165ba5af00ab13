import assert from 'node:assert/strict'
import { test } from 'node:test'
import { agentStatus, agentsStatus } from './agent-status.ts'

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

test('a location whose agents are all silent says so', () => {
  const words = (count: number, lastSeen: string | null) => agentsStatus(count, lastSeen, now).words
  assert.equal(words(0, null), 'none')
  assert.equal(words(0, '2026-11-17T08:59:50Z'), 'none')
  assert.equal(words(1, '2026-11-17T08:59:50Z'), '1, no spare')
  assert.equal(words(3, '2026-11-17T08:59:50Z'), '3')
  assert.equal(words(1, '2026-11-17T08:50:00Z'), '1, silent')
})
