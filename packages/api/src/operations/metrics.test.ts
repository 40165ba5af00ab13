import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { text as readAll } from 'node:stream/consumers'
import { suite, test } from 'node:test'
import { insertNotifications, insertSentNotification } from '@sonde/store/notifications/notifications.ts'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { apiUnderTest, type ApiUnderTest } from '../../testing/api-under-test.ts'
import { expectError } from '../../testing/expect-refusal.ts'
import { makeChannel } from '../../testing/make-channel.ts'

forOneEngine('metrics of alert notifications', (engine) => {
  const api = apiUnderTest(engine)

  async function waiting(): Promise<[count: string | undefined, seconds: string | undefined]> {
    const answer = await api.call('GET', '/metrics', { key: null, account: null, afterMs: 0 })
    const [count, seconds] = ['waiting', 'oldest_waiting_seconds'].map(
      (name) => new RegExp(`^sonde_notifications_${name} (.*)$`, 'm').exec(answer.text)?.[1],
    )
    return [count, seconds]
  }

  test('what waits is counted, with the age of the oldest, and read anew after five seconds', async () => {
    const channelId = await makeChannel(api)
    const createdAt = api.clock.now()
    const row = (age: number) => ({
      id: randomUUID(),
      accountId: api.accountId,
      lane: 'one',
      channelId,
      channelType: 'SLACK' as const,
      target: null,
      shownConfig: {},
      checkId: null,
      checkType: null,
      alertId: null,
      resultId: null,
      event: { kind: 'notice' as const, title: 't', text: 't', link: null, raisedAt: 1 },
      isExempt: true,
      createdAt: createdAt - age,
    })
    assert.deepEqual(await waiting(), ['0', '0'])
    await api.store.write(async (db) => {
      await insertNotifications(db, [row(30_000), row(90_000), row(60_000)])
      await insertSentNotification(db, row(500_000), { status: 'SUCCESS', result: 'ok', at: createdAt })
    })
    assert.deepEqual(await waiting(), ['0', '0'])
    api.clock.advance(5_000)
    assert.deepEqual(await waiting(), ['3', '95'])
    api.clock.advance(4_999)
    assert.deepEqual(await waiting(), ['3', '95'])
    api.clock.advance(1)
    assert.deepEqual(await waiting(), ['3', '100'])
  })
})

forOneEngine('access to metrics', (engine) => {
  const token = 'a-token-of-twenty-and-more'
  const ask = (api: ApiUnderTest, key: string | null, headers: Record<string, string> = {}) =>
    api.call('GET', '/metrics', { key, account: null, headers })
  const forwarded = { 'x-forwarded-for': '192.0.2.1' }

  suite('unless told', () => {
    const api = apiUnderTest(engine)
    test('this machine reads them, and what came through a proxy does not', async () => {
      assert.equal((await ask(api, null)).status, 200)
      for (const host of ['localhost', 'LOCALHOST:3000', '[::1]:3000', '127.0.0.53']) {
        assert.equal((await ask(api, null, { host })).status, 200, host)
      }
      const foreign: Record<string, string>[] = [
        forwarded,
        { forwarded: 'for=192.0.2.1' },
        { 'x-real-ip': '127.0.0.1' },
        { via: '1.1 proxy' },
        { host: 'sonde.example.net' },
        { host: '127.0.0.1.example.net' },
      ]
      for (const headers of foreign) {
        const answer = await ask(api, token, headers)
        expectError(answer, 403)
        assert.match(answer.textAt('message'), /METRICS_TOKEN/)
      }
    })

    test('nor does what came through a proxy that says nothing but that it is an old one', async () => {
      const socket = connect(api.port, '127.0.0.1')
      socket.end(`GET /metrics HTTP/1.0\r\nHost: 127.0.0.1:${api.port}\r\nConnection: close\r\n\r\n`)
      assert.match(await readAll(socket), /^HTTP\/1\.1 403 /)
    })
  })

  suite('with a token', () => {
    const api = apiUnderTest(engine, { metricsAccess: { kind: 'loopback', token } })
    test('others read them with it, and this machine without', async () => {
      assert.equal((await ask(api, token, forwarded)).status, 200)
      assert.equal((await ask(api, null)).status, 200)
      expectError(await ask(api, null, forwarded), 401)
      expectError(await ask(api, `${token}x`, forwarded), 401)
      expectError(await ask(api, api.ownerKey, forwarded), 401)
    })
  })

  suite('with a token for everybody', () => {
    const api = apiUnderTest(engine, { metricsAccess: { kind: 'token', token } })
    test('this machine needs it too', async () => {
      expectError(await ask(api, null), 401)
      assert.equal((await ask(api, token)).status, 200)
    })
  })

  suite('for anybody', () => {
    const api = apiUnderTest(engine, { metricsAccess: { kind: 'public', token: null } })
    test('anybody reads them', async () => assert.equal((await ask(api, null, forwarded)).status, 200))
  })
})

forOneEngine('metrics of runs', (engine) => {
  const api = apiUnderTest(engine)

  test('dispatch, intake, parcels and the server itself are there in the form of Prometheus', async () => {
    const { text } = await api.call('GET', '/metrics', { key: null, account: null })
    for (const line of [
      'sonde_server_info{id="a1",name="here",roles="api",version="1.2.3"} 1',
      'sonde_role_ready{role="api"} 1',
      'sonde_slots_dispatched_total 40',
      'sonde_slots_missed_total 8',
      'sonde_slot_lateness_seconds_bucket{le="0.1"} 1',
      'sonde_slot_lateness_seconds_bucket{le="+Inf"} 3',
      'sonde_slot_lateness_seconds_sum 5.55',
      'sonde_dispatch_seconds_count 3',
      'sonde_intake_seconds_count 3',
      'sonde_results_duplicate_total 6',
      'sonde_runs_agent_lost_total 1',
      'sonde_parcels_published_total{outcome="again"} 2',
      'sonde_parcels_delivered_total{delivery="2"} 1',
      'sonde_parcel_publish_seconds_count 3',
      'sonde_parcels_split_total 1',
      'sonde_parcels_unreadable_total 0',
    ]) {
      assert.ok(text.split('\n').includes(line), `${line}\n${text}`)
    }
    assert.match(text, /^sonde_event_loop_utilization [01](\.\d+)?(e-\d+)?$/m)
    if (engine.name === 'postgres') assert.match(text, /^sonde_results_misplaced 0$/m)
  })
})
