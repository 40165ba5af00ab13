import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { metricValuesIn, statusCodeIn } from '../check-metrics.ts'
import { urlDetailOfError, type UrlRunConfig } from './result.ts'
import { urlKind } from './kind.ts'
import { createValidator } from '../../validation/validator.ts'

const { run } = urlKind
assert.ok(run)
const validate = createValidator().compile(run.detail, { complete: true })

const config: UrlRunConfig = {
  request: {
    url: 'https://ann:secret@shop.example.com/',
    followRedirects: true,
    skipSSL: false,
    ipFamily: 'IPv4',
    assertions: [],
  },
  shouldFail: false,
  degradedResponseTime: 3_000,
  maxResponseTime: 5_000,
}

const detail = {
  ...urlDetailOfError(config, 'nothing'),
  response: {
    status: 503,
    statusText: 'Service Unavailable',
    body: 'x',
    headers: { server: 'nginx' },
    resolvedIp: '203.0.113.9',
    redirects: [{ status: 301, url: 'http://shop.example.com/' }],
    timings: { socket: 0.2, lookup: 4, connect: 19.5, response: 88.1, end: 91 },
    timingPhases: { wait: 0.2, dns: 3.8, tcp: 15.5, tls: 21, firstByte: 47.6, download: 2.9, total: 91 },
  },
}

suite('URL monitors', () => {
  test('an attempt may last 30 s, or as long as the check allows, and 5 s more', () => {
    assert.equal(run.longestAttemptMs({ maxResponseTime: 5_000 }), 35_000)
    assert.equal(run.longestAttemptMs({ maxResponseTime: null }), 35_000)
    assert.equal(run.longestAttemptMs({ maxResponseTime: 45_000 }), 50_000)
  })

  test('the metrics are the phases, and the status is told apart from them', () => {
    assert.deepEqual(validate(detail), [])
    const phases = { wait: 0.2, dns: 3.8, tcp: 15.5, firstByte: 47.6, download: 2.9 }
    assert.deepEqual(metricValuesIn('URL', detail), phases)
    assert.equal(statusCodeIn('URL', detail), 503)
  })

  test('a run that measured nothing has a detail without figures, and shows no password', () => {
    const empty = run.detailOfError(config, 'The agent was lost')
    assert.deepEqual(validate(empty), [])
    assert.deepEqual(Object.values(metricValuesIn('URL', empty)), [null, null, null, null, null])
    assert.equal(statusCodeIn('URL', empty), null)
    assert.doesNotMatch(JSON.stringify(empty), /secret/)
    assert.equal(run.targetOf(config), 'https://*********@shop.example.com/')
    assert.equal(run.targetOf(null), null)
  })

  const hostile: [string, object][] = [
    ['a status that is none', { status: 1_000 }],
    ['an endless body', { body: 'x'.repeat(20_000) }],
    [
      'too many headers',
      { headers: Object.fromEntries(Array.from({ length: 101 }, (_v, n) => [`h${n}`, ''])) },
    ],
    ['a header that is no text', { headers: { a: {} } }],
    ['an endless header', { headers: { a: 'x'.repeat(20_000) } }],
    ['too many redirects', { redirects: Array.from({ length: 11 }, () => ({ status: 301, url: '' })) }],
    ['a time before the beginning', { timings: { ...detail.response.timings, end: -1 } }],
  ]
  for (const [what, fields] of hostile) {
    test(`a detail with ${what} is refused`, () => {
      assert.notDeepEqual(validate({ ...detail, response: { ...detail.response, ...fields } }), [])
    })
  }
})
