import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Outcome, ProbeError } from '@sonde/schema/runs/outcome.ts'
import type { TcpCheckResult, TcpDocument, TcpRunConfig } from '@sonde/schema/check-types/tcp/result.ts'
import { TcpCheckResult as TcpCheckResultSchema } from '@sonde/schema/check-types/tcp/result.ts'
import { createValidator } from '@sonde/schema/validation/validator.ts'
import type { Verdict } from '@sonde/schema/runs/verdict.ts'
import { onData, onTime, tcpConfig, tcpDocument } from '../../testing/tcp-run.ts'
import { evaluateTcp } from './evaluate.ts'
import type { Evaluation } from '../evaluation.ts'

const validateDetail = createValidator().compile(TcpCheckResultSchema, { complete: true })

function evaluate(config: TcpRunConfig, outcome: Outcome<TcpDocument>, noiseMs = 0) {
  const evaluation = evaluateTcp(config, { outcome, noiseMs, hasKernelTimes: false })
  assert.deepEqual(validateDetail(evaluation.detail), [])
  const { assertions: _assertions, ...rest } = evaluation.detail
  assert.ok(JSON.stringify(rest).length <= 65_536, 'the service takes no longer details')
  return evaluation
}

function answered(data: string, total?: number): Outcome<TcpDocument> {
  return { kind: 'answered', document: tcpDocument(data, total) }
}

function unreachable(code: string, fields: Partial<ProbeError> = {}): Outcome<TcpDocument> {
  const error = { code, message: `says ${code}`, address: '198.51.100.7', port: 5432, ...fields }
  return { kind: 'unreachable', error, document: null, elapsedMs: 17 }
}

const silent: Outcome<TcpDocument> = {
  kind: 'unreachable',
  error: {
    code: 'SOCKET_TIMEOUT',
    message: 'Connection to db.example.net:5432 timed out (data)',
    phase: 'data',
  },
  document: tcpDocument('', 10_005),
  elapsedMs: 10_005,
}

function levelOf({ verdict }: Evaluation<TcpCheckResult>): Verdict {
  return verdict.kind
}

const asking = (...assertions: TcpRunConfig['request']['assertions']) =>
  tcpConfig({ request: { assertions } })

suite('the cases of the specification', () => {
  test('T1: an open port passes; a closed one fails; a silent one fails in its phase', () => {
    assert.equal(levelOf(evaluate(tcpConfig(), answered(''))), 'passed')
    const refused = evaluate(tcpConfig(), unreachable('ECONNREFUSED'))
    assert.equal(levelOf(refused), 'failed')
    assert.equal(refused.verdict.isNetworkError, true)
    assert.equal(refused.verdict.responseTime, 17)
    assert.equal(refused.verdict.overMaxResponseTime, null)
    assert.equal(refused.detail.requestError, 'says ECONNREFUSED')
    assert.deepEqual(refused.detail.response?.resolvedIp, '198.51.100.7')
    assert.equal(refused.detail.timingPhases, null)
  })

  test('T4: an answer that never came fails, and its time is no measured response', () => {
    const { verdict, detail } = evaluate(tcpConfig(), silent)
    assert.equal(verdict.kind, 'failed')
    assert.equal(verdict.overMaxResponseTime, null)
    assert.equal(detail.response?.data, '')
    assert.equal(detail.response?.error?.code, 'SOCKET_TIMEOUT')
  })

  test('T5: a peer that closes in order without a byte satisfies IS_EMPTY', () => {
    assert.equal(levelOf(evaluate(asking(onData('IS_EMPTY')), answered(''))), 'passed')
    assert.equal(levelOf(evaluate(asking(onData('NOT_EMPTY')), answered(''))), 'failed')
  })

  test('T7: NOT_CONTAINS is evaluated on all that came', () => {
    assert.equal(levelOf(evaluate(asking(onData('NOT_CONTAINS', 'error')), answered('ok error'))), 'failed')
  })

  test('T9: shouldFail accepts a closed port and fails an open one', () => {
    assert.equal(levelOf(evaluate(tcpConfig({ shouldFail: true }), unreachable('ECONNREFUSED'))), 'passed')
    const open = evaluate(tcpConfig({ shouldFail: true }), answered(''))
    assert.equal(levelOf(open), 'failed')
    assert.equal(open.verdict.reason, 'Succeeded, although the check expects it to fail')
    assert.equal(levelOf(evaluate(tcpConfig({ shouldFail: true, maxResponseTime: 1_000 }), silent)), 'passed')
  })

  test('T10: RESPONSE_TIME LESS_THAN 50 fails at a total of exactly 50', () => {
    assert.equal(levelOf(evaluate(asking(onTime('LESS_THAN', '50')), answered('', 50))), 'failed')
    assert.equal(levelOf(evaluate(asking(onTime('LESS_THAN', '50')), answered('', 49.999))), 'passed')
  })
})

