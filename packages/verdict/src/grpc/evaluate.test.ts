import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  GrpcCheckResult,
  type GrpcDocument,
  type GrpcRunConfig,
} from '@sonde/schema/check-types/grpc/result.ts'
import type { Outcome, ProbeError } from '@sonde/schema/runs/outcome.ts'
import { createValidator } from '@sonde/schema/validation/validator.ts'
import { assertion, grpcConfig, grpcDocument } from '../../testing/grpc-run.ts'
import { evaluateGrpc } from './evaluate.ts'

const validateDetail = createValidator().compile(GrpcCheckResult, { complete: true })

function evaluate(outcome: Outcome<GrpcDocument>, config: GrpcRunConfig = grpcConfig(), noiseMs = 0) {
  const evaluation = evaluateGrpc(config, { outcome, noiseMs, hasKernelTimes: false })
  assert.deepEqual(validateDetail(evaluation.detail), [])
  const level = evaluation.verdict.kind
  return { ...evaluation, level }
}

function answered(fields: Partial<GrpcDocument> = {}, totalMs?: number): Outcome<GrpcDocument> {
  return { kind: 'answered', document: grpcDocument(fields, totalMs) }
}

function unreachable(error: ProbeError, grpcStatusCode: number | null): Outcome<GrpcDocument> {
  const empty = { responseMessage: '', healthStatus: null, metadata: [], timingPhases: null }
  return { kind: 'unreachable', error, elapsedMs: 12, document: grpcDocument({ ...empty, grpcStatusCode }) }
}

const refused: ProbeError = { code: 'ECONNREFUSED', message: 'Connection to 192.0.2.44:443 was refused' }
const call = { grpcMode: 'BEHAVIOR' as const, healthStatus: null, grpcMethod: 'a.B/C' }
const withAssertions = (...assertions: ReturnType<typeof assertion>[]) =>
  grpcConfig({ request: { assertions } })

const times: [number, string][] = [
  [9_999.9, 'passed'],
  [10_000, 'degraded'],
  [19_999.9, 'degraded'],
  [20_000, 'failed'],
]
for (const [totalMs, level] of times) {
  test(`an answer after ${totalMs} ms is ${level}`, () => {
    const evaluation = evaluate(answered({}, totalMs))
    assert.deepEqual([evaluation.level, evaluation.verdict.responseTime], [level, totalMs])
    assert.equal(evaluation.verdict.overMaxResponseTime, level === 'failed')
  })
}

const verdicts: [string, Outcome<GrpcDocument>, GrpcRunConfig, string][] = [
  ['SERVING', answered(), grpcConfig(), 'passed'],
  ['NOT_SERVING', answered({ healthStatus: 2 }), grpcConfig(), 'failed'],
  [
    'NOT_SERVING where that is asserted',
    answered({ healthStatus: 2 }),
    withAssertions(assertion('GRPC_HEALTHCHECK_STATUS', 'EQUALS', '2')),
    'passed',
  ],
  [
    'SERVING where another is asserted',
    answered(),
    withAssertions(assertion('GRPC_HEALTHCHECK_STATUS', 'NOT_EQUALS', '1')),
    'failed',
  ],
  [
    'an unknown service with an assertion on its health alone',
    answered({ grpcStatusCode: 5, healthStatus: 3 }),
    withAssertions(assertion('GRPC_HEALTHCHECK_STATUS', 'EQUALS', '3')),
    'failed',
  ],
  [
    'an unknown service with assertions on both',
    answered({ grpcStatusCode: 5, healthStatus: 3 }),
    withAssertions(
      assertion('GRPC_HEALTHCHECK_STATUS', 'EQUALS', '3'),
      assertion('GRPC_STATUS_CODE', 'EQUALS', '5'),
    ),
    'passed',
  ],
  [
    'no health service, with an assertion on health',
    answered({ grpcStatusCode: 12, healthStatus: null }),
    withAssertions(
      assertion('GRPC_HEALTHCHECK_STATUS', 'EQUALS', '1'),
      assertion('GRPC_STATUS_CODE', 'EQUALS', '12'),
    ),
    'failed',
  ],
  ['status 5', answered({ ...call, grpcStatusCode: 5 }), grpcConfig(), 'failed'],
  [
    'status 5 where a status below 6 is asserted',
    answered({ ...call, grpcStatusCode: 5 }),
    withAssertions(assertion('GRPC_STATUS_CODE', 'LESS_THAN', '6')),
    'passed',
  ],
  [
    'status 5 that should fail',
    answered({ ...call, grpcStatusCode: 5 }),
    grpcConfig({ shouldFail: true }),
    'passed',
  ],
  ['status 0 that should fail', answered(call), grpcConfig({ shouldFail: true }), 'failed'],
  ['a refused connection', unreachable(refused, 14), grpcConfig(), 'failed'],
  [
    'a refused connection that should fail',
    unreachable(refused, 14),
    grpcConfig({ shouldFail: true }),
    'passed',
  ],
  [
    'a refused connection where status 14 is asserted',
    unreachable(refused, 14),
    withAssertions(assertion('GRPC_STATUS_CODE', 'EQUALS', '14')),
    'failed',
  ],
]
for (const [what, outcome, config, level] of verdicts) {
  test(`${what} is ${level}`, () => {
    assert.equal(evaluate(outcome, config).level, level)
  })
}

