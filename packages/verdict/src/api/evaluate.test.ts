import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { suite, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { ApiRunDetail } from '@sonde/schema/check-types/api-check-result.ts'
import type { ApiDocument, ApiRunConfig } from '@sonde/schema/check-types/api/result.ts'
import type { Outcome } from '@sonde/schema/runs/outcome.ts'
import { createValidator } from '@sonde/schema/validation/validator.ts'
import { apiConfig, assertion } from '@sonde/schema/testing/api-config.ts'
import { apiDocument } from '../../testing/api-run.ts'
import type { Measured } from '../evaluate-measurement.ts'
import { NeedsOwnThread } from '../work-budget.ts'
import { evaluateApi } from './evaluate.ts'

const validateDetail = createValidator().compile(ApiRunDetail, { complete: true })

function evaluate(
  config: ApiRunConfig,
  outcome: Outcome<ApiDocument>,
  more: Partial<Measured<ApiDocument>> = {},
) {
  const evaluation = evaluateApi(config, { outcome, noiseMs: 0, hasKernelTimes: false, ...more })
  assert.deepEqual(validateDetail(evaluation.detail), [])
  return evaluation
}

const answered = (document: ApiDocument): Outcome<ApiDocument> => ({ kind: 'answered', document })

function withBody(
  body: string | Uint8Array,
  headers: Readonly<Record<string, string>> = { 'content-type': 'application/json' },
): ApiDocument {
  return apiDocument(200, 100, {
    body: typeof body === 'string' ? Buffer.from(body) : body,
    allHeaders: headers,
  })
}

function kindOf(assertions: ApiRunConfig['request']['assertions'], document: ApiDocument): string {
  return evaluate(apiConfig({ request: { assertions } }), answered(document)).verdict.kind
}

suite('the verdict on an API check', () => {
  test('case 28: just below a limit passes, at it degrades, at the other one fails', () => {
    const levelAt = (ms: number) => {
      const { verdict } = evaluate(apiConfig(), answered(apiDocument(200, ms)))
      return [verdict.kind, verdict.overMaxResponseTime]
    }
    assert.deepEqual(levelAt(4_999.99), ['passed', false])
    assert.deepEqual(levelAt(5_000), ['degraded', false])
    assert.deepEqual(levelAt(20_000), ['failed', true])
  })

  test('case 29: a 404 needs shouldFail, whatever its assertions expect', () => {
    const request = { assertions: [assertion('STATUS_CODE', 'EQUALS', '404')] }
    const kinds = [
      evaluate(apiConfig({ request }), answered(apiDocument(404))),
      evaluate(apiConfig({ request, shouldFail: true }), answered(apiDocument(404))),
      evaluate(apiConfig({ shouldFail: true }), answered(apiDocument(200))),
    ].map(({ verdict }) => verdict.kind)
    assert.deepEqual(kinds, ['failed', 'passed', 'failed'])
  })

  test('a status is an answer: no error of the request; each failed assertion is told', () => {
    const config = apiConfig({
      request: {
        assertions: [
          assertion('STATUS_CODE', 'EQUALS', '200'),
          assertion('JSON_BODY', 'EQUALS', '1', { property: '$.a' }),
        ],
      },
    })
    const { detail, verdict } = evaluate(config, answered({ ...withBody('{"a":2}'), status: 503 }))
    assert.equal(detail.requestError, null)
    assert.equal(verdict.isNetworkError, false)
    assert.deepEqual(
      detail.assertions.map(({ error }) => error !== null),
      [true, true],
    )
  })
})

suite('assertions of API checks', () => {
  test('case 30: a comparison must hold for every value', () => {
    const document = withBody('{"a":[{"n":1},{"n":5},{"n":2}]}')
    const property = '$.a[*].n'
    assert.equal(kindOf([assertion('JSON_BODY', 'LESS_THAN', '3', { property })], document), 'failed')
    assert.equal(kindOf([assertion('JSON_BODY', 'GREATER_THAN', '0', { property })], document), 'passed')
  })

  test('case 31: what is not there is null, equals nothing, and is not equal to anything', () => {
    const property = '$.missing'
    const document = withBody('{}')
    assert.equal(kindOf([assertion('JSON_BODY', 'IS_NULL', '', { property })], document), 'passed')
    assert.equal(kindOf([assertion('JSON_BODY', 'EQUALS', '', { property })], document), 'failed')
    assert.equal(kindOf([assertion('JSON_BODY', 'NOT_EQUALS', 'x', { property })], document), 'passed')
  })

  test('case 32: the group of a pattern in a header is compared as a number', () => {
    const document = withBody('', { 'strict-transport-security': 'max-age=63072000; includeSubDomains' })
    const options = { property: 'Strict-Transport-Security', regex: String.raw`max-age=(\d+)` }
    assert.equal(kindOf([assertion('HEADERS', 'GREATER_THAN', '10000', options)], document), 'passed')
    assert.equal(kindOf([assertion('HEADERS', 'LESS_THAN', '10000', options)], document), 'failed')
    assert.equal(kindOf([assertion('HEADERS', 'HAS_KEY', 'strict-transport-security')], document), 'passed')
    assert.equal(kindOf([assertion('HEADERS', 'IS_NULL', '', { property: '__proto__' })], document), 'passed')
  })

  test('case 33: a pattern that would hang another engine is decided', () => {
    const document = withBody(`${'a'.repeat(50_000)}b`, { 'content-type': 'text/plain' })
    assert.equal(
      kindOf([assertion('TEXT_BODY', 'NOT_EMPTY', '', { property: '(a+)+$' })], document),
      'failed',
    )
  })

  test('case 34: a cookie is compared as it came, and shown to nobody', () => {
    const document = withBody('{}', { 'set-cookie': 'sid=s3cr3t-7; Path=/' })
    const assertions = [
      assertion('HEADERS', 'CONTAINS', 'sid=s3cr3t-7', { property: 'Set-Cookie' }),
      assertion('HEADERS', 'EQUALS', 'other', { property: 'set-cookie', regex: 'sid=([^;]+)' }),
      assertion('HEADERS', 'IS_EMPTY', '', { property: 'set-cookie' }),
    ]
    const { detail, verdict } = evaluate(apiConfig({ request: { assertions } }), answered(document))
    const hidden = '*********'
    assert.deepEqual(
      detail.assertions.map(({ actual, error }) => ({ actual, error })),
      [
        { actual: hidden, error: null },
        { actual: hidden, error: `expected ${hidden} to equal "other"` },
        { actual: hidden, error: `expected ${hidden} to be empty` },
      ],
    )
    assert.equal(verdict.reason, `Headers (set-cookie): expected ${hidden} to equal "other" (and 1 more)`)
  })

  test('patterns may stand between slashes', () => {
    const document = withBody('total: 42 items', { 'content-type': 'text/plain' })
    const property = String.raw`/total: (\d+)/`
    assert.equal(kindOf([assertion('TEXT_BODY', 'EQUALS', '42', { property })], document), 'passed')
  })

  test('a body is parsed whatever its type says; what is no JSON fails with the reason', () => {
    const good = withBody('{"a":1}', { 'content-type': 'text/html' })
    const bad = withBody('<html>')
    const a = assertion('JSON_BODY', 'EQUALS', '1', { property: '$.a' })
    assert.equal(kindOf([a], good), 'passed')
    const { verdict, detail } = evaluate(apiConfig({ request: { assertions: [a] } }), answered(bad))
    assert.equal(verdict.kind, 'failed')
    assert.match(detail.assertions[0]?.error ?? '', /not JSON/)
  })

  test('times are compared, too', () => {
    const assertions = [assertion('RESPONSE_TIME', 'LESS_THAN', '200')]
    assert.equal(kindOf(assertions, apiDocument(200, 199)), 'passed')
    assert.equal(kindOf(assertions, apiDocument(200, 200)), 'failed')
  })
})

suite('what is kept of a body', () => {
  const responseOf = (document: ApiDocument, more: { isRequested?: boolean; isText?: boolean } = {}) => {
    const assertions = more.isText === true ? [assertion('TEXT_BODY', 'NOT_EMPTY')] : []
    const request = { assertions }
    return evaluate(apiConfig({ request }), answered(document), { isRequested: more.isRequested === true })
      .detail.response
  }

  test('case 72: 4,096 characters of a scheduled run that passed, and of others all of it', () => {
    const body = 'é'.repeat(51_200)
    const kept = responseOf(withBody(body, { 'content-type': 'text/plain' }))
    assert.deepEqual([kept.body.length, kept.bodySize, kept.bodyTruncated], [4_096, 102_400, true])
    const requested = responseOf(withBody(body, { 'content-type': 'text/plain' }), { isRequested: true })
    assert.deepEqual([requested.body, requested.bodyTruncated], [body, undefined])
    const failing = { ...withBody(body, { 'content-type': 'text/plain' }), status: 500 }
    assert.equal(responseOf(failing).body, body)
  })

  test('what is cut is cut between characters', () => {
    const { detail } = evaluate(apiConfig(), answered(withBody(`${'x'.repeat(4_095)}${'😀'.repeat(10)}`)))
    assert.equal(detail.response.body, 'x'.repeat(4_095))
  })

  test('case 20: of a large body 256 KiB are kept, cut between characters', () => {
    const body = `x${'é'.repeat(200_000)}`
    const kept = responseOf({ ...withBody(body, { 'content-type': 'text/plain' }), status: 500 })
    assert.deepEqual([kept.body.length, kept.bodyTruncated], [1 + (262_144 - 2) / 2, true])
    assert.ok(body.startsWith(kept.body))
  })

  test('case 21: what unpacks to more than 25 MB is read up to there at most', () => {
    const bomb = gzipSync(Buffer.alloc(60_000_000, 'a'))
    const headers = { 'content-type': 'text/plain', 'content-encoding': 'gzip' }
    const kept = responseOf(withBody(bomb, headers), { isText: true })
    assert.ok((kept.bodySize ?? 0) <= 26_214_400, `${kept.bodySize}`)
    assert.ok((kept.bodySize ?? 0) > 1_000_000, `${kept.bodySize}`)
    assert.equal(kept.bodyTruncated, true)
  })

  test('case 22: a PDF is a note, unless its text is looked at', () => {
    const document = withBody('%PDF-1.7', { 'content-type': 'application/pdf; x=y' })
    assert.equal(responseOf(document).body, '(application/pdf, 8 bytes)')
    assert.equal(responseOf(document, { isText: true }).body, '%PDF-1.7')
  })

  test('case 23: a small image is kept as it is, a large one is a note, SVG is text', () => {
    const bytes = randomBytes(40_000)
    const image = responseOf(withBody(bytes, { 'content-type': 'image/png' }))
    assert.equal(image.bodyEncoding, 'base64')
    assert.deepEqual(Buffer.from(image.body, 'base64'), bytes)
    const large = responseOf(withBody(randomBytes(60_000), { 'content-type': 'image/png' }))
    assert.deepEqual([large.body, large.bodyEncoding], ['(image/png, 60000 bytes)', undefined])
    assert.equal(responseOf(withBody('<svg/>', { 'content-type': 'image/svg+xml' })).body, '<svg/>')
  })

  test('case 24: NUL and broken characters become replacement characters', () => {
    const bytes = Buffer.from([0x61, 0x00, 0xff, 0xc3, 0x28])
    const { body } = responseOf(withBody(bytes, { 'content-type': 'text/plain' }))
    assert.equal(body, 'a\uFFFD\uFFFD\uFFFD(')
  })

  test('a charset is followed, and an unknown one taken for UTF-8', () => {
    const latin = withBody(Buffer.from([0xe9]), { 'content-type': 'text/plain; charset=ISO-8859-1' })
    assert.equal(responseOf(latin).body, 'é')
    assert.equal(responseOf(withBody('é', { 'content-type': 'text/plain; charset=nonsense' })).body, 'é')
  })

  test('what is not what its encoding says is told, and assertions on it fail with the reason', () => {
    const document = withBody('plain', { 'content-type': 'text/plain', 'content-encoding': 'gzip' })
    const request = { assertions: [assertion('TEXT_BODY', 'CONTAINS', 'plain')] }
    const { verdict, detail } = evaluate(apiConfig({ request }), answered(document))
    assert.equal(verdict.kind, 'failed')
    assert.match(detail.assertions[0]?.error ?? '', /not gzip/)
    assert.match(detail.response.body, /not gzip/)
  })
})

suite('a large body', () => {
  const large = withBody(JSON.stringify({ a: 'x'.repeat(400_000) }))
  const packed = withBody(gzipSync(Buffer.alloc(400_000, 'x')), {
    'content-type': 'text/plain',
    'content-encoding': 'gzip',
  })
  const onBody = apiConfig({ request: { assertions: [assertion('JSON_BODY', 'NOT_NULL')] } })

  test('is evaluated elsewhere when others wait for the thread', () => {
    for (const document of [large, packed]) {
      assert.throws(() => evaluate(onBody, answered(document), { isInline: true }), NeedsOwnThread)
    }
    assert.equal(evaluate(onBody, answered(large)).verdict.kind, 'passed')
  })

  test('that nobody looks into is not decoded', () => {
    const { detail } = evaluate(apiConfig(), answered(large), { isInline: true })
    assert.equal(detail.response.body.length, 4_096)
  })
})
