import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RunAssignment } from '@sonde/schema/agents/agent-protocol.ts'
import { plainConditions } from '../../testing/probe-tools.ts'
import type { ExecutionResult } from '../runs/execution.ts'
import { exceptSilentResolver } from './unresolved-names.ts'

const failedWith = (message: string): ExecutionResult => ({
  verdict: {
    kind: 'failed',
    overMaxResponseTime: null,
    responseTime: 1,
    isNetworkError: false,
    reason: 'a test failed',
  },
  detail: { errors: [{ test: null, message, location: null, snippet: null }] },
  notRunCause: null,
})
// Nothing of it is looked at.
const assignment = {} as RunAssignment

for (const [message, isSilent, cause] of [
  ['page.goto: net::ERR_NAME_NOT_RESOLVED at https://shop.example/', true, 'no-resolver'],
  ['apiRequestContext.get: getaddrinfo EAI_AGAIN shop.example', true, 'no-resolver'],
  ['page.goto: net::ERR_NAME_NOT_RESOLVED at https://shop.example/', false, null],
  ['page.goto: net::ERR_CONNECTION_REFUSED at http://10.0.0.1/', true, null],
] as const)
  test(`a run that failed with ${message.slice(0, 50)} while DNS is ${isSilent ? 'silent' : 'there'}: ${cause ?? 'its verdict'}`, async () => {
    const runs = exceptSilentResolver({ run: async () => failedWith(message) }, async () => isSilent)
    const { notRunCause, verdict } = await runs.run(assignment, plainConditions())
    assert.deepEqual([notRunCause, verdict.kind], [cause, cause === null ? 'failed' : 'withheld'])
  })