test('only what gave no status is a network error', () => {
  const codes: [Outcome<GrpcDocument>, boolean][] = [
    [unreachable(refused, 14), true],
    [unreachable({ code: 'ETIMEDOUT', message: 'x' }, 4), true],
    [unreachable({ code: 'ERR_GRPC_PROTOCOL', message: 'x' }, 13), true],
    [unreachable({ code: 'CERT_HAS_EXPIRED', message: 'x' }, 14), true],
    [unreachable({ code: 'EACCES', message: 'x' }, 14), false],
    [unreachable({ code: 'ERR_GRPC_REFLECTION', message: 'x' }, null), false],
    [unreachable({ code: 'ERR_GRPC_MESSAGE', message: 'x' }, null), false],
    [answered({ grpcStatusCode: 14 }), false],
  ]
  for (const [outcome, expected] of codes) assert.equal(evaluate(outcome).verdict.isNetworkError, expected)
})

test('a failed request shows its error and the time until then, and evaluates nothing', () => {
  const config = withAssertions(assertion('GRPC_METADATA', 'IS_EMPTY', '', 'x'))
  const { detail, verdict } = evaluate(unreachable(refused, 14), config)
  assert.deepEqual([detail.grpcStatusCode, detail.timingPhases, verdict.responseTime], [14, null, 12])
  assert.deepEqual([detail.requestError, detail.response?.error], [refused.message, refused])
  assert.equal(detail.assertions[0]?.error, 'not evaluated')
  assert.equal(verdict.overMaxResponseTime, null)
})

test('a bad status is no error of the request', () => {
  const { detail, verdict } = evaluate(answered({ grpcStatusCode: 7, grpcStatusMessage: 'not yours' }))
  assert.deepEqual([detail.requestError, detail.response?.error], [null, undefined])
  assert.equal(verdict.reason, 'gRPC status 7 PERMISSION_DENIED: not yours')
})

const looks: [string, ReturnType<typeof assertion>, boolean][] = [
  ['a path', assertion('GRPC_RESPONSE', 'EQUALS', 'b', '$.a'), true],
  ['null is a value', assertion('GRPC_RESPONSE', 'IS_NULL', '', '$.nothing'), true],
  ['every element', assertion('GRPC_RESPONSE', 'GREATER_THAN', '1', '$.list[*]'), false],
  ['the whole message', assertion('GRPC_RESPONSE', 'HAS_KEY', 'a'), true],
  ['the text', assertion('TEXT_BODY', 'CONTAINS', '"a":"b"'), true],
  ['a pattern', assertion('TEXT_BODY', 'EQUALS', 'b', '"a":"(.)"'), true],
  ['metadata in any case', assertion('GRPC_METADATA', 'EQUALS', '1, 2', 'X-N'), true],
  ['metadata that is not there', assertion('GRPC_METADATA', 'EQUALS', '1', 'x-m'), false],
  ['the time', assertion('RESPONSE_TIME', 'LESS_THAN', '25.1', 'whatever'), false],
  ['a health that is not there', assertion('GRPC_HEALTHCHECK_STATUS', 'EQUALS', '0'), false],
]
for (const [what, look, holds] of looks) {
  test(`assertions look at ${what}`, () => {
    const responseMessage = '{"a":"b","nothing":null,"list":[1,2]}'
    const metadata = [
      { key: 'x-n', value: '1' },
      { key: 'x-n', value: '2' },
    ]
    const { detail } = evaluate(answered({ ...call, responseMessage, metadata }), withAssertions(look))
    assert.equal(detail.assertions[0]?.error === null, holds, detail.assertions[0]?.error ?? '')
  })
}

test('without a message a path finds nothing', () => {
  const config = withAssertions(
    assertion('GRPC_RESPONSE', 'IS_EMPTY', '', '$.a'),
    assertion('GRPC_STATUS_CODE', 'EQUALS', '5'),
  )
  assert.equal(
    evaluate(answered({ ...call, grpcStatusCode: 5, responseMessage: '' }), config).level,
    'passed',
  )
})

test('assertions see the whole message, a result its first 10 KB', () => {
  const responseMessage = JSON.stringify({ long: 'ä'.repeat(20_000), last: 'here' })
  const config = withAssertions(assertion('GRPC_RESPONSE', 'EQUALS', 'here', '$.last'))
  const { detail, level } = evaluate(answered({ ...call, responseMessage }), config)
  assert.equal(level, 'passed')
  assert.ok(Buffer.byteLength(detail.response?.responseMessage ?? '') <= 10_240)
})

test('a time that our own delay may have made too long is no verdict', () => {
  assert.equal(evaluate(answered({}, 20_010), grpcConfig(), 50).level, 'withheld')
  assert.equal(evaluate(answered({}, 20_100), grpcConfig(), 50).level, 'failed')
})

test('our own trouble is an error, and shows the request', () => {
  const { level, detail, notRunCause } = evaluate({
    kind: 'not-run',
    cause: 'aborted',
    error: { code: 'ERR_ABORTED', message: 'The attempt was aborted' },
  })
  assert.deepEqual([level, notRunCause, detail.response], ['withheld', 'aborted', null])
  assert.deepEqual([detail.requestError, detail.grpcStatusCode], ['The attempt was aborted', null])
})

test('the largest result fits where results are kept', () => {
  const metadata = Array.from({ length: 50 }, () => ({ key: 'k'.repeat(256), value: '"'.repeat(8192) }))
  const config = grpcConfig({ request: { grpcConfig: { metadata, message: '"'.repeat(262_144) } } })
  const { detail } = evaluate(answered({ responseMessage: '"'.repeat(1_000_000) }), config)
  const { assertions: _counted, ...rest } = detail
  assert.ok(JSON.stringify(rest).length < 50_000)
})
