import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { IcmpDocument, IcmpRunConfig } from '@sonde/schema/check-types/icmp/result.ts'
import type { Outcome, ProbeError } from '@sonde/schema/runs/outcome.ts'
import { icmpConfig, icmpDocument, json, latency, repeat } from '../../testing/icmp-run.ts'
import type { IcmpCheckResult } from '@sonde/schema/check-types/icmp/result.ts'
import type { Verdict } from '@sonde/schema/runs/verdict.ts'
import { evaluateIcmp } from './evaluate.ts'
import type { Evaluation } from '../evaluation.ts'

function evaluate(config: IcmpRunConfig, outcome: Outcome<IcmpDocument>, noiseMs = 0.07) {
  return evaluateIcmp(config, { outcome, noiseMs, hasKernelTimes: true })
}

function answered(rtts: readonly (number | null)[]): Outcome<IcmpDocument> {
  return { kind: 'answered', document: icmpDocument(rtts) }
}

function unreachable(error: ProbeError, document: IcmpDocument | null = null): Outcome<IcmpDocument> {
  return { kind: 'unreachable', error, document }
}

const silent = (count: number) =>
  unreachable(
    { code: 'ERR_NO_REPLY', message: `0 of ${count} pings answered by 198.51.100.7` },
    icmpDocument(repeat(count, null)),
  )

/** So many pings of which so many are lost, the others 12 ms each. */
const losing = (lost: number, of = 10) => answered([...repeat(lost, null), ...repeat(of - lost, 12)])

const noPermission: Outcome<IcmpDocument> = {
  kind: 'not-run',
  cause: 'no-permission',
  error: { code: 'EPERM', message: 'This agent may not open raw sockets (needs NET_RAW)' },
}

function levelOf({ verdict }: Evaluation<IcmpCheckResult>): Verdict {
  return verdict.kind
}

const codeOf = ({ detail }: Evaluation<IcmpCheckResult>) => detail.response?.error?.code ?? null
const noLossLimits = { degradedPacketLossThreshold: null, maxPacketLossThreshold: null }

