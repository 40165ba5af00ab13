import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { forEachEngine } from '@sonde/store/testing/engines.ts'
import { analyticsCalls, betweenAnalyticsMs } from '../../testing/analytics-calls.ts'
import { apiUnderTest } from '../../testing/api-under-test.ts'
import { expectInvalid } from '../../testing/expect-refusal.ts'
import { makeMonitor } from '../../testing/monitors/write-icmp.ts'

forEachEngine('figures of many checks', (engine) => {
  const api = apiUnderTest(engine)
  const { storeRuns } = analyticsCalls(api)

  const batch = (checkIds: unknown, query = '') =>
    api.call('POST', `/v1/analytics/checks${query}`, { body: { checkIds }, afterMs: betweenAnalyticsMs })

  test('lists the metrics of a check type, and wants to know which', async () => {
    const answer = await api.call('GET', '/v1/analytics/metrics?checkType=ICMP', {
      afterMs: betweenAnalyticsMs,
    })
    const listed = answer.body
    assert.ok(Array.isArray(listed))
    assert.equal(listed.length, 5 * 11 + 2)
    assert.deepEqual(listed[0], {
      name: 'packetLoss',
      unit: 'percentage',
      label: 'Packet loss',
      type: 'Float',
      aggregated: false,
    })
    const names = new Set(listed.map(({ name }: { name: string }) => name))
    for (const name of ['availability', 'retries', 'latencyStdDev_stddev', 'latencyAvg_median']) {
      assert.ok(names.has(name), name)
    }
    const missing = await api.call('GET', '/v1/analytics/metrics', { afterMs: betweenAnalyticsMs })
    expectInvalid(missing, 'query', ['checkType'])
    const unknown = await api.call('GET', '/v1/analytics/metrics?checkType=PING', {
      afterMs: betweenAnalyticsMs,
    })
    expectInvalid(unknown, 'query', ['checkType'])
  })

  test('SA 19: main figures of many checks, in the order asked for, without those that are not there', async () => {
    const [idle, busy] = [await makeMonitor(api), await makeMonitor(api)]
    await storeRuns(
      busy,
      [100, 200, 300, 400].map((value, index) => ({
        responseTime: value,
        metrics: { packetLoss: index * 10 },
        verdict: index === 3 ? ('failed' as const) : ('passed' as const),
      })),
    )
    const stranger = await api.makeUser()
    const foreign = await api.makeAccount(stranger.id)
    const made = await api.call('POST', '/v1/checks/icmp', {
      key: stranger.key,
      account: foreign,
      body: { name: 'Theirs', request: { hostname: 'edge2.example.net' } },
    })
    const theirs = made.textAt('id')
    const answer = await batch([busy, randomUUID(), theirs, idle.toUpperCase()])
    assert.equal(answer.status, 200, answer.text)
    assert.deepEqual(answer.body, [
      {
        checkId: busy,
        checkType: 'ICMP',
        availability: 75,
        coverage: null,
        latency_avg: 250,
        latency_p50: 250,
        latency_p95: 385,
        latency_p99: 397,
        packetLoss_avg: 15,
        packetLoss_p95: 28.5,
        packetLoss_p99: 29.7,
      },
      {
        checkId: idle,
        checkType: 'ICMP',
        availability: null,
        coverage: null,
        latency_avg: null,
        latency_p50: null,
        latency_p95: null,
        latency_p99: null,
        packetLoss_avg: null,
        packetLoss_p95: null,
        packetLoss_p99: null,
      },
    ])
    for (const range of ['last24Hours', 'last7Days', 'thisWeek', 'lastWeek', 'lastMonth']) {
      assert.equal((await batch([busy], `?quickRange=${range}`)).status, 200, range)
    }
  })

  test('SA 19: at most 100 checks, at least one, and only ranges that lists show', async () => {
    const many = Array.from({ length: 101 }, () => randomUUID())
    assert.equal((await batch(many.slice(1))).status, 200)
    expectInvalid(await batch(many), 'payload', ['checkIds'])
    expectInvalid(await batch([]), 'payload', ['checkIds'])
    expectInvalid(await batch(['abc']), 'payload', ['checkIds.0'])
    expectInvalid(await batch(undefined), 'payload', ['checkIds'])
    for (const range of ['last30Days', 'thisMonth', 'ever']) {
      expectInvalid(await batch(many.slice(1), `?quickRange=${range}`), 'query', ['quickRange'])
    }
  })
})