suite('limits', () => {
  for (const [total, level] of [
    [2_999.999, 'passed'],
    [3_000, 'degraded'],
    [4_999.999, 'degraded'],
    [5_000, 'failed'],
  ] as const) {
    test(`a total of ${total} ms is ${level}`, () => {
      const evaluation = evaluate(tcpConfig(), answered('', total))
      assert.equal(levelOf(evaluation), level)
      assert.equal(evaluation.verdict.responseTime, total)
      assert.equal(evaluation.verdict.overMaxResponseTime, level === 'failed')
    })
  }

  test('what our own delay could have decided has no verdict', () => {
    assert.equal(levelOf(evaluate(tcpConfig(), answered('', 3_010), 50)), 'withheld')
    assert.equal(levelOf(evaluate(tcpConfig(), answered('', 3_010), 5)), 'degraded')
    assert.equal(levelOf(evaluate(asking(onTime('LESS_THAN', '50')), answered('', 60), 20)), 'withheld')
    assert.equal(levelOf(evaluate(tcpConfig(), unreachable('ECONNREFUSED'), 500)), 'failed')
  })
})

suite('what is received', () => {
  test('patterns take out what is compared, from either field', () => {
    const version = onData('GREATER_THAN', '8', '^SSH-(\\d+)')
    assert.equal(levelOf(evaluate(asking(version), answered('SSH-9.2'))), 'passed')
    assert.equal(levelOf(evaluate(asking(version), answered('SSH-7.2'))), 'failed')
    const inRegex = { ...onData('EQUALS', 'PONG'), regex: '/\\+(\\w+)/' }
    assert.equal(levelOf(evaluate(asking(inRegex), answered('+PONG\r\n'))), 'passed')
  })

  test('only its first 10 KB are kept, and assertions look at all of it', () => {
    const evaluation = evaluate(asking(onData('CONTAINS', 'end')), answered(`${'x'.repeat(20_000)}end`))
    assert.equal(levelOf(evaluation), 'passed')
    assert.equal(evaluation.detail.response?.data?.length, 10_240)
    assert.equal(evaluation.detail.response?.dataTruncated, true)
    assert.equal(evaluate(tcpConfig(), answered('x')).detail.response?.dataTruncated, false)
  })

  test('bytes that grow as JSON make no result that the service would refuse', () => {
    const zeros = '\0'.repeat(1024 * 1024)
    const config = tcpConfig({ request: { data: zeros.slice(0, 100_000), assertions: [onData('IS_EMPTY')] } })
    const { detail } = evaluate(config, answered(zeros))
    assert.ok((detail.response?.data?.length ?? 0) > 5_000)
    assert.ok(JSON.stringify(detail.assertions[0]).length <= 32_768)
  })

  test('a hundred assertions on a megabyte take no time that anybody would notice', () => {
    const text = 'ab'.repeat(512 * 1024)
    const assertions = Array.from({ length: 100 }, (_, number) =>
      number % 2 === 0
        ? onData('NOT_CONTAINS', `x${number}`)
        : onData('IS_EMPTY', '', `(\\w+)${number}[xyz]{1,500}$`),
    )
    const startedMs = performance.now()
    evaluate(asking(...assertions), answered(text))
    // Without a budget this takes more than ten minutes.
    assert.ok(performance.now() - startedMs < 60_000)
  })
})

test('what the target had no say in is not the failure that a check waits for', () => {
  const config = tcpConfig({ shouldFail: true, request: { assertions: [onData('NOT_EMPTY')] } })
  const cases: [string, Partial<ProbeError>, string][] = [
    ['EACCES', {}, 'failed'],
    ['ECONNREFUSED', { phase: 'proxy' }, 'failed'],
    ['ERR_PROXY', { phase: 'proxy' }, 'failed'],
    ['ETIMEDOUT', { phase: 'proxy' }, 'failed'],
    ['ECONNREFUSED', {}, 'passed'],
    ['ETIMEDOUT', { phase: 'connect' }, 'passed'],
    ['ENOTFOUND', {}, 'passed'],
  ]
  for (const [code, fields, level] of cases) {
    const evaluation = evaluate(config, unreachable(code, fields))
    assert.equal(levelOf(evaluation), level, code)
    assert.equal(evaluation.verdict.reason, level === 'failed' ? `says ${code}` : null)
    assert.equal(evaluation.detail.assertions[0]?.error, level === 'failed' ? 'not evaluated' : null)
  }
})

test('a denied target is no network error, and our own trouble is no verdict', () => {
  assert.equal(evaluate(tcpConfig(), unreachable('EACCES')).verdict.isNetworkError, false)
  const notRun = evaluate(tcpConfig({ shouldFail: true }), {
    kind: 'not-run',
    cause: 'internal',
    error: { code: 'ERR_INTERNAL', message: 'x' },
  })
  assert.equal(levelOf(notRun), 'withheld')
  assert.equal(notRun.notRunCause, 'internal')
})
