import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isRecord } from '@sonde/ground/is-record.ts'
import type { RunAssignment } from '@sonde/schema/agents/agent-protocol.ts'
import { type BrowserRunDetail, browserRunOfError } from '@sonde/schema/check-types/browser/result.ts'
import { resultOf } from '../../testing/fake-agent.ts'
import { createDetailReader } from './read-detail.ts'

const run: RunAssignment = {
  runId: '0198c0de-0000-7000-8000-000000000001',
  attempt: 1,
  leaseId: 'lease',
  leaseEndsAt: 1_000,
  ticket: '',
  checkId: '0198c0de-0000-7000-8000-000000000002',
  checkType: 'ICMP',
  location: 'eu-west-1',
  queue: 'uptime',
  scheduledAt: 1_000,
  config: {},
}
const good = resultOf(run, 10_000)
const day = 86_400_000
const read = createDetailReader()

function recordAt(value: unknown, name: string): Record<string, unknown> {
  const inner = isRecord(value) ? value[name] : undefined
  assert.ok(isRecord(inner))
  return inner
}

const response = recordAt(good.detail, 'response')
const withDetail = (fields: object) => ({ ...good, detail: { ...recordAt(good, 'detail'), ...fields } })
const withResponse = (fields: object) => withDetail({ response: { ...response, ...fields } })
const withResponseTime = (responseTime: number) => ({ ...good, verdict: { ...good.verdict, responseTime } })
const ping = { sequence: 0, success: true }
const assertion = {
  order: 0,
  source: 'JSON_RESPONSE',
  property: '$.pingResults',
  comparison: 'NOT_EQUALS',
  target: 'x',
  regex: null,
  actual: null,
  error: null,
}

for (const [name, make] of Object.entries({
  'verdict.responseTime': withResponseTime,
  rtt: (ms: number) => withResponse({ pingResults: [{ ...ping, rtt: ms }] }),
  'latency.avg': (ms: number) => withResponse({ latency: { avg: ms, min: 1, max: 1, stdDev: 1 } }),
  'latency.min': (ms: number) => withResponse({ latency: { avg: 1, min: ms, max: 1, stdDev: 1 } }),
  'latency.max': (ms: number) => withResponse({ latency: { avg: 1, min: 1, max: ms, stdDev: 1 } }),
  'latency.stdDev': (ms: number) => withResponse({ latency: { avg: 1, min: 1, max: 1, stdDev: ms } }),
  dnsResolutionTime: (ms: number) => withResponse({ dnsResolutionTime: ms }),
  noiseMs: (ms: number) => withDetail({ noiseMs: ms }),
})) {
  test(`${name} is a day at most`, () => {
    assert.ok('detail' in read(make(day)))
    for (const ms of [day + 0.001, 1e300, Infinity, -1]) assert.ok('mistakes' in read(make(ms)), String(ms))
  })
}

test('what nobody knows is not kept, and what an assertion found is', () => {
  const assertions = [{ ...assertion, actual: { avg: 1, any: ['thing'] } }]
  const detail = withDetail({ assertions }).detail
  const sent = {
    ...detail,
    more: 'x'.repeat(1_000_000),
    response: { ...response, more: 1 },
    assertions: [{ ...assertions[0], more: 1 }],
  }
  assert.deepEqual(read({ ...good, detail: sent }), { detail })
})

test('a detail that is too long is refused, whatever makes it so', () => {
  const error = { code: 'E', message: 'm'.repeat(10_000), syscall: '\u0001'.repeat(100) }
  assert.ok('detail' in read(withResponse({ error })))
  const escaped = { ...error, message: '\u0001'.repeat(10_000) }
  assert.ok('mistakes' in read(withDetail({ requestError: escaped.message, response: { error: escaped } })))
  const found = (length: number) => withDetail({ assertions: [{ ...assertion, actual: 'x'.repeat(length) }] })
  assert.ok('detail' in read(found(10_240)))
  assert.ok('mistakes' in read(found(40_000)))
})

test('a hundred assertions that each look at fifty pings are no reason to refuse a result', () => {
  const actual = Array.from({ length: 50 }, (_, sequence) => ({ ...ping, sequence, rtt: 10.123456, ttl: 57 }))
  const assertions = Array.from({ length: 100 }, (_, order) => ({ ...assertion, order, actual }))
  const result = withDetail({ assertions })
  assert.ok(JSON.stringify(result.detail).length > 200_000)
  assert.deepEqual(read(result), { detail: result.detail })
})

test('a run that passed is read however much its pages and errors are, and one that failed keeps their beginnings', () => {
  const page = {
    url: `https://shop.example/${'a'.repeat(1_900)}`,
    title: 'b'.repeat(500),
    startMs: 1,
    webVitals: {},
  }
  const error = { test: 't', message: 'm'.repeat(10_000), location: null, snippet: 's'.repeat(10_000) }
  const entry = { message: 'x', startMs: 1, page: 99 }
  const detail = {
    ...browserRunOfError(''),
    pages: Array.from({ length: 100 }, () => page),
    errors: Array.from({ length: 50 }, () => error),
    snapshots: Array.from({ length: 100 }, () => ({
      path: 'p'.repeat(1_000),
      state: 'MISSING',
      expected: null,
      actual: null,
      diff: null,
    })),
    pageErrors: [entry],
  }
  const reading = read({ ...good, checkType: 'BROWSER', detail })
  assert.ok('detail' in reading, JSON.stringify(reading).slice(0, 300))
  const { pages, errors, pageErrors } = reading.detail as BrowserRunDetail
  assert.deepEqual(errors[0], error)
  assert.ok(errors.length > 5 && pages.length > 10, `${errors.length} errors, ${pages.length} pages`)
  assert.deepEqual(pageErrors, [{ ...entry, page: null }], 'its page is not there any more')
})
