import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { dayMs, hourMs, minuteMs } from '@sonde/ground/durations.ts'
import { forEachEngine } from '@sonde/store/testing/engines.ts'
import { analyticsCalls, betweenAnalyticsMs, columnOf } from '../../testing/analytics-calls.ts'
import { apiUnderTest } from '../../testing/api-under-test.ts'
import { expectError, expectInvalid } from '../../testing/expect-refusal.ts'
import type { Answer } from '../../testing/http-client.ts'
import { storeResult } from '../../testing/store-result.ts'
import { makeMonitor } from '../../testing/monitors/write-icmp.ts'

forEachEngine('questions about a check', (engine) => {
  const api = apiUnderTest(engine)
  const { ask, storeRuns } = analyticsCalls(api)
  const standingIn = apiUnderTest(engine, { standInLocations: ['us-east-1', 'eu-central-1'] })

  test('SA 13: the window is that of the named range, unless from or to is given', async () => {
    const id = await makeMonitor(api)
    const windowOf = async (query: string) => {
      const answer = await ask(id, `metrics=availability${query}`)
      assert.equal(answer.status, 200, answer.text)
      return [Date.parse(answer.textAt('from')), Date.parse(answer.textAt('to'))]
    }
    const seconds = Math.floor(api.clock.now() / 1000) - 7_200
    const forms = [`${seconds}`, `${seconds * 1000}`, new Date(seconds * 1000).toISOString()]
    for (const from of forms) {
      const window = await windowOf(`&quickRange=lastMonth&from=${from}`)
      assert.deepEqual(window, [seconds * 1000, api.clock.now()])
    }
    assert.deepEqual(await windowOf(`&to=${seconds}`), [seconds * 1000 - dayMs, seconds * 1000])
    for (const name of ['', '&quickRange=last24Hours', '&quickRange=last24Hrs']) {
      const window = await windowOf(name)
      assert.deepEqual(window, [api.clock.now() - dayMs, api.clock.now()])
    }
    const month = new Date(api.clock.now())
    const first = Date.UTC(month.getUTCFullYear(), month.getUTCMonth())
    assert.deepEqual((await windowOf('&quickRange=thisMonth'))[0], first)
    assert.deepEqual((await windowOf('&quickRange=lastMonth'))[1], first)
    for (const bad of [`&from=${seconds}&to=${seconds}`, `&from=${seconds}&to=${seconds - 1}`]) {
      expectInvalid(await ask(id, `metrics=availability${bad}`), 'query', ['from'])
    }
    const future = Math.floor(api.clock.now() / 1000) + 3_600
    expectInvalid(await ask(id, `metrics=availability&from=${future}`), 'query', ['from'])
    expectInvalid(await ask(id, 'metrics=availability&from=yesterday'), 'query', ['from'])
    expectInvalid(await ask(id, 'metrics=availability&quickRange=lastYear'), 'query', ['quickRange'])
  })

  test('locations that this server stands in for are one place', async () => {
    const id = await makeMonitor(standingIn)
    const at = standingIn.clock.now() - hourMs
    for (const [index, origin] of ['us-east-1', 'eu-central-1', 'eu-west-1'].entries()) {
      const verdict = origin === 'us-east-1' ? 'failed' : 'passed'
      const isStandIn = origin === 'us-east-1' ? true : origin === 'eu-central-1' ? null : false
      await storeResult(standingIn, id, { origin, verdict, isStandIn, startedAt: at + index })
    }
    // Its agent was there then, though this server stands in for it now.
    await storeResult(standingIn, id, { origin: 'eu-central-1', isStandIn: false, startedAt: at + 9 })
    const answer = await analyticsCalls(standingIn).ask(id, 'metrics=availability&groupBy=runLocation')
    assert.deepEqual(answer.at('series'), [
      { runLocation: 'eu-central-1', servedBy: 'STAND_IN', data: [{ availability: 50, coverage: null }] },
      { runLocation: 'eu-central-1', servedBy: 'AGENT', data: [{ availability: 100, coverage: null }] },
      { runLocation: 'eu-west-1', servedBy: 'AGENT', data: [{ availability: 100, coverage: null }] },
    ])
  })

  test('SA 12: on a Wednesday, weeks began on Monday and months on their first day', async () => {
    const id = await makeMonitor(api)
    const wednesday = Date.UTC(2026, 7, 19, 10)
    for (const [range, from, to] of [
      ['thisWeek', '2026-08-17T00:00:00.000Z', '2026-08-19T10:00:00.000Z'],
      ['lastWeek', '2026-08-10T00:00:00.000Z', '2026-08-17T00:00:00.000Z'],
      ['lastMonth', '2026-07-01T00:00:00.000Z', '2026-08-01T00:00:00.000Z'],
      ['thisMonth', '2026-08-01T00:00:00.000Z', '2026-08-19T10:00:00.000Z'],
    ] as const) {
      const before = api.clock.now()
      api.clock.set(wednesday - betweenAnalyticsMs)
      const answer = await ask(id, `metrics=availability&quickRange=${range}`)
      api.clock.set(before)
      assert.deepEqual([answer.at('from'), answer.at('to')], [from, to], range)
    }
  })

  test('SA 14: a row for each interval that has runs, ten to a page', async () => {
    const id = await makeMonitor(api)
    const now = api.clock.now()
    const from = Math.floor((now - dayMs) / minuteMs) * minuteMs
    for (const hour of [3, 0, 7, 23, 12]) {
      const at = from + hour * hourMs + 30 * minuteMs
      await storeResult(api, id, { startedAt: at, scheduledAt: at, responseTime: hour })
    }
    const query = `metrics=latencyAvg_avg&aggregationInterval=60&from=${from}&to=${from + dayMs}`
    const sparse = await ask(id, query)
    assert.deepEqual(columnOf(sparse, 'latencyAvg_avg'), [0, 3, 7, 12, 23])
    assert.deepEqual(
      columnOf(sparse, 'startTime'),
      [0, 3, 7, 12, 23].map((hour) => new Date(from + hour * hourMs).toISOString()),
    )
    for (let hour = 0; hour < 24; hour += 1) {
      const at = from + hour * hourMs
      await storeResult(api, id, { startedAt: at, scheduledAt: at })
    }
    const lengths: number[] = []
    for (const page of [1, 2, 3, 4]) {
      const answer = await ask(id, `${query}&page=${page}`)
      lengths.push(columnOf(answer, 'startTime').length)
      assert.deepEqual(answer.at('pagination'), { page, limit: 10 })
    }
    assert.deepEqual(lengths, [10, 10, 4, 0])
    assert.equal(columnOf(await ask(id, `${query}&limit=100`), 'startTime').length, 24)
  })

  test('SA 16: metrics are required, known, and either single values or aggregated', async () => {
    const id = await makeMonitor(api)
    for (const query of [
      '',
      'metrics=',
      'metrics=,',
      'metrics=foo',
      'metrics=latencyAvg,latencyAvg_p95',
      'metrics=latencyAvg,availability',
      'metrics=latencyAvg_p96',
      'metrics=responseTime_avg',
      'metrics=constructor',
      'metrics=response_time',
    ]) {
      expectInvalid(await ask(id, query), 'query', ['metrics'])
    }
    expectInvalid(await ask(id, 'metrics=latencyAvg&aggregationInterval=60'), 'query', [
      'aggregationInterval',
    ])
    expectInvalid(await ask(id, 'metrics=latencyAvg&groupBy=runLocation'), 'query', ['groupBy'])
    expectInvalid(await ask(id, 'metrics=latencyAvg&groupBy=runLocation&aggregationInterval=60'), 'query', [
      'aggregationInterval',
      'groupBy',
    ])
    for (const interval of ['0', '43201', '1.5', 'x']) {
      const query = `metrics=availability&aggregationInterval=${interval}`
      expectInvalid(await ask(id, query), 'query', ['aggregationInterval'])
    }
    for (const query of [
      'metrics[]=availability&metrics[]=latencyMax_p99',
      'metrics=availability,latencyMax_p99',
      'metrics=availability&metrics=latencyMax_p99',
      'metrics=availability,%20latencyMax_p99,availability',
    ]) {
      const answer = await ask(id, query)
      assert.deepEqual(answer.at('series'), [
        { data: [{ availability: null, latencyMax_p99: null, coverage: null }] },
      ])
    }
    for (const [name, bad] of [
      ['limit', '0'],
      ['limit', '101'],
      ['page', '0'],
      ['page', '1.5'],
    ] as const) {
      expectInvalid(await ask(id, `metrics=availability&${name}=${bad}`), 'query', [name])
    }
  })

  test('SA 18: only what the check type can be grouped by is accepted', async () => {
    const id = await makeMonitor(api)
    for (const groupBy of ['pageIndex', 'statusCode', '']) {
      expectInvalid(await ask(id, `metrics=availability&groupBy=${groupBy}`), 'query', ['groupBy'])
    }
  })

  test('single values come newest first, a row for each run, page by page', async () => {
    const id = await makeMonitor(api)
    const from = await storeRuns(id, [
      { responseTime: 1, metrics: { packetLoss: 0 } },
      { responseTime: 2, metrics: { packetLoss: 50 }, verdict: 'failed' },
      { responseTime: 3, metrics: { packetLoss: 0 }, origin: 'us-east-1' },
      // Begun last, though its slot was the first.
      {
        responseTime: 4,
        metrics: { packetLoss: 0 },
        scheduledAt: api.clock.now() - 2 * hourMs - 1,
        location: 'ap-south-1',
      },
      { verdict: 'withheld' },
    ])
    const answer = await ask(id, 'metrics=latencyAvg,packetLoss')
    const at = (index: number) => new Date(from + index * minuteMs).toISOString()
    assert.deepEqual(answer.at('series'), [
      {
        data: [
          { startedAt: at(3), runLocation: 'ap-south-1', latencyAvg: 4, packetLoss: 0 },
          { startedAt: at(2), runLocation: 'us-east-1', latencyAvg: 3, packetLoss: 0 },
          { startedAt: at(1), runLocation: 'eu-west-1', latencyAvg: 2, packetLoss: 50 },
          { startedAt: at(0), runLocation: 'eu-west-1', latencyAvg: 1, packetLoss: 0 },
        ],
      },
    ])
    const pages: unknown[] = []
    for (const page of [1, 2, 3]) {
      pages.push(columnOf(await ask(id, `metrics=latencyAvg&limit=3&page=${page}`), 'latencyAvg'))
    }
    assert.deepEqual(pages, [[4, 3, 2], [1], []])
    assert.deepEqual(columnOf(await ask(id, 'metrics=latencyAvg&page=9007199254740991'), 'latencyAvg'), [])
  })

  test('tells what the figures are of, and what each of them means', async () => {
    const id = await makeMonitor(api, { name: 'Edge', tags: ['a', 'b'], muted: true, frequency: 5 })
    const answer = await ask(id, 'metrics=availability,retries,latencyAvg_p95,packetLoss_avg')
    const { series: _, from: _from, to: _to, ...rest } = answer.record()
    assert.deepEqual(rest, {
      checkId: id,
      name: 'Edge',
      checkType: 'ICMP',
      activated: true,
      muted: true,
      frequency: 5,
      tags: ['a', 'b'],
      pagination: { page: 1, limit: 10 },
      metadata: {
        availability: { unit: 'percentage', label: 'Availability' },
        retries: { unit: 'count', label: 'Retries' },
        latencyAvg_p95: { unit: 'milliseconds', label: 'Average latency (p95)', aggregation: 'p95' },
        packetLoss_avg: { unit: 'percentage', label: 'Packet loss (avg)', aggregation: 'avg' },
      },
    })
    const raw = await ask(id, 'metrics=latencyStdDev')
    assert.deepEqual(raw.at('metadata'), {
      latencyStdDev: { unit: 'milliseconds', label: 'Standard deviation of the latency' },
    })
  })

  test('a check of another account or of nobody is unknown', async () => {
    expectError(await ask(randomUUID(), 'metrics=availability'), 404)
    const stranger = await api.makeUser()
    const account = await api.makeAccount(stranger.id)
    const id = await makeMonitor(api)
    const path = `/v1/analytics/icmp/${id}?metrics=availability`
    expectError(await api.call('GET', path, { key: stranger.key, account, afterMs: betweenAnalyticsMs }), 404)
    expectInvalid(await ask('abc', 'metrics=availability'), 'params', ['id'])
  })

  test('each route has a limit of its own of 30 requests a minute', async () => {
    const id = await makeMonitor(api)
    const calls: (() => Promise<Answer>)[] = [
      () => api.call('GET', `/v1/analytics/icmp/${id}?metrics=availability`, { key, afterMs: 0 }),
      () => api.call('GET', '/v1/analytics/metrics?checkType=ICMP', { key, afterMs: 0 }),
      () => api.call('POST', '/v1/analytics/checks', { body: { checkIds: [id] }, key, afterMs: 0 }),
    ]
    const key = await api.makeServiceKey(api.accountId, 'READ_ONLY')
    for (const call of calls) {
      for (let count = 0; count < 30; count += 1) assert.equal((await call()).status, 200)
      expectError(await call(), 429)
    }
  })
})
