import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answerHealth, type HealthFacts } from './health-answer.ts'

const well: HealthFacts = { state: 'ready', sinceContactMs: 0, stuckMs: 0 }

for (const { name, path, facts, status } of [
  { name: 'starting', path: '/-/readiness', facts: { state: 'starting' }, status: 503 },
  { name: 'ready', path: '/-/readiness', facts: {}, status: 200 },
  { name: 'draining', path: '/-/readiness', facts: { state: 'draining' }, status: 503 },
  {
    name: 'without contact for 5 minutes',
    path: '/-/readiness',
    facts: { sinceContactMs: 300_000 },
    status: 503,
  },
  {
    name: 'with contact a moment before that',
    path: '/-/readiness',
    facts: { sinceContactMs: 299_000 },
    status: 200,
  },
  { name: 'starting', path: '/-/liveness', facts: { state: 'starting' }, status: 200 },
  { name: 'draining', path: '/-/liveness', facts: { state: 'draining' }, status: 200 },
  { name: 'without contact', path: '/-/liveness', facts: { sinceContactMs: 1e9 }, status: 200 },
  { name: 'busy for 59 s', path: '/-/liveness', facts: { stuckMs: 59_000 }, status: 200 },
  { name: 'stuck for 60 s', path: '/-/liveness', facts: { stuckMs: 60_000 }, status: 503 },
  { name: 'stuck', path: '/health', facts: { stuckMs: 90_000 }, status: 200 },
] as const) {
  test(`${path} of an agent that is ${name}: ${status}`, () => {
    const { status: answered, body } = answerHealth('GET', path, { ...well, ...facts })
    assert.deepEqual([answered, body], [status, status === 200 ? 'OK' : 'Service Unavailable'])
  })
}

test('other methods are 405, other paths 404', () => {
  assert.equal(answerHealth('HEAD', '/health?probe=1', well).status, 200)
  assert.equal(answerHealth('POST', '/health', well).status, 405)
  assert.equal(answerHealth('DELETE', '/-/liveness', well).status, 405)
  assert.equal(answerHealth('GET', '/', well).status, 404)
  assert.equal(answerHealth('POST', '/x', well).status, 404)
})
