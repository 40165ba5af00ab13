import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { DnsDocument, DnsRunConfig } from '@sonde/schema/check-types/dns/result.ts'
import {
  DnsCheckResult as DnsCheckResultSchema,
  type DnsCheckResult,
} from '@sonde/schema/check-types/dns/result.ts'
import type { Outcome, ProbeError } from '@sonde/schema/runs/outcome.ts'
import { createValidator } from '@sonde/schema/validation/validator.ts'
import type { Verdict } from '@sonde/schema/runs/verdict.ts'
import { dnsConfig, dnsDocument, onCode, onJson, onText, record } from '../../testing/dns-run.ts'
import { onTime } from '../../testing/tcp-run.ts'
import { isCodeWanted, evaluateDns } from './evaluate.ts'
import type { Evaluation } from '../evaluation.ts'

const validateDetail = createValidator().compile(DnsCheckResultSchema, { complete: true })

function evaluate(config: DnsRunConfig, outcome: Outcome<DnsDocument>, noiseMs = 0) {
  const evaluation = evaluateDns(config, { outcome, noiseMs, hasKernelTimes: false })
  assert.deepEqual(validateDetail(evaluation.detail), [])
  const { assertions: _assertions, ...rest } = evaluation.detail
  assert.ok(JSON.stringify(rest).length <= 65_536, 'the service takes no longer details')
  return evaluation
}

function answered(...[fields]: Parameters<typeof dnsDocument>): Outcome<DnsDocument> {
  return { kind: 'answered', document: dnsDocument(fields) }
}

function unreachable(fields: Partial<ProbeError>): Outcome<DnsDocument> {
  const error = { code: 'ETIMEDOUT', message: 'No answer', ...fields }
  return { kind: 'unreachable', error, document: null, elapsedMs: 15_000 }
}

function levelOf({ verdict }: Evaluation<DnsCheckResult>): Verdict {
  return verdict.kind
}

const asking = (...assertions: DnsRunConfig['request']['assertions']) =>
  dnsConfig({ request: { assertions } })
const level = (config: DnsRunConfig, outcome: Outcome<DnsDocument>) => levelOf(evaluate(config, outcome))

const one = answered({ answer: [record('A', '192.0.2.10')] })
const two = answered({ answer: [record('A', '192.0.2.10'), record('A', '192.0.2.11')] })

suite('the cases of the specification', () => {
  test('D1: NOERROR with a record passes', () => {
    const { detail, verdict } = evaluate(dnsConfig(), one)
    assert.equal(levelOf({ verdict, detail, notRunCause: null, target: null }), 'passed')
    assert.equal(verdict.responseTime, 12.4)
    assert.equal(detail.response?.responseTime, 12)
    assert.equal(detail.response?.returnCode, 'NOERROR')
    assert.deepEqual(detail.nameServerInfo, { host: '198.51.100.53', port: 53 })
    assert.deepEqual(detail.request, {
      query: 'www.example.org',
      recordType: 'A',
      protocol: 'UDP',
      nameServer: null,
      port: null,
    })
  })

  test('D2: NXDOMAIN fails, unless an assertion on the code wants it; such assertions decide alone', () => {
    const missing = answered({ code: 'NXDOMAIN' })
    const evaluation = evaluate(dnsConfig(), missing)
    assert.equal(levelOf(evaluation), 'failed')
    assert.equal(evaluation.verdict.isNetworkError, false)
    assert.equal(evaluation.verdict.reason, '198.51.100.53 answered NXDOMAIN for "www.example.org"')
    assert.equal(evaluation.detail.requestError, null)
    assert.equal(evaluation.detail.response?.error?.code, 'NXDOMAIN')
    assert.equal(level(asking(onCode('EQUALS', 'NXDOMAIN')), missing), 'passed')
    assert.equal(level(asking(onCode('EQUALS', 'NXDOMAIN')), one), 'failed')
  })

  test('D4: SERVFAIL and REFUSED fail; so does silence, as a network error', () => {
    for (const code of ['SERVFAIL', 'REFUSED', 'RCODE15'])
      assert.equal(level(dnsConfig(), answered({ code })), 'failed')
    const request = { nameServer: 'ns1.example.net' }
    const silent = evaluate(
      dnsConfig({ request }),
      unreachable({ hostname: 'ns1.example.net', address: '198.51.100.53', port: 53 }),
    )
    assert.equal(levelOf(silent), 'failed')
    assert.equal(silent.verdict.isNetworkError, true)
    assert.equal(silent.verdict.responseTime, 15_000)
    assert.equal(silent.detail.request.port, 53)
    assert.deepEqual(silent.detail.nameServerInfo, {
      name: 'ns1.example.net',
      host: '198.51.100.53',
      port: 53,
    })
  })

  test('D5: 1.02 s reach the default limit of a second, and are degraded below another one', () => {
    assert.equal(level(dnsConfig(), answered({ lookupMs: 1_020 })), 'failed')
    assert.equal(level(dnsConfig({ maxResponseTime: 2_000 }), answered({ lookupMs: 1_020 })), 'degraded')
  })

  test('D6: a reply that was cut is fine, and visible', () => {
    assert.equal(level(dnsConfig(), answered({ isCut: true })), 'passed')
    assert.equal(level(asking(onJson('$.TC', 'EQUALS', 'true')), answered({ isCut: true })), 'passed')
    assert.equal(level(asking(onJson('$.TC', 'EQUALS', 'false')), answered({ isCut: true })), 'failed')
  })

  test('D7: the answer keeps the order of the server, aliases included', () => {
    const chain = answered({
      answer: [
        record('CNAME', 'a.example.org.'),
        record('CNAME', 'b.example.org.', 'a.example.org.'),
        record('A', '192.0.2.10', 'b.example.org.'),
      ],
    })
    assert.equal(level(asking(onJson('$.Answer[0].data', 'EQUALS', 'a.example.org.')), chain), 'passed')
    assert.equal(level(asking(onJson('$.Answer.length', 'EQUALS', '3')), chain), 'passed')
  })

  test('D8: no record of the type passes, and its number can be asked for', () => {
    assert.equal(level(dnsConfig(), answered()), 'passed')
    assert.equal(level(asking(onJson('$.Answer.length', 'GREATER_THAN', '0')), answered()), 'failed')
  })

  test('D9: a comparison must hold for every record', () => {
    const assertion = onJson('$.Answer[*].data', 'EQUALS', '192.0.2.10')
    assert.equal(level(asking(assertion), two), 'failed')
    assert.equal(level(asking(assertion), one), 'passed')
  })

  test('D10: a filter that finds no record is empty', () => {
    const assertion = onJson("$.Answer[?(@.data=='192.0.2.9')]", 'NOT_EMPTY')
    assert.equal(level(asking(assertion), two), 'failed')
    const found = onJson("$.Answer[?(@.data=='192.0.2.11')]", 'NOT_EMPTY')
    assert.equal(level(asking(found), two), 'passed')
  })

  test('D11: a pattern looks at its own parameter, not at the rest of the record', () => {
    const assertion = onText('alpn="([^"]*)"', 'CONTAINS', 'h3')
    const hinted = record('HTTPS', '1 . alpn="h2" key65000="h3"')
    const offered = record('HTTPS', '1 . alpn="h3,h2"')
    assert.equal(level(asking(assertion), answered({ answer: [hinted] })), 'failed')
    assert.equal(level(asking(assertion), answered({ answer: [offered] })), 'passed')
  })
})