suite('the cases of the specification', () => {
  const invalidAddress = {
    code: 'ERR_INVALID_IP_ADDRESS',
    message: '"six.example.net" has no IPv4 address; check the IP family',
  }
  const notFound = {
    code: 'ENOTFOUND',
    message: 'DNS lookup for "x.example.net" failed: name does not exist',
    syscall: 'queryA',
  }
  const hostUnreachable: Outcome<IcmpDocument> = unreachable(
    { code: 'EHOSTUNREACH', message: '198.51.100.7 is unreachable (host)' },
    {
      ...icmpDocument(repeat(10, null)),
      pingResults: repeat(10, 0).map((_, sequence) => ({ sequence, type: 3, code: 1, success: false })),
    },
  )
  const below = (target: string) => ({ request: { assertions: [latency('avg', 'LESS_THAN', target)] } })
  const hundred = { degradedPacketLossThreshold: 100, maxPacketLossThreshold: 100 }

  const cases: [string, Parameters<typeof icmpConfig>[0], Outcome<IcmpDocument>, string, string | null][] = [
    ['I1: 10 of 10 replies', {}, losing(0), 'passed', null],
    ['I2: 9 of 10', {}, losing(1), 'degraded', null],
    ['I2: 8 of 10', {}, losing(2), 'failed', 'PACKET_LOSS'],
    ['I3: 0 of 10', {}, silent(10), 'failed', 'ERR_NO_REPLY'],
    ['I4: 0 of 10, no loss limits', noLossLimits, silent(10), 'failed', 'ERR_NO_REPLY'],
    ['I4: 0 of 10, called an answer', noLossLimits, losing(10), 'failed', 'ERR_NO_REPLY'],
    ['I5: one ping with a reply', { request: { pingCount: 1 } }, losing(0, 1), 'passed', null],
    ['I5: one ping without', { request: { pingCount: 1 } }, silent(1), 'failed', 'ERR_NO_REPLY'],
    ['I6: 4 of 50 lost', {}, losing(4, 50), 'passed', null],
    ['I6: 5 of 50 lost', {}, losing(5, 50), 'degraded', null],
    ['I6: 10 of 50 lost', {}, losing(10, 50), 'failed', 'PACKET_LOSS'],
    ['I7: a reply too late is lost', {}, losing(1), 'degraded', null],
    ['I7: one after 4.9 s counts', {}, answered([4_900, ...repeat(9, 12)]), 'passed', null],
    ['I12: host unreachable', {}, hostUnreachable, 'failed', 'EHOSTUNREACH'],
    ['I14: average above its assertion', below('10'), losing(0), 'failed', null],
    [
      'I15: evaluated on the nine replies',
      { ...noLossLimits, request: { assertions: [json('$.pingResults[*].ttl', 'GREATER_THAN', '50')] } },
      losing(1),
      'passed',
      null,
    ],
    ['I16: missing is not 0', { ...below('100'), shouldFail: true }, silent(10), 'failed', 'ERR_NO_REPLY'],
    ['I17: a silent host that should be', { shouldFail: true }, silent(10), 'passed', 'ERR_NO_REPLY'],
    ['I17: a host that should be silent', { shouldFail: true }, losing(0), 'failed', null],
    ['I18: 49 of 50 lost, 100/100', hundred, losing(49, 50), 'passed', null],
    ['I19: other family', {}, unreachable(invalidAddress), 'failed', 'ERR_INVALID_IP_ADDRESS'],
    ['I19: unknown name', {}, unreachable(notFound), 'failed', 'ENOTFOUND'],
    ['I20: no right to ping', {}, noPermission, 'withheld', 'EPERM'],
    ['I20: no right to ping, shouldFail', { shouldFail: true }, noPermission, 'withheld', 'EPERM'],
    ['I21: average at the limit', { maxResponseTime: 10 }, answered(repeat(10, 10)), 'failed', null],
    ['I21: average below it', { maxResponseTime: 10 }, answered(repeat(10, 9.99)), 'passed', null],
  ]
  for (const [name, config, outcome, level, code] of cases) {
    test(`${name}: ${level}${code === null ? '' : `, ${code}`}`, () => {
      const evaluation = evaluate(icmpConfig(config), outcome)
      assert.equal(levelOf(evaluation), level, evaluation.verdict.reason ?? '')
      assert.equal(codeOf(evaluation), code)
      assert.equal(evaluation.verdict.reason === null, level === 'passed')
    })
  }

  test('I3: nothing measured is null everywhere, never 0', () => {
    const { verdict, detail } = evaluate(icmpConfig(), silent(10))
    assert.deepEqual(verdict, {
      kind: 'failed',
      overMaxResponseTime: null,
      responseTime: null,
      isNetworkError: true,
      reason: '0 of 10 pings answered by 198.51.100.7',
    })
    assert.deepEqual(detail.response?.latency, { avg: null, min: null, max: null, stdDev: null })
  })

  test('I16: the assertion says that it found nothing', () => {
    const config = icmpConfig({
      request: {
        assertions: [latency('AVG', 'LESS_THAN', '100'), json('$.latency.avg', 'LESS_THAN', '100')],
      },
    })
    const { detail } = evaluate(config, silent(10))
    const error = 'expected a value to be below 100, but found none'
    assert.deepEqual(
      detail.assertions.map((result) => [result.order, result.actual, result.error]),
      [
        [0, null, error],
        [1, null, error],
      ],
    )
  })

  test('I21: the time limit is reported', () => {
    const { verdict } = evaluate(icmpConfig({ maxResponseTime: 10 }), answered(repeat(10, 10)))
    assert.equal(verdict.overMaxResponseTime, true)
    assert.equal(verdict.responseTime, 10)
  })
})

