import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { ConsoleMessage, NetworkRequest } from './browser-detail.ts'
import { filterMessages, filterRequests, isFailedRequest, originOf, shortAddress } from './page-entries.ts'

const request = (fields: Partial<NetworkRequest>): NetworkRequest => ({
  method: 'GET',
  url: 'https://shop.example.com/',
  resourceType: 'document',
  status: 200,
  failure: null,
  startMs: 0,
  durationMs: 10,
  bytes: null,
  page: 0,
  ...fields,
})

const message = (type: ConsoleMessage['type'], startMs: number): ConsoleMessage => ({
  type,
  text: `${type} ${startMs}`,
  location: null,
  startMs,
  page: 0,
})

suite('what pages did', () => {
  test('a request without a response has failed only when something says so', () => {
    const cases = [{ status: 399 }, { status: 400 }, { status: 503 }, { status: null, failure: 'net::ERR' }]
    assert.deepEqual(
      cases.map((fields) => isFailedRequest(request(fields))),
      [false, true, true, true],
    )
    assert.equal(isFailedRequest(request({ status: null, durationMs: null })), false, 'not ended')
  })

  test('requests of a step are shown with those that failed at any time', () => {
    const requests = [100, 500, 900].map((startMs) => request({ startMs }))
    const failed = request({ startMs: 50, status: 503 })
    const span = { from: 400, to: 600 }
    const times = (filter: Parameters<typeof filterRequests>[1]) =>
      filterRequests([failed, ...requests], filter, span).map(({ startMs }) => startMs)
    assert.deepEqual(times('all'), [50, 100, 500, 900])
    assert.deepEqual(times('failed'), [50])
    assert.deepEqual(times('step'), [50, 500])
  })

  test('messages are shown by level or by step', () => {
    const messages = [message('error', 1), message('info', 2), message('warning', 3), message('error', 4)]
    const texts = (filter: Parameters<typeof filterMessages>[1]) =>
      filterMessages(messages, filter, { from: 2, to: 3 }).map(({ text }) => text)
    assert.deepEqual(texts('all').length, 4)
    assert.deepEqual(texts('error'), ['error 1', 'error 4'])
    assert.deepEqual(texts('warning'), ['warning 3'])
    assert.deepEqual(texts('step'), ['info 2', 'warning 3'])
  })

  test('addresses of the same origin are short, and others are whole', () => {
    const origin = originOf('https://shop.example.com:8443/start?x=1')
    assert.equal(origin, 'https://shop.example.com:8443')
    assert.equal(shortAddress('https://shop.example.com:8443/pay?x', origin), '/pay?x')
    const other = 'https://shop.example.com:84430/pay'
    assert.equal(shortAddress(other, origin), other)
    assert.equal(originOf('about:blank'), null)
    assert.equal(originOf('not an address'), null)
    assert.equal(originOf(undefined), null)
  })
})
