import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { ApiCheckResult } from '@sonde/schema/check-types/api-check-result.ts'
import type { Outcome, ProbeError } from '@sonde/schema/runs/outcome.ts'
import type { UrlDocument, UrlRunConfig } from '@sonde/schema/check-types/url/result.ts'
import { createValidator } from '@sonde/schema/validation/validator.ts'
import type { Verdict } from '@sonde/schema/runs/verdict.ts'
import { onStatus, urlConfig, urlDocument } from '../../testing/url-run.ts'
import { evaluateUrl } from './evaluate.ts'
import type { Evaluation } from '../evaluation.ts'

const validateDetail = createValidator().compile(ApiCheckResult, { complete: true })

function evaluate(
  config: UrlRunConfig,
  outcome: Outcome<UrlDocument>,
  noiseMs = 0,
): Evaluation<ApiCheckResult> {
  const evaluation = evaluateUrl(config, { outcome, noiseMs, hasKernelTimes: false })
  assert.deepEqual(validateDetail(evaluation.detail), [])
  return evaluation
}

function levelOf({ verdict }: Evaluation<ApiCheckResult>): Verdict {
  return verdict.kind
}

const answered = (code: number, totalMs = 100): Outcome<UrlDocument> => ({
  kind: 'answered',
  document: urlDocument(code, totalMs),
})

/** A status came, or 0 for none, and then an error. */
function broken(error: ProbeError, code = 0, fields: Partial<UrlDocument> = {}): Outcome<UrlDocument> {
  const times = code === 0 ? { timings: null, timingPhases: null } : {}
  const document = urlDocument(code, 100, { ...times, ...fields })
  return { kind: 'unreachable', error, document, elapsedMs: 1_234.5 }
}

const refused = broken({ code: 'ECONNREFUSED', message: 'Connection to 203.0.113.9:443 was refused' })
const redirects = [{ status: 301, url: 'http://shop.example.com/' }]