suite('what a ping result holds', () => {
  test('a good run has no error', () => {
    const { verdict, detail, notRunCause } = evaluate(icmpConfig(), losing(0))
    assert.deepEqual(detail, {
      requestError: null,
      request: { hostname: 'edge1.example.net', targetIp: '198.51.100.7', ipFamily: 'IPv4', pingCount: 10 },
      response: icmpDocument(repeat(10, 12)),
      assertions: [],
      noiseMs: 0.07,
    })
    assert.deepEqual([verdict.responseTime, verdict.overMaxResponseTime, notRunCause], [12, false, null])
  })

  test('fields that were left open are shown as they were used', () => {
    const { detail } = evaluate(icmpConfig({ request: { ipFamily: null, pingCount: null } }), losing(0))
    assert.deepEqual([detail.request.ipFamily, detail.request.pingCount], ['IPv4', 10])
  })

  test('lost packets are an error of the response, not of the request', () => {
    const { verdict, detail } = evaluate(icmpConfig(), losing(1, 3))
    assert.deepEqual(detail.response?.error, {
      code: 'PACKET_LOSS',
      message: 'Lost 33.333% of packets (limit 20%)',
    })
    assert.equal(detail.requestError, null)
    assert.equal(verdict.isNetworkError, false)
    assert.equal(verdict.reason, 'Lost 33.333% of packets (limit 20%)')
  })

  test('a run without a document keeps its error and lists its assertions', () => {
    const error = { code: 'ENETUNREACH', message: '192.0.2.1 is unreachable (network)', address: '192.0.2.1' }
    const config = { request: { assertions: [latency('avg', 'LESS_THAN', '5')] } }
    const { verdict, detail } = evaluate(icmpConfig(config), unreachable(error))
    assert.deepEqual(detail.response, { error })
    assert.equal(detail.requestError, error.message)
    assert.equal(detail.request.targetIp, '192.0.2.1')
    assert.equal(detail.assertions[0]?.error, 'not evaluated')
    assert.equal(verdict.isNetworkError, true)
    const accepted = evaluate(icmpConfig({ ...config, shouldFail: true }), unreachable(error))
    assert.equal(accepted.detail.assertions[0]?.error, null)
    assert.equal(levelOf(accepted), 'passed')
  })

  test('a run that never was says why, and nothing of the target', () => {
    const { verdict, detail, notRunCause } = evaluate(icmpConfig(), noPermission)
    assert.equal(notRunCause, 'no-permission')
    assert.equal(detail.requestError, 'This agent may not open raw sockets (needs NET_RAW)')
    assert.deepEqual(Object.keys(detail.response ?? {}), ['error'])
    assert.equal(verdict.isNetworkError, false)
  })

  test('a target that the operator forbids is no network error', () => {
    const error = { code: 'EACCES', message: 'Target 10.0.0.1 is not allowed at this location' }
    const evaluation = evaluate(icmpConfig(), unreachable(error))
    assert.equal(levelOf(evaluation), 'failed')
    assert.equal(evaluation.verdict.isNetworkError, false)
    assert.equal(evaluation.detail.requestError, error.message)
  })

  test('and not the failure that a check waits for', () => {
    const error = { code: 'EACCES', message: 'Target 10.0.0.1 is not allowed at this location' }
    const evaluation = evaluate(icmpConfig({ shouldFail: true }), unreachable(error))
    assert.deepEqual([levelOf(evaluation), evaluation.verdict.reason], ['failed', error.message])
    const unknown = { code: 'ENOTFOUND', message: 'DNS lookup failed' }
    assert.equal(levelOf(evaluate(icmpConfig({ shouldFail: true }), unreachable(unknown))), 'passed')
  })

  test('packet loss that should happen passes, with its assertions', () => {
    const assertions = [json('$.packetLoss', 'EQUALS', '50')]
    const evaluation = evaluate(icmpConfig({ shouldFail: true, request: { assertions } }), losing(5))
    assert.equal(levelOf(evaluation), 'passed')
    const other = [json('$.packetLoss', 'EQUALS', '60')]
    assert.equal(
      levelOf(evaluate(icmpConfig({ shouldFail: true, request: { assertions: other } }), losing(5))),
      'failed',
    )
  })
})

suite('what assertions see', () => {
  const cases: [string, ReturnType<typeof json>, Outcome<IcmpDocument>, boolean][] = [
    ['the length of a list', json('$.pingResults.length', 'EQUALS', '10'), losing(1), true],
    ['the whole document', json('', 'HAS_KEY', 'resolvedIp'), losing(0), true],
    ['an unknown latency is missing', json('$.latency.avg', 'NOT_NULL'), silent(10), false],
    ['an unknown latency equals nothing', json('$.latency.avg', 'EQUALS', 'null'), silent(10), false],
    ['unknown latencies are missing', json('$.latency[*]', 'LESS_THAN', '5'), silent(10), false],
    ['times of lost pings are absent', json('$.pingResults[*].rtt', 'LESS_THAN', '13'), losing(3), true],
    ['failed pings', json('$.pingResults[?@.success == false]', 'IS_EMPTY'), losing(0), true],
    ['failed pings, if any', json('$.pingResults[?@.success == false]', 'IS_EMPTY'), losing(1), false],
    ['any case of an aggregate', latency('STDDEV', 'EQUALS', '0'), losing(0), true],
    ['no unknown source', { ...latency('avg', 'NOT_EQUALS', '0'), source: 'X' }, losing(0), false],
    ['no unknown aggregate', latency('p95', 'NOT_EQUALS', '0'), losing(0), false],
    ['no broken path', json('$[', 'IS_EMPTY'), losing(0), false],
  ]
  for (const [promise, assertion, outcome, holds] of cases) {
    test(promise, () => {
      const { detail } = evaluate(icmpConfig({ request: { assertions: [assertion] } }), outcome)
      assert.equal(detail.assertions[0]?.error === null, holds, detail.assertions[0]?.error ?? '')
    })
  }
})