test('limits are reached at their value, on the unrounded time', () => {
  for (const [lookupMs, expected] of [
    [499.999, 'passed'],
    [500, 'degraded'],
    [999.999, 'degraded'],
    [1_000, 'failed'],
  ] as const) {
    assert.equal(level(dnsConfig(), answered({ lookupMs })), expected, String(lookupMs))
  }
  assert.equal(level(asking(onTime('LESS_THAN', '12.4')), one), 'failed')
  assert.equal(level(asking(onTime('LESS_THAN', '12.5')), one), 'passed')
})

test('what our own delay could have decided has no verdict', () => {
  assert.equal(levelOf(evaluate(dnsConfig(), answered({ lookupMs: 510 }), 20)), 'withheld')
  assert.equal(levelOf(evaluate(dnsConfig(), answered({ code: 'SERVFAIL', lookupMs: 510 }), 20)), 'failed')
})

test('shouldFail accepts a code that says no, and fails a name that resolves', () => {
  assert.equal(level(dnsConfig({ shouldFail: true }), answered({ code: 'NXDOMAIN' })), 'passed')
  assert.equal(level(dnsConfig({ shouldFail: true }), unreachable({})), 'passed')
  assert.equal(level(dnsConfig({ shouldFail: true }), one), 'failed')
})

test('a code is all that is wanted when every assertion on codes holds, and there is one', () => {
  assert.equal(isCodeWanted('NXDOMAIN', []), false)
  assert.equal(isCodeWanted('NXDOMAIN', [onJson('$.TC', 'EQUALS', 'true')]), false)
  assert.equal(isCodeWanted('NXDOMAIN', [onCode('NOT_EQUALS', 'NOERROR')]), true)
  assert.equal(isCodeWanted('SERVFAIL', [onCode('EQUALS', 'NXDOMAIN')]), false)
})

test('a reply of thousands of records is cut for storing, and evaluated whole', () => {
  const answer = Array.from({ length: 5_000 }, (_, number) => record('TXT', `"\\${number}`.repeat(5)))
  const { detail, verdict } = evaluate(
    asking(onJson('$.Answer.length', 'EQUALS', '5000')),
    answered({ answer }),
  )
  assert.equal(verdict.kind, 'passed')
  assert.equal(detail.response?.answerTruncated, true)
  assert.ok((detail.response?.json?.Answer.length ?? 0) > 100)
})
