import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import * as fc from 'fast-check'
import { clientLog, clientRunData, emptyLog } from './client-details.ts'

const types = ['API', 'URL', 'DNS', 'ICMP', 'TCP', 'SSL', 'GRPC', 'TRACEROUTE', 'MULTI_STEP']

/** What the printer of the client does with details without looking whether they are there. */
function print(checkType: string, log: unknown, data: Record<string, unknown>): void {
  const { requestError, request, response } = asPrinted(data)
  if (checkType === 'API' || checkType === 'URL') {
    for (const part of ['setup', 'request', 'teardown']) printLines(asParts(log)[part] ?? [])
    if (requestError) return
    if (request) request.data.toString()
    if (response) response.body.toString()
    return
  }
  printLines(asLines(log))
  if (requestError) return
  if (checkType === 'DNS' && response) {
    assert.equal(typeof response.responseTime, 'number')
    response.answer.replace(/x/, '')
  }
  if (checkType === 'ICMP' && response) {
    for (const name of ['min', 'max', 'avg', 'stdDev']) assert.equal(typeof response.latency[name], 'number')
    for (const ping of response.pingResults) if (ping.success) ping.rtt.toFixed(3)
  }
}

function printLines(lines: Lines): void {
  for (const { level, msg } of lines)
    assert.equal(typeof `${level.padEnd(5)}${msg.split('\n').join('')}`, 'string')
}

type Lines = readonly { level: string; msg: string }[]

/** As the printer takes them, without looking. */
type Printed = {
  requestError?: unknown
  request?: { data: string }
  response?: {
    body: string
    responseTime: number
    answer: string
    latency: Record<string, number>
    pingResults: readonly { success: boolean; rtt: number }[]
  }
}

function asPrinted(value: unknown): Printed {
  return value as Printed
}

function asParts(value: unknown): Record<string, Lines> {
  return value as Record<string, Lines>
}

function asLines(value: unknown): Lines {
  return value as Lines
}

suite('details in the form that the client prints', () => {
  test('case 38: whatever a result lacks, the printer finds what it needs', () => {
    const part = fc.option(fc.anything({ maxDepth: 2 }), { nil: null })
    const shape = fc.record(
      {
        requestError: fc.oneof(fc.constant(null), fc.string(), part),
        request: part,
        response: fc.oneof(
          part,
          fc.record(
            {
              status: fc.oneof(fc.nat(600), fc.constant(0)),
              body: part,
              headers: part,
              returnCode: fc.oneof(fc.string(), part),
              responseTime: fc.oneof(fc.nat(), part),
              answer: part,
              packetsSent: fc.oneof(fc.nat(10), part),
              latency: fc.oneof(part, fc.record({ min: part, avg: fc.nat() }, { requiredKeys: [] })),
              pingResults: fc.oneof(part, fc.array(fc.record({ success: fc.boolean(), rtt: part }))),
              error: part,
            },
            { requiredKeys: [] },
          ),
        ),
        assertions: part,
        jobLog: fc.oneof(part, fc.array(fc.record({ level: part, msg: part, time: part }))),
      },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(fc.constantFrom(...types), fc.oneof(shape, part), (checkType, detail) => {
        print(checkType, clientLog(checkType, detail), clientRunData(checkType, detail, 'it failed'))
        print(checkType, emptyLog(checkType), { requestError: 'x' })
      }),
      { numRuns: 2_000 },
    )
  })

  test('what failed without an answer is told in a sentence', () => {
    for (const [checkType, detail] of [
      ['ICMP', { requestError: null, request: {}, response: null, assertions: [] }],
      [
        'ICMP',
        { requestError: null, request: {}, response: { error: { code: 'ENOTFOUND' } }, assertions: [] },
      ],
      ['DNS', { requestError: null, request: {}, response: { error: { code: 'ETIMEOUT' } }, assertions: [] }],
      ['URL', { requestError: null, request: {}, response: { status: 0 }, assertions: [] }],
      ['SSL', { requestError: null, request: {}, response: null, assertions: [] }],
    ] as const) {
      assert.equal(clientRunData(checkType, detail, 'no answer')['requestError'], 'no answer', checkType)
    }
  })

  test('a request and its response are shown as they were', () => {
    const detail = {
      requestError: null,
      request: { method: 'POST', url: 'https://a.example/', headers: { a: 'b' }, data: 'sent', params: {} },
      response: { status: 500, statusText: 'Broken', headers: { c: 'd' }, body: 'got' },
      assertions: [{ source: 'STATUS_CODE', comparison: 'EQUALS', target: '200', error: 'no', actual: 500 }],
    }
    const data = clientRunData('API', detail, 'it failed')
    assert.deepEqual(data['request'], {
      method: 'POST',
      url: 'https://a.example/',
      headers: { a: 'b' },
      data: 'sent',
    })
    assert.deepEqual(data['response'], detail.response)
    assert.deepEqual(data['assertions'], detail.assertions)
    assert.equal(data['requestError'], null)
  })
})
