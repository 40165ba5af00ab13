import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { hourMs } from '@sonde/ground/durations.ts'
import type { HeartbeatState } from '@sonde/schema/check-types/heartbeat/heartbeat-state.ts'
import { insertHeartbeatEvent } from '@sonde/store/heartbeats/heartbeat-events.ts'
import { forEachEngine } from '@sonde/store/testing/engines.ts'
import { apiUnderTest } from '../../testing/api-under-test.ts'
import { expectError, expectInvalid } from '../../testing/expect-refusal.ts'
import { makeMonitor } from '../../testing/monitors/write-icmp.ts'
import { makeHeartbeat, sendPing } from '../../testing/monitors/write-heartbeat.ts'

forEachEngine('events of heartbeats', (engine) => {
  const api = apiUnderTest(engine)

  /** As if it had happened so many hours ago. */
  async function store(checkId: string, state: HeartbeatState, hoursAgo: number): Promise<string> {
    const id = randomUUID()
    const at = api.clock.now() - hoursAgo * hourMs
    await api.store.write((db) =>
      insertHeartbeatEvent(db, { id, checkId, state, at, source: null, userAgent: null, reason: null }),
    )
    return id
  }

  test('the latest ten are listed, newest first, with the figures of a day and a week', async () => {
    const { id } = await makeHeartbeat(api)
    for (let hour = 12; hour > 0; hour -= 1) await store(id, 'RECEIVED', hour)
    await store(id, 'FAILING', 30)
    const list = await api.call('GET', `/v1/checks/heartbeats/${id}/events`)
    assert.equal(list.status, 200, list.text)
    const events = list.at('0.events') as { timestamp: string; state: string }[]
    assert.equal(events.length, 10)
    assert.deepEqual(
      events,
      events.toSorted((a, b) => (a.timestamp < b.timestamp ? 1 : -1)),
    )
    assert.deepEqual(list.at('0.stats'), {
      last24Hours: {
        successRatio: { previousPeriod: 0, currentPeriod: 100 },
        totalEntitiesCurrentPeriod: 12,
      },
      last7Days: {
        successRatio: { previousPeriod: null, currentPeriod: (12 / 13) * 100 },
        totalEntitiesCurrentPeriod: 13,
      },
    })
    assert.equal(
      ((await api.call('GET', `/v1/checks/heartbeats/${id}/events?limit=3`)).at('0.events') as unknown[])
        .length,
      3,
    )
    for (const limit of ['11', '0', 'x']) {
      expectInvalid(await api.call('GET', `/v1/checks/heartbeats/${id}/events?limit=${limit}`), 'query', [
        'limit',
      ])
    }
  })

  test('a window takes in its beginning and leaves out its end, in seconds or ISO', async () => {
    const { id } = await makeHeartbeat(api)
    const kept = await store(id, 'RECEIVED', 2)
    await store(id, 'RECEIVED', 1)
    await store(id, 'RECEIVED', 3)
    const list = await api.call('GET', `/v1/checks/heartbeats/${id}/events`)
    const [newest, middle] = list.at('0.events') as { timestamp: string }[]
    const iso = `startTime=${middle?.timestamp}&endTime=${newest?.timestamp}`
    const shown = await api.call('GET', `/v1/checks/heartbeats/${id}/events?${iso}`)
    assert.deepEqual([shown.at('0.events.0.id'), shown.at('0.events.1')], [kept, undefined])
    const seconds = Math.floor(api.clock.now() / 1000)
    const late = await api.call('GET', `/v1/checks/heartbeats/${id}/events?startTime=${seconds - 5_400}`)
    assert.equal((late.at('0.events') as unknown[]).length, 1)
    for (const route of ['events', 'availability']) {
      const url = `/v1/checks/heartbeats/${id}/${route}`
      expectInvalid(await api.call('GET', `${url}?startTime=soon`), 'query', ['startTime'])
      expectInvalid(await api.call('GET', `${url}?startTime=2026-01-02&endTime=2026-01-01`), 'query', [
        'startTime',
      ])
    }
  })

  test('one event is shown by its id, and only to its account', async () => {
    const { id, pingToken } = await makeHeartbeat(api)
    await sendPing(api, pingToken, { headers: { 'user-agent': 'curl/8.0' } })
    const list = await api.call('GET', `/v1/checks/heartbeats/${id}/events`)
    const eventId = list.textAt('0.events.0.id')
    const shown = await api.call('GET', `/v1/checks/heartbeats/${id}/events/${eventId}`)
    assert.deepEqual(shown.body, { event: list.at('0.events.0'), stats: list.at('0.stats') })
    const other = await makeHeartbeat(api)
    expectError(await api.call('GET', `/v1/checks/heartbeats/${other.id}/events/${eventId}`), 404)
    const account = await api.makeAccount(api.ownerId)
    for (const route of ['events', `events/${eventId}`, 'availability']) {
      expectError(await api.call('GET', `/v1/checks/heartbeats/${id}/${route}`, { account }), 404)
      const icmp = await makeMonitor(api)
      expectError(await api.call('GET', `/v1/checks/heartbeats/${icmp}/${route}`), 404)
    }
  })

  test('SA 59: three pings and a failure are 75 %, and late ones count', async () => {
    const { id } = await makeHeartbeat(api)
    for (const state of ['RECEIVED', 'LATE', 'RECEIVED', 'FAILING'] as const) await store(id, state, 1)
    await store(id, 'EARLY', 30)
    const last = await api.call('GET', `/v1/checks/heartbeats/${id}/availability`)
    assert.deepEqual(last.body, {
      successRatio: { previousPeriod: 100, currentPeriod: 75 },
      totalEntitiesCurrentPeriod: 4,
    })
    const now = Math.floor(api.clock.now() / 1000)
    const asked = `startTime=${now - 40 * 3600}&endTime=${now - 20 * 3600}`
    const window = await api.call('GET', `/v1/checks/heartbeats/${id}/availability?${asked}`)
    assert.deepEqual(window.body, {
      successRatio: { previousPeriod: null, currentPeriod: 100 },
      totalEntitiesCurrentPeriod: 1,
    })
  })

  test('a monitor that was never pinged has no figures, and no status', async () => {
    const { id } = await makeHeartbeat(api)
    const answer = await api.call('GET', `/v1/checks/heartbeats/${id}/availability`)
    assert.deepEqual(answer.body, {
      successRatio: { previousPeriod: null, currentPeriod: null },
      totalEntitiesCurrentPeriod: 0,
    })
    assert.deepEqual((await api.call('GET', `/v1/checks/heartbeats/${id}/events`)).at('0.events'), [])
    expectError(await api.call('GET', `/v1/check-statuses/${id}`), 404)
  })
})
