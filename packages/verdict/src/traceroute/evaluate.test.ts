import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Assertion } from '@sonde/schema/check-types/assertion.ts'
import { metricValuesIn } from '@sonde/schema/check-types/check-metrics.ts'
import type { Outcome } from '@sonde/schema/runs/outcome.ts'
import type { TracerouteDocument, TracerouteRunConfig } from '@sonde/schema/check-types/traceroute/result.ts'
import { createValidator } from '@sonde/schema/validation/validator.ts'
import { tracerouteKind } from '@sonde/schema/check-types/traceroute/kind.ts'
import { evaluateTraceroute } from './evaluate.ts'

const config: TracerouteRunConfig = {
  request: {
    url: 'db.example.net',
    protocol: 'TCP',
    port: 443,
    ipFamily: 'IPv4',
    maxHops: 30,
    maxUnknownHops: 15,
    ptrLookup: true,
    timeout: 10,
    assertions: [],
  },
  shouldFail: false,
  degradedResponseTime: 10_000,
  maxResponseTime: 20_000,
}

type Hops = TracerouteDocument['response']['hops']
const hop = (number: number, received: number): Hops[number] => ({
  hop_number: number,
  sent: 3,
  received,
  loss_percentage: Math.round((10_000 * (3 - received)) / 3) / 100,
  ...(received === 0 ? {} : { main_ip: `192.0.2.${number}` }),
})

const base = {
  hostname: 'db.example.net',
  resolvedIp: '203.0.113.80',
  port: 443,
  ipFamily: 'IPv4',
  maxHops: 30,
  probeProtocol: 'TCP',
  protocol: 'TCP',
  timestamp: 1_790_000_000,
} as const

function reached(avg: number, { received = 3 } = {}): Outcome<TracerouteDocument> {
  return {
    kind: 'answered',
    document: {
      response: {
        ...base,
        totalHops: 5,
        destinationReached: true,
        truncationReason: 'destinationReached',
        finalHopLatency: { avg, min: avg - 1, max: avg + 1, stdDev: 1 },
        hops: [hop(1, 3), hop(2, 3), hop(3, 0), hop(4, 3), hop(5, received)],
      },
      timingPhases: { dns: 1.5, total: 500 },
      triedHops: 5,
    },
  }
}

function missed(truncationReason: 'maxHops' | 'maxUnknownHops' | 'timeout' | 'unreachable') {
  const outcome: Outcome<TracerouteDocument> = {
    kind: 'unreachable',
    error: {
      code: 'ERR_NOT_REACHED',
      message: `db.example.net not reached after 17 hops (${truncationReason})`,
      address: '203.0.113.80',
    },
    document: {
      response: {
        ...base,
        totalHops: 2,
        destinationReached: false,
        truncationReason,
        hops: [hop(1, 3), hop(2, 2)],
      },
      timingPhases: { dns: 1.5, total: 5000 },
      triedHops: 17,
    },
  }
  return outcome
}

const assertion = (source: string, comparison: Assertion['comparison'], target: string, property = '') => ({
  source,
  property,
  comparison,
  target,
  regex: '',
})

function evaluate(
  outcome: Outcome<TracerouteDocument>,
  changed: Partial<Omit<TracerouteRunConfig, 'request'>> & { assertions?: readonly Assertion[] } = {},
  times: { noiseMs: number | null; hasKernelTimes: boolean } = { noiseMs: 5, hasKernelTimes: true },
) {
  const { assertions = [], ...rest } = changed
  const run = { ...config, ...rest, request: { ...config.request, assertions } }
  const evaluation = evaluateTraceroute(run, { outcome, ...times })
  const validateDetail = createValidator().compile(tracerouteKind.run.detail, { complete: false })
  assert.deepEqual(validateDetail(evaluation.detail), [])
  return evaluation
}

const verdictIn = ({ verdict }: ReturnType<typeof evaluate>) => [
  verdict.kind,
  verdict.overMaxResponseTime,
  verdict.responseTime,
]

test('R1: reached in 5 hops, hop 3 silent: passed', () => {
  const evaluation = evaluate(reached(24))
  assert.deepEqual(verdictIn(evaluation), ['passed', false, 24])
  const { detail } = evaluation
  assert.deepEqual(
    [detail.totalHops, detail.destinationReached, detail.finalHopLatency?.avg, detail.timingPhases],
    [5, true, 24, { dns: 1.5, total: 500 }],
  )
  assert.equal('rtt' in (detail.response?.hops?.[2] ?? {}), false)
  assert.deepEqual([detail.requestError, evaluation.target], [null, '203.0.113.80'])
  assert.deepEqual(metricValuesIn('TRACEROUTE', detail), { finalHopPacketLoss: 0, totalHops: 5 })
})

