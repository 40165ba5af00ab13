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

const errorDetail = {
  order: 0,
  source: 'PACKET_LOSS',
  property: '',
  comparison: 'LESS_THAN',
  target: '5',
  regex: null,
  actual: 40,
  error: 'it is 40',
}

const cases = [
  {
    name: 'a passed run needs no reason',
    result: { icmpCheckResult: detailWith({}) },
    verdict: 'passed',
    reason: null,
  },
  {
    name: 'a failed request says why',
    result: { hasFailures: true, icmpCheckResult: detailWith({ requestError: 'No ping was answered' }) },
    verdict: 'failed',
    reason: 'No ping was answered',
  },
  {
    name: 'an assertion that does not hold says what was found',
    result: { hasFailures: true, icmpCheckResult: detailWith({ assertions: [errorDetail] }) },
    verdict: 'failed',
    reason: 'packet loss less than 5: it is 40',
  },
  {
    name: 'a run over its limit says how long it took',
    result: {
      hasFailures: true,
      overMaxResponseTime: true,
      responseTime: 2500,
      icmpCheckResult: detailWith({}),
    },
    verdict: 'failed',
    reason: 'It took 2.50 s, longer than its limit allows.',
  },
  {
    name: 'our own trouble speaks against nobody',
    result: { hasErrors: true, hasFailures: false, icmpCheckResult: detailWith({}) },
    verdict: 'withheld',
    reason: 'The run could not look at its target: that says nothing about it.',
  },
  {
    name: 'a failure that was expected is none',
    result: { icmpCheckResult: detailWith({ requestError: 'No ping was answered' }) },
    verdict: 'passed',
    reason: 'It failed, as the check expects: No ping was answered',
  },
  {
    name: 'a target that answers against the wish of the check',
    result: { hasFailures: true, icmpCheckResult: detailWith({}) },
    verdict: 'failed',
    reason: 'It was reached, though the check expects it to fail.',
  },
  {
    name: 'a degraded run was reached',
    result: { isDegraded: true, icmpCheckResult: detailWith({}) },
    verdict: 'degraded',
    reason: 'It was reached, but slower or with more loss than its limit for “degraded” allows.',
  },
  {
    name: 'a cancelled run has no verdict',
    result: { isCancelled: true },
    verdict: 'withheld',
    reason: 'The run was cancelled before it had a verdict.',
  },
]

suite('what a result says:', () => {
  for (const { name, result, verdict, reason } of cases) {
    test(name, () => assert.deepEqual([verdictOf(result), reasonOf(result)], [verdict, reason]))
  }
})
