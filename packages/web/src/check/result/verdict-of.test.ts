import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { IcmpCheckResult } from '@sonde/schema/check-types/icmp/result.ts'
import { reasonOf, verdictOf } from './verdict-of.ts'

function detailWith(fields: Partial<IcmpCheckResult>): IcmpCheckResult {
  return {
    requestError: null,
    request: { hostname: 'edge.example.net', targetIp: null, ipFamily: 'IPv4', pingCount: 1 },
    response: null,
    assertions: [],
    noiseMs: null,
    ...fields,
  }
}

const reason = 'Answered with status 503 (Service Unavailable)'

const cases = [
  {
    name: 'a passed run needs no reason',
    result: { icmpCheckResult: detailWith({}), reason: null },
    verdict: 'passed',
    reason: null,
  },
  {
    name: 'a failed run says what its alert says, whatever is in its detail',
    result: { hasFailures: true, reason, icmpCheckResult: detailWith({ requestError: 'another' }) },
    verdict: 'failed',
    reason,
  },
  {
    name: 'so does a degraded one',
    result: { isDegraded: true, reason: 'Certificate expires in 5 days', icmpCheckResult: detailWith({}) },
    verdict: 'degraded',
    reason: 'Certificate expires in 5 days',
  },
  {
    name: 'and one without a verdict',
    result: { hasErrors: true, reason: 'The agent is offline' },
    verdict: 'withheld',
    reason: 'The agent is offline',
  },
  {
    name: 'where the server knows none, none is made up',
    result: { hasFailures: true, reason: null, icmpCheckResult: detailWith({}) },
    verdict: 'failed',
    reason: 'No reason was recorded.',
  },
  {
    name: 'a failure that was expected is none',
    result: { icmpCheckResult: detailWith({ requestError: 'No ping was answered' }), reason: null },
    verdict: 'passed',
    reason: 'Failed, as the check expects: No ping was answered',
  },
]

suite('what a result says:', () => {
  for (const { name, result, verdict, reason: words } of cases) {
    test(name, () => assert.deepEqual([verdictOf(result), reasonOf(result)], [verdict, words]))
  }
})
