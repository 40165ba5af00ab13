import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hourMs } from '@sonde/ground/durations.ts'
import { someRun } from '../../testing/some-run.ts'
import type { AttemptStatus } from '../queue/run-queue.ts'
import { matchResult } from './match-result.ts'

const run = someRun({ scheduledAt: 1_000_000 })
const result = {
  runId: run.runId,
  attempt: run.attempt,
  leaseId: 'lease-1',
  ticket: 'the ticket',
  checkType: run.checkType,
  startedAt: run.scheduledAt,
  durationMs: 10,
  ageMs: 0,
  verdict: {
    hasFailures: false,
    isDegraded: false,
    hasErrors: false,
    overMaxResponseTime: null,
    responseTime: 10,
    isNetworkError: false,
    reason: null,
  },
  notRunCause: null,
  detail: null,
}
const handed: AttemptStatus = { kind: 'handed', run, leaseId: 'lease-1', agentId: 'agent' }
const { check: _, ...named } = run
const ofTicket = { ...named, check: null }

function matched(
  status: AttemptStatus,
  { agentId = 'agent', now = run.scheduledAt + 10 }: { agentId?: string; now?: number } = {},
) {
  let readings = 0
  const found = matchResult({ identity: { kind: 'embedded' }, agentId }, result, {
    status,
    now,
    readTicket() {
      readings += 1
      return ofTicket
    },
  })
  return { found, readings }
}

test('the ticket of a lease that was handed out here to that agent is not read', () => {
  assert.deepEqual(matched(handed), { found: run, readings: 0 })
})

test('a lease of another agent, or another lease, is believed by its ticket alone', () => {
  assert.deepEqual(matched({ ...handed, leaseId: 'lease-2' }), { found: ofTicket, readings: 1 })
  assert.deepEqual(matched(handed, { agentId: 'other' }), { found: ofTicket, readings: 1 })
  assert.deepEqual(matched({ kind: 'unknown' }), { found: ofTicket, readings: 1 })
})

test('what was measured for another slot is refused, whoever knows the run', () => {
  const now = run.scheduledAt + 1_000 * hourMs
  assert.deepEqual(matched(handed, { now }), { found: 'refused', readings: 0 })
  assert.deepEqual(matched({ kind: 'unknown' }, { now }), { found: 'refused', readings: 1 })
})