suite('the verdict on a URL monitor', () => {
  test('U1: 100 ms pass, exactly 3000 ms degrade, exactly 5000 ms fail', () => {
    assert.equal(levelOf(evaluate(urlConfig(), answered(200, 100))), 'passed')
    assert.equal(levelOf(evaluate(urlConfig(), answered(200, 2_999.99))), 'passed')
    assert.equal(levelOf(evaluate(urlConfig(), answered(200, 3_000))), 'degraded')
    assert.equal(levelOf(evaluate(urlConfig(), answered(200, 4_999.99))), 'degraded')
    const late = evaluate(urlConfig(), answered(200, 5_000))
    assert.equal(levelOf(late), 'failed')
    assert.deepEqual([late.verdict.overMaxResponseTime, late.verdict.responseTime], [true, 5_000])
  })

  test('limits that are null are off, and a limit of 0 is reached by everything', () => {
    const none = urlConfig({ maxResponseTime: null, degradedResponseTime: null })
    const slow = evaluate(none, answered(200, 29_000))
    assert.deepEqual([levelOf(slow), slow.verdict.overMaxResponseTime], ['passed', null])
    assert.equal(levelOf(evaluate(urlConfig({ maxResponseTime: 0 }), answered(200, 0.1))), 'failed')
    assert.equal(levelOf(evaluate(urlConfig({ degradedResponseTime: 0 }), answered(200, 0.1))), 'degraded')
  })

  test('U2: a 404 fails, even when an assertion expects it', () => {
    const { verdict, detail } = evaluate(urlConfig(), answered(404))
    assert.equal(verdict.kind, 'failed')
    assert.deepEqual([verdict.isNetworkError, detail.requestError], [false, null])
    assert.match(verdict.reason ?? '', /404/)
    const expected = urlConfig({ request: { assertions: [onStatus('EQUALS', '404')] } })
    const evaluation = evaluate(expected, answered(404))
    assert.equal(levelOf(evaluation), 'failed')
    assert.equal(evaluation.detail.assertions[0]?.error, null)
  })

  test('U3: with shouldFail, a bad status passes, unless an assertion wants another one', () => {
    const expecting = urlConfig({ shouldFail: true, request: { assertions: [onStatus('EQUALS', '404')] } })
    assert.equal(levelOf(evaluate(expecting, answered(404))), 'passed')
    const other = evaluate(expecting, answered(500))
    assert.equal(levelOf(other), 'failed')
    assert.match(other.verdict.reason ?? '', /^Status code: expected 500 to equal 404$/)
    assert.equal(levelOf(evaluate(urlConfig({ shouldFail: true }), answered(200))), 'failed')
  })

  test('U4: with shouldFail, a 404 after 3.5 s is degraded and a refused connection passes', () => {
    const config = urlConfig({ shouldFail: true })
    assert.equal(levelOf(evaluate(config, answered(404, 3_500))), 'degraded')
    assert.equal(levelOf(evaluate(config, refused)), 'passed')
  })

  test('U5: a redirect that is the final answer passes, and is evaluated by assertions as what it is', () => {
    assert.equal(levelOf(evaluate(urlConfig(), answered(301))), 'passed')
    const config = urlConfig({ request: { assertions: [onStatus('EQUALS', '200')] } })
    assert.equal(levelOf(evaluate(config, answered(301))), 'failed')
  })

  test('statuses below 400 pass, from 400 on they fail', () => {
    for (const code of [101, 200, 204, 301, 304, 399])
      assert.equal(levelOf(evaluate(urlConfig(), answered(code))), 'passed')
    for (const code of [400, 401, 404, 500, 503, 999])
      assert.equal(levelOf(evaluate(urlConfig(), answered(code))), 'failed')
  })

  test('each comparison holds for its statuses', () => {
    const table: [Parameters<typeof onStatus>, number, boolean][] = [
      [['EQUALS', '200'], 200, true],
      [['EQUALS', '200'], 201, false],
      [['NOT_EQUALS', '204'], 200, true],
      [['NOT_EQUALS', '200'], 200, false],
      [['GREATER_THAN', '199'], 200, true],
      [['GREATER_THAN', '200'], 200, false],
      [['LESS_THAN', '300'], 200, true],
      [['LESS_THAN', '200'], 200, false],
    ]
    for (const [args, code, holds] of table) {
      const config = urlConfig({ request: { assertions: [onStatus(...args)] } })
      const { detail, ...evaluation } = evaluate(config, answered(code))
      assert.equal(
        levelOf({ detail, ...evaluation }),
        holds ? 'passed' : 'failed',
        `${args.join(' ')} ${code}`,
      )
      assert.equal(detail.assertions[0]?.actual, code)
    }
  })

  test('U16: only an attempt without any status is a network error', () => {
    assert.equal(evaluate(urlConfig(), answered(503)).verdict.isNetworkError, false)
    assert.equal(evaluate(urlConfig(), refused).verdict.isNetworkError, true)
    const timeout = { code: 'ETIMEDOUT', message: 'No answer' }
    assert.equal(evaluate(urlConfig(), broken(timeout)).verdict.isNetworkError, true)
    assert.equal(evaluate(urlConfig(), broken(timeout, 200)).verdict.isNetworkError, false)
    const certificate = { code: 'CERT_HAS_EXPIRED', message: 'Certificate expired' }
    assert.equal(evaluate(urlConfig(), broken(certificate)).verdict.isNetworkError, true)
    const loop = { code: 'ERR_TOO_MANY_REDIRECTS', message: 'Gave up' }
    assert.equal(evaluate(urlConfig(), broken(loop, 302)).verdict.isNetworkError, false)
    const afterRedirect = broken({ code: 'ECONNREFUSED', message: 'refused' }, 0, { redirects })
    assert.equal(evaluate(urlConfig(), afterRedirect).verdict.isNetworkError, false)
    const denied = broken({ code: 'EACCES', message: 'Target 10.0.0.1 is not allowed at this location' })
    assert.equal(evaluate(urlConfig(), denied).verdict.isNetworkError, false)
  })

  test('a network error leaves a response with status 0, empty texts and no times, and says why twice', () => {
    const config = urlConfig({ request: { assertions: [onStatus('LESS_THAN', '400')] } })
    const { verdict, detail } = evaluate(config, refused)
    const { status: code, statusText, body, timings, timingPhases, error } = detail.response
    assert.deepEqual([code, statusText, body, timings, timingPhases], [0, '', '', null, null])
    assert.equal(error?.code, 'ECONNREFUSED')
    assert.equal(detail.requestError, 'Connection to 203.0.113.9:443 was refused')
    assert.equal(verdict.reason, detail.requestError)
    assert.deepEqual([verdict.responseTime, verdict.overMaxResponseTime], [1_234.5, null])
    assert.deepEqual(
      detail.assertions.map(({ actual, error: why }) => [actual, why]),
      [[null, 'not evaluated']],
    )
  })

  test('an error after the status keeps the answer, and its assertions are evaluated', () => {
    const config = urlConfig({ request: { assertions: [onStatus('EQUALS', '200')] } })
    const { verdict, detail } = evaluate(config, broken({ code: 'ECONNRESET', message: 'reset' }, 200))
    assert.equal(verdict.kind, 'failed')
    assert.deepEqual([detail.response.status, detail.response.error?.code], [200, 'ECONNRESET'])
    assert.deepEqual([detail.assertions[0]?.actual, detail.assertions[0]?.error], [200, null])
    assert.equal(detail.response.body, 'what the server said')
  })

  test('the body of an attempt that did not fail is not kept', () => {
    assert.equal(evaluate(urlConfig(), answered(200)).detail.response.body, '')
    assert.equal(evaluate(urlConfig(), answered(200, 3_500)).detail.response.body, '')
    assert.equal(evaluate(urlConfig({ shouldFail: true }), answered(500)).detail.response.body, '')
    assert.equal(evaluate(urlConfig(), answered(500)).detail.response.body, 'what the server said')
  })

  test('our own trouble is no verdict, whatever shouldFail says', () => {
    const outcome: Outcome<UrlDocument> = {
      kind: 'not-run',
      cause: 'aborted',
      error: { code: 'ERR_ABORTED', message: 'The attempt was aborted: bye' },
    }
    for (const shouldFail of [true, false]) {
      const evaluation = evaluate(urlConfig({ shouldFail }), outcome)
      assert.deepEqual([levelOf(evaluation), evaluation.notRunCause], ['withheld', 'aborted'])
      assert.equal(evaluation.detail.response.status, 0)
    }
  })

  test('a delay of our own that could have decided is no verdict, one that could not changes nothing', () => {
    const noisy = evaluate(urlConfig(), answered(200, 3_010), 20)
    assert.deepEqual([levelOf(noisy), noisy.notRunCause], ['withheld', 'noisy'])
    assert.equal(levelOf(evaluate(urlConfig(), answered(200, 3_030), 20)), 'degraded')
    assert.equal(levelOf(evaluate(urlConfig(), answered(404, 3_010), 20)), 'failed')
  })

  test('a name and password in the address are never shown', () => {
    const config = urlConfig({ request: { url: 'https://ann:s3cret@shop.example.com/a@b' } })
    const { detail } = evaluate(config, answered(200))
    assert.equal(detail.request.url, 'https://*********@shop.example.com/a@b')
    assert.doesNotMatch(JSON.stringify(detail), /s3cret|ann/)
  })

  test('the target is the address that was asked, or the host where none is known', () => {
    assert.equal(evaluate(urlConfig(), answered(200)).target, '203.0.113.9')
    const unknown = broken({ code: 'ENOTFOUND', message: 'no name' }, 0, { resolvedIp: null })
    assert.equal(evaluate(urlConfig(), unknown).target, 'shop.example.com')
  })
})