suite('noise of our own', () => {
  const loose = { ...noLossLimits, degradedResponseTime: null, maxResponseTime: null }
  const asserting = (...assertions: ReturnType<typeof json>[]) => ({ ...loose, request: { assertions } })
  const twelve = answered(repeat(10, 12))
  const uneven = answered([10, 14, 10, 14])

  const cases: [string, Parameters<typeof icmpConfig>[0], Outcome<IcmpDocument>, number, string][] = [
    ['far from every limit it does not matter', {}, twelve, 5, 'passed'],
    ['a limit within it', { ...loose, maxResponseTime: 10 }, twelve, 5, 'withheld'],
    ['a degraded limit within it', { ...loose, degradedResponseTime: 10 }, twelve, 5, 'withheld'],
    ['a limit just outside', { ...loose, maxResponseTime: 10 }, twelve, 1.9, 'failed'],
    [
      'a limit above the measured time is kept for sure',
      { ...loose, maxResponseTime: 12.1 },
      twelve,
      5,
      'passed',
    ],
    ['an assertion on a time', asserting(latency('avg', 'LESS_THAN', '10')), twelve, 5, 'withheld'],
    ['an assertion far away', asserting(latency('avg', 'LESS_THAN', '20')), twelve, 5, 'passed'],
    ['an assertion far below', asserting(latency('avg', 'LESS_THAN', '2')), twelve, 5, 'failed'],
    ['a time that must be equal', asserting(latency('avg', 'EQUALS', '10')), twelve, 5, 'withheld'],
    ['a time that must not be equal', asserting(latency('max', 'NOT_EQUALS', '10')), twelve, 5, 'withheld'],
    ['a deviation may be larger', asserting(latency('stdDev', 'LESS_THAN', '3')), uneven, 1, 'withheld'],
    ['a deviation may be smaller', asserting(latency('stdDev', 'GREATER_THAN', '2')), uneven, 1, 'withheld'],
    ['times by a path', asserting(json('$.pingResults[*].rtt', 'GREATER_THAN', '9')), uneven, 5, 'withheld'],
    ['a filter on times', asserting(json('$.pingResults[?@.rtt > 13]', 'IS_EMPTY')), uneven, 5, 'withheld'],
    ['what is no time', asserting(json('$.packetLoss', 'EQUALS', '0')), twelve, 5, 'passed'],
    [
      'two assertions that only a time between them keeps',
      asserting(latency('avg', 'GREATER_THAN', '10'), latency('avg', 'LESS_THAN', '12')),
      twelve,
      5,
      'withheld',
    ],
    ['it never hides an outage', { maxResponseTime: 10 }, losing(5), 5, 'failed'],
    ['nor silence', { maxResponseTime: 10 }, silent(10), 5, 'failed'],
    ['nor loss that degrades', { degradedResponseTime: 10 }, losing(1), 5, 'degraded'],
  ]
  for (const [promise, config, outcome, noiseMs, level] of cases) {
    test(`${promise}: ${level}`, () => {
      const measured = { outcome, noiseMs, hasKernelTimes: false }
      const evaluation = evaluateIcmp(icmpConfig(config), measured)
      assert.equal(levelOf(evaluation), level)
      assert.equal(evaluation.notRunCause, level === 'withheld' ? 'noisy' : null)
      assert.equal(codeOf(evaluation) === 'ERR_NOISE', level === 'withheld')
      const byKernel = evaluateIcmp(icmpConfig(config), { ...measured, hasKernelTimes: true })
      assert.notEqual(levelOf(byKernel), 'withheld', 'times of the kernel hold no noise')
    })
  }

  test('what was measured is kept beside the error', () => {
    const { verdict, detail } = evaluateIcmp(icmpConfig({ maxResponseTime: 10 }), {
      outcome: twelve,
      noiseMs: 5,
      hasKernelTimes: false,
    })
    assert.equal(detail.response?.latency?.avg, 12)
    assert.deepEqual([verdict.responseTime, verdict.overMaxResponseTime], [null, null])
    assert.match(detail.requestError ?? '', /its own delay of up to 5 ms could change the verdict/)
  })
})
