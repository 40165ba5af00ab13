import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { test } from 'node:test'
import { minuteMs } from '@sonde/ground/durations.ts'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { apiUnderTest } from '../../testing/api-under-test.ts'
import { expectError } from '../../testing/expect-refusal.ts'
import { makeHeartbeat, sendPing } from '../../testing/monitors/write-heartbeat.ts'

forOneEngine('pings', (engine) => {
  const api = apiUnderTest(engine)

  async function eventsOf(id: string): Promise<unknown[]> {
    const answer = await api.call('GET', `/v1/checks/heartbeats/${id}/events`)
    assert.equal(answer.status, 200, answer.text)
    return answer.at('0.events') as unknown[]
  }

  test('GET, POST and HEAD are taken without a key, and make the status of the monitor', async () => {
    const { id, pingToken } = await makeHeartbeat(api)
    const first = await sendPing(api, pingToken)
    assert.equal(first.status, 200, first.text)
    assert.deepEqual(first.body, { state: 'RECEIVED' })
    assert.deepEqual((await sendPing(api, pingToken, { method: 'POST' })).body, { state: 'EARLY' })
    const head = await sendPing(api, pingToken, { method: 'HEAD', afterMs: 15 * minuteMs })
    assert.deepEqual([head.status, head.text], [200, ''])
    const events = (await eventsOf(id)) as { state: string }[]
    assert.deepEqual(
      events.map(({ state }) => state),
      ['GRACE', 'EARLY', 'RECEIVED'],
    )
    const status = await api.call('GET', `/v1/check-statuses/${id}`)
    assert.deepEqual(
      ['hasFailures', 'isDegraded', 'lastRunLocation', 'longestRun'].map((field) => status.at(field)),
      [false, false, null, null],
    )
    assert.equal((await api.call('GET', `/v1/checks?status=passing&search=Nightly`)).at('0.id'), id)
  })

  test('H6: an unknown token is 404, and so is what cannot be a token', async () => {
    await makeHeartbeat(api)
    for (const token of [randomUUID(), 'x', '%00', 'a'.repeat(2_000), '..%2f..%2fetc']) {
      expectError(await sendPing(api, token), 404)
      expectError(await sendPing(api, token, { method: 'POST' }), 404)
    }
  })

  test('H6: PUT and every other method is 405, and says what is allowed', async () => {
    const { pingToken } = await makeHeartbeat(api)
    for (const method of ['PUT', 'PATCH', 'DELETE']) {
      const answer = await sendPing(api, pingToken, { method })
      expectError(answer, 405)
      assert.match(String(answer.headers.allow), /GET, HEAD, POST/)
    }
  })

  test('the sixth ping of a token within a second is 429, another token is not', async () => {
    const [one, two] = [await makeHeartbeat(api), await makeHeartbeat(api)]
    for (let count = 0; count < 5; count += 1) {
      assert.equal((await sendPing(api, one.pingToken, { afterMs: 0 })).status, 200)
    }
    const refused = await sendPing(api, one.pingToken, { afterMs: 0 })
    expectError(refused, 429)
    assert.equal(refused.headers['retry-after'], '1')
    assert.equal((await sendPing(api, two.pingToken, { afterMs: 0 })).status, 200)
    assert.equal((await sendPing(api, one.pingToken, { afterMs: 1_000 })).status, 200)
    assert.equal((await eventsOf(one.id)).length, 6)
  })

  test('many jobs behind one address share no limit', async () => {
    const { pingToken } = await makeHeartbeat(api)
    for (let count = 0; count < 700; count += 1) {
      const token = count % 100 === 99 ? pingToken : randomUUID()
      const { status } = await sendPing(api, token, { afterMs: 10 })
      assert.equal(status, token === pingToken ? 200 : 404)
    }
  })

  test('a deactivated monitor answers 200 and records nothing, and its timer starts anew', async () => {
    const { id, pingToken } = await makeHeartbeat(api)
    await sendPing(api, pingToken)
    await api.call('PATCH', `/v1/checks/heartbeat/${id}`, { body: { activated: false } })
    assert.deepEqual((await sendPing(api, pingToken)).body, { state: null })
    assert.equal((await eventsOf(id)).length, 1)
    await api.call('PATCH', `/v1/checks/heartbeat/${id}`, { body: { activated: true } })
    assert.deepEqual((await sendPing(api, pingToken)).body, { state: 'RECEIVED' })
  })

  const bodies: [what: string, payload: string | Buffer, headers: Record<string, string>][] = [
    ['broken JSON', '{"a":', {}],
    ['JSON that could not be stored', '{"a":"\\u0000","__proto__":1}', {}],
    ['a form', 'a=b', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['plain text', 'done', { 'content-type': 'text/plain' }],
    ['no content type', 'done', { 'content-type': '' }],
    ['a content type that is none', 'done', { 'content-type': ';;;/' }],
    ['an encoding that nobody knows', 'done', { 'content-encoding': 'br' }],
    ['bytes that are no gzip', 'done', { 'content-encoding': 'gzip' }],
    ['ten megabytes', Buffer.alloc(10 * 1024 * 1024, 'x'), { 'content-type': 'text/plain' }],
    ['ten megabytes of JSON', Buffer.alloc(10 * 1024 * 1024, '['), {}],
  ]
  for (const [what, payload, headers] of bodies) {
    for (const chunked of [false, true]) {
      test(`a body of ${what}${chunked ? ', in pieces' : ''} is ignored`, async () => {
        const { pingToken } = await makeHeartbeat(api)
        const answer = await sendPing(api, pingToken, { method: 'POST', payload, headers, chunked })
        assert.equal(answer.status, 200, answer.text)
        assert.deepEqual(answer.body, { state: 'RECEIVED' })
      })
    }
  }

  test('a body that never ends does not keep the ping from being taken', async () => {
    const { id, pingToken } = await makeHeartbeat(api)
    const outgoing = request({
      host: '127.0.0.1',
      port: api.port,
      method: 'POST',
      path: `/ping/${pingToken}`,
      headers: { 'content-type': 'text/plain', 'content-length': '1000' },
    })
    const answered = new Promise<number | undefined>((resolve, reject) => {
      outgoing.on('response', (incoming) => resolve(incoming.resume().statusCode))
      outgoing.on('error', reject)
    })
    outgoing.write('the beginning')
    assert.equal(await answered, 200)
    outgoing.destroy()
    assert.equal((await eventsOf(id)).length, 1)
  })

  const origins: [
    what: string,
    headers: Record<string, string>,
    source: string | null,
    agent: string | null,
  ][] = [
    ['Origin', { origin: 'https://a.example', referer: 'https://b.example/x' }, 'https://a.example', null],
    ['else Referer', { referer: 'https://b.example/x' }, 'https://b.example/x', null],
    ['nothing', { 'user-agent': 'curl/8.0' }, null, 'curl/8.0'],
    ['odd bytes', { origin: 'caf\u00e9 \u00ff', 'user-agent': '\u0080' }, 'caf\u00e9 \u00ff', '\u0080'],
    [
      '500 letters of many',
      { origin: 'o'.repeat(5_000), 'user-agent': 'u'.repeat(5_000) },
      'o'.repeat(500),
      'u'.repeat(500),
    ],
  ]
  for (const [what, headers, source, userAgent] of origins) {
    test(`the source of a ping is ${what}`, async () => {
      const { id, pingToken } = await makeHeartbeat(api)
      assert.equal((await sendPing(api, pingToken, { headers })).status, 200)
      const [event] = (await eventsOf(id)) as { source: unknown; userAgent: unknown }[]
      assert.deepEqual([event?.source, event?.userAgent], [source, userAgent])
    })
  }

  test('a query string changes nothing', async () => {
    const { pingToken } = await makeHeartbeat(api)
    assert.equal((await sendPing(api, `${pingToken}?a=1&a=2&token=x`)).status, 200)
    assert.equal((await sendPing(api, pingToken.toUpperCase())).status, 200)
  })
})
