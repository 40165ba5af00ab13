import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { apiUnderTest } from '../../testing/api-under-test.ts'
import { openLiveClient, type LiveMessage } from '../../testing/live-client.ts'
import { jobOf, sessionsUnderTest, suiteFilter } from '../../testing/session-runs.ts'
import { publish } from './mqtt-packets.ts'

/** `FINAL cart`, `run-start front`: which run, and what was told of it. */
function told(messages: readonly LiveMessage[], runs: Readonly<Record<string, string>>): string[] {
  return messages.map(({ topic, payload }) => {
    const [, , , , sequenceId, , kind] = topic.split('/')
    const name = Object.entries(runs).find(([, id]) => id === sequenceId)?.[0] ?? 'nobody'
    const resultType = (payload as { resultType?: string }).resultType
    return `${resultType ?? kind} ${name}`
  })
}

forOneEngine('the live channel', (engine) => {
  const api = apiUnderTest(engine, { servedLocations: ['eu-west-1'] })
  const sessions = sessionsUnderTest(api)

  async function openClient({ key = api.ownerKey, account = api.accountId } = {}) {
    const client = await openLiveClient(api.port)
    assert.equal(await client.connect({ username: account, password: key }), 0)
    return client
  }

  async function listening(suiteId: string) {
    const client = await openClient()
    assert.deepEqual(await client.subscribe(suiteFilter(api.accountId, suiteId)), [0])
    return client
  }

  test('case 32: start, attempts and end of each run reach whoever subscribed before the session began', async () => {
    const suiteId = randomUUID()
    const client = await listening(suiteId)
    const { runs } = await sessions.start([jobOf('front'), jobOf('cart')], {}, { suiteId })
    const [front, cart] = [runs['front'] ?? '', runs['cart'] ?? '']
    await sessions.begin(front)
    await sessions.retry(front)
    await sessions.end(front, 'failed')
    await sessions.end(cart)
    const messages = await client.until(4)
    assert.deepEqual(told(messages, runs), ['run-start front', 'ATTEMPT front', 'FINAL front', 'FINAL cart'])
    const [, , final] = messages
    assert.ok(final !== undefined)
    const { result, testResultId } = final.payload as {
      result: Record<string, unknown>
      testResultId: string
    }
    assert.equal(testResultId, front)
    assert.deepEqual(
      [result['name'], result['checkType'], result['hasFailures'], result['isCancelled'], result['attempts']],
      ['Shop front', 'URL', true, false, 2],
    )
    assert.deepEqual(result['assets'], {
      region: 'local',
      logPath: `URL.${front}.2`,
      checkRunDataPath: `URL.${front}.2`,
    })
    // The client looks up the file of a check by these, and would stumble.
    assert.ok(!('sourceFile' in result) && !('logicalId' in result))
    await client.ping()
    client.cut()
  })

  test('cases 41 and 42: no verdict is an error with its reason, and a cancelled run is a final result', async () => {
    const suiteId = randomUUID()
    const client = await listening(suiteId)
    const { runs, sessionId } = await sessions.start(
      [jobOf('a'), jobOf('b'), jobOf('c', { checkType: 'AGENTIC' })],
      {},
      { suiteId },
    )
    await sessions.end(runs['a'] ?? '', 'withheld', { reason: 'the agent is offline' })
    await client.until(2)
    assert.equal((await api.call('POST', `/v1/test-sessions/${sessionId}/cancel`)).status, 204)
    const messages = await client.until(3)
    assert.deepEqual(told(messages, runs).toSorted(), ['FINAL b', 'error a', 'error c'])
    const errors = messages.map(({ payload }) => payload).filter((payload) => typeof payload === 'string')
    assert.ok(
      errors.some((text) => /could not be carried out: the agent is offline/.test(text)),
      errors.join(),
    )
    const cancelled = messages.at(-1)?.payload as { result: { isCancelled: boolean; hasFailures: boolean } }
    assert.deepEqual([cancelled.result.isCancelled, cancelled.result.hasFailures], [true, false])
    client.cut()
  })

  test('case 35, trap 4: whoever comes back gets every end again, and nothing else twice', async () => {
    const suiteId = randomUUID()
    const { runs } = await sessions.start([jobOf('front'), jobOf('cart')], {}, { suiteId })
    const [front, cart] = [runs['front'] ?? '', runs['cart'] ?? '']
    const first = await listening(suiteId)
    await sessions.begin(front)
    await sessions.retry(front)
    await first.until(2)
    first.cut()
    await first.closed
    await sessions.retry(front)
    await sessions.end(cart)
    const second = await listening(suiteId)
    assert.deepEqual(told(await second.until(2), runs), ['ATTEMPT front', 'FINAL cart'])
    second.cut()
    await sessions.end(front, 'failed')
    const third = await listening(suiteId)
    assert.deepEqual(told(await third.until(2), runs), ['FINAL cart', 'FINAL front'])
    await third.ping()
    assert.equal(third.messages.length, 2)
    third.cut()
  })

  test('case 34: a wrong key, another account and wider filters are refused', async () => {
    const login = { username: api.accountId, password: api.ownerKey }
    const stranger = await api.makeUser()
    const theirs = await api.makeAccount(stranger.id)
    for (const wrong of [
      { ...login, password: `cu_${'0'.repeat(64)}` },
      { ...login, username: randomUUID() },
      { ...login, username: theirs },
      { ...login, username: 'nobody' },
      { username: api.accountId, password: stranger.key },
      { ...login, password: '' },
    ]) {
      const client = await openLiveClient(api.port)
      assert.equal(await client.connect(wrong), 5)
      await client.closed
    }
    const service = await api.makeServiceKey(api.accountId, 'READ_ONLY')
    const client = await openClient({ key: service })
    const suite = randomUUID()
    const base = `account/${api.accountId}/ad-hoc-check-results`
    const filters = [
      '#',
      'account/+/ad-hoc-check-results/+/+/+/+',
      `account/${theirs}/ad-hoc-check-results/${suite}/+/+/+`,
      `${base}/+/+/+/+`,
      `${base}/${suite}/#`,
      `${base}/${suite}/+/+/result`,
    ]
    assert.deepEqual(
      await client.subscribe(...filters),
      filters.map(() => 0x80),
    )
    assert.deepEqual(await client.subscribe(suiteFilter(api.accountId, suite)), [0])
    client.cut()
  })

  test('a suite of the same name in another account is heard by nobody else', async () => {
    const suiteId = randomUUID()
    const stranger = await api.makeUser()
    const account = await api.makeAccount(stranger.id)
    const client = await openClient({ key: stranger.key, account })
    assert.deepEqual(await client.subscribe(suiteFilter(account, suiteId)), [0])
    const { runs } = await sessions.start([jobOf('front')], {}, { suiteId })
    await sessions.end(runs['front'] ?? '')
    const own = await listening(suiteId)
    await own.until(1)
    await client.ping()
    assert.deepEqual(client.messages, [])
    own.cut()
    client.cut()
  })

  test('case 34: whoever publishes, sends too much, text or nonsense is cut off, and the server lives on', async () => {
    const hostile: (Buffer | string)[] = [
      publish(`account/${api.accountId}/x`, '{}'),
      Buffer.from([0x82, 0xff, 0xff, 0x7f]),
      'text',
      Buffer.from([0xff, 0xff, 0xff, 0xff, 0xff]),
      Buffer.from([0x10, 0]),
      Buffer.alloc(1024 * 1024, 0x20),
    ]
    for (const bytes of hostile) {
      const client = await openClient()
      client.send(bytes)
      await client.closed
      const stranger = await openLiveClient(api.port)
      stranger.send(bytes)
      await stranger.closed
    }
    // A packet of two bytes each, in one message and in many: each would be answered.
    for (const messages of [[201], Array.from({ length: 201 }, () => 1)]) {
      const client = await openClient()
      for (const pings of messages)
        client.send(Buffer.from(Array.from({ length: pings }, () => [0xc0, 0]).flat()))
      await client.closed
    }
    const early = await openLiveClient(api.port)
    early.send(Buffer.from([0xc0, 0]))
    await early.closed
    const client = await openClient()
    await client.ping()
    client.cut()
    assert.deepEqual(api.logged, [])
  })

  test('other paths become no connection, and other protocols are answered as requests', async () => {
    const elsewhere = await openLiveClient(api.port, '/v1/checks')
    await elsewhere.closed
    const socket = connect(api.port, '127.0.0.1')
    await once(socket, 'connect')
    socket.write(
      'GET /health HTTP/1.1\r\nHost: a\r\nConnection: Upgrade, HTTP2-Settings, close\r\nUpgrade: h2c\r\nHTTP2-Settings: x\r\n\r\n',
    )
    const [data] = (await once(socket, 'data')) as [Buffer]
    assert.match(data.toString(), /^HTTP\/1\.1 200 /)
    socket.destroy()
  })
})