for (const reason of ['maxUnknownHops', 'maxHops', 'timeout', 'unreachable'] as const) {
  test(`R2, R4: not reached (${reason}): failed, hops kept, a network error`, () => {
    const evaluation = evaluate(missed(reason))
    assert.deepEqual(verdictIn(evaluation), ['failed', null, null])
    const { verdict, detail } = evaluation
    assert.equal(verdict.reason, `db.example.net not reached after 17 hops (${reason})`)
    assert.equal(verdict.isNetworkError, true)
    assert.equal(detail.requestError, verdict.reason)
    assert.deepEqual(
      [detail.response?.truncationReason, detail.response?.hops?.length, detail.response?.error?.code],
      [reason, 2, 'ERR_NOT_REACHED'],
    )
    assert.deepEqual(metricValuesIn('TRACEROUTE', detail), {
      finalHopPacketLoss: null,
      totalHops: null,
    })
  })
}

test('R6: one of three answers: passed; PACKET_LOSS LESS_THAN 50 fails', () => {
  const outcome = reached(24, { received: 1 })
  assert.deepEqual(verdictIn(evaluate(outcome)), ['passed', false, 24])
  const evaluation = evaluate(outcome, { assertions: [assertion('PACKET_LOSS', 'LESS_THAN', '50')] })
  assert.equal(evaluation.verdict.kind, 'failed')
  assert.deepEqual(
    evaluation.detail.assertions.map(({ actual, error }) => [actual, error]),
    [[66.67, 'expected 66.67 to be below 50']],
  )
})

test('R7: not reached: response time and loss are missing, the number of hops is there', () => {
  const assertions = [
    assertion('RESPONSE_TIME', 'LESS_THAN', '50', 'avg'),
    assertion('PACKET_LOSS', 'LESS_THAN', '50'),
    assertion('HOP_COUNT', 'EQUALS', '2'),
  ]
  const { detail } = evaluate(missed('maxHops'), { assertions })
  assert.deepEqual(
    detail.assertions.map(({ actual, error }) => [actual, error === null]),
    [
      [null, false],
      [null, false],
      [2, true],
    ],
  )
})

test('every value of an assertion is the one of the target', () => {
  for (const [property, value] of [
    ['avg', '24'],
    ['MIN', '23'],
    ['max', '25'],
    ['stddev', '1'],
  ] as const) {
    const evaluation = evaluate(reached(24), {
      assertions: [assertion('RESPONSE_TIME', 'EQUALS', value, property)],
    })
    assert.equal(evaluation.verdict.kind, 'passed')
  }
  for (const assertions of [
    [assertion('HOP_COUNT', 'EQUALS', '5')],
    [assertion('HOP_COUNT', 'LESS_THAN', '6')],
    [assertion('PACKET_LOSS', 'EQUALS', '0')],
  ]) {
    assert.equal(evaluate(reached(24), { assertions }).verdict.kind, 'passed')
  }
})

test('the limits are reached at their value, and null switches them off', () => {
  assert.deepEqual(verdictIn(evaluate(reached(9_999.9))), ['passed', false, 9_999.9])
  assert.deepEqual(verdictIn(evaluate(reached(10_000))), ['degraded', false, 10_000])
  assert.deepEqual(verdictIn(evaluate(reached(20_000))), ['failed', true, 20_000])
  const off = { degradedResponseTime: null, maxResponseTime: null }
  assert.deepEqual(verdictIn(evaluate(reached(20_000), off)), ['passed', null, 20_000])
  assert.deepEqual(verdictIn(evaluate(reached(1), { maxResponseTime: 0 })), ['failed', true, 1])
})

test('shouldFail: a target that is not reached passes, one that is reached fails', () => {
  assert.deepEqual(verdictIn(evaluate(missed('maxUnknownHops'), { shouldFail: true })), [
    'passed',
    null,
    null,
  ])
  const evaluation = evaluate(reached(24), { shouldFail: true })
  assert.equal(evaluation.verdict.reason, 'Succeeded, although the check expects it to fail')
})

test('our own trouble gives no verdict', () => {
  const error = { code: 'EPERM', message: 'This agent may not open raw sockets (needs NET_RAW)' }
  const evaluation = evaluate({ kind: 'not-run', cause: 'no-permission', error }, { shouldFail: true })
  assert.deepEqual(verdictIn(evaluation), ['withheld', null, null])
  assert.deepEqual(
    [evaluation.notRunCause, evaluation.detail.requestError, evaluation.target, evaluation.detail.totalHops],
    ['no-permission', error.message, 'db.example.net', undefined],
  )
})

test('a denied target is no network error', () => {
  const error = { code: 'EACCES', message: 'Target 169.254.169.254 is not allowed at this location' }
  const { verdict } = evaluate({ kind: 'unreachable', error, document: null })
  assert.deepEqual([verdict.kind, verdict.isNetworkError], ['failed', false])
})

test('our own delay decides nothing: without times of the kernel such a verdict is withheld', () => {
  const late = evaluate(reached(20_003), {}, { noiseMs: 5, hasKernelTimes: false })
  assert.deepEqual([late.verdict.kind, late.notRunCause], ['withheld', 'noisy'])
  const timed = evaluate(reached(20_003), {}, { noiseMs: 5, hasKernelTimes: true })
  assert.equal(timed.verdict.kind, 'failed')
  const small = evaluate(reached(24), {}, { noiseMs: 5, hasKernelTimes: false })
  assert.equal(small.verdict.kind, 'passed')
})