suite('where a URL monitor could not go on', () => {
  const refusal: ProbeError = { code: 'ECONNREFUSED', message: 'Connection to 203.0.113.9:443 was refused' }
  const failedAt = (url: string, outcome: Outcome<UrlDocument>, fields: Partial<UrlRunConfig> = {}) => {
    const config = urlConfig({ request: { url } })
    return evaluate({ ...config, ...fields }, outcome).failedAt
  }

  test('a network error names the end that was not reached', () => {
    const at = { host: 'shop.example.com', address: '203.0.113.9', port: 443, family: 'IPv4' }
    assert.deepEqual(failedAt('https://shop.example.com/', refused), at)
    assert.deepEqual(failedAt('http://u:p@shop.example.com/', refused), { ...at, port: 80 })
    assert.deepEqual(failedAt('https://shop.example.com:8443/', refused), { ...at, port: 8_443 })
    assert.deepEqual(
      failedAt('http://[2001:db8::1]:81/', broken(refusal, 0, { resolvedIp: '2001:db8::1' })),
      { host: '2001:db8::1', address: '2001:db8::1', port: 81, family: 'IPv6' },
    )
  })

  test('there is nothing to look at without an address, after an answer, or when all is as it should be', () => {
    const url = 'https://shop.example.com/'
    const nowhere = { resolvedIp: null }
    assert.equal(failedAt(url, broken({ code: 'ENOTFOUND', message: 'no such name' }, 0, nowhere)), undefined)
    assert.equal(failedAt(url, broken({ code: 'ERR_PROXY', message: 'refused' }, 0, nowhere)), undefined)
    assert.equal(failedAt(url, broken({ code: 'EACCES', message: 'not allowed' })), undefined)
    assert.equal(failedAt(url, broken(refusal, 200)), undefined)
    assert.equal(failedAt(url, broken(refusal, 0, { redirects })), undefined)
    assert.equal(failedAt(url, answered(503)), undefined)
    assert.equal(failedAt(url, answered(200)), undefined)
    assert.equal(failedAt(url, refused, { shouldFail: true }), undefined)
    const notRun = { code: 'ERR_ABORTED', message: 'stopped' }
    assert.equal(failedAt(url, { kind: 'not-run', cause: 'aborted', error: notRun }), undefined)
  })
})
