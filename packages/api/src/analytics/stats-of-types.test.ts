import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { test } from 'node:test'
import { hourMs, minuteMs } from '@sonde/ground/durations.ts'
import { checkKinds, kindOf } from '@sonde/schema/check-types/check-kinds.ts'
import { metricsOf } from '@sonde/schema/check-types/check-metrics.ts'
import type { CheckType } from '@sonde/schema/check-types/check-type.ts'
import type { HeartbeatState } from '@sonde/schema/check-types/heartbeat/heartbeat-state.ts'
import { encodeDetail } from '@sonde/store/result-details/detail-codec.ts'
import { forEachEngine } from '@sonde/store/testing/engines.ts'
import { analyticsCalls, betweenAnalyticsMs, columnOf } from '../../testing/analytics-calls.ts'
import { apiUnderTest } from '../../testing/api-under-test.ts'
import { expectError, expectInvalid } from '../../testing/expect-refusal.ts'

forEachEngine('figures of every type of check', (engine) => {
  const api = apiUnderTest(engine)

  async function make(checkType: CheckType, body: object): Promise<string> {
    const made = await api.call('POST', `/v1/checks/${kindOf(checkType).segment}`, {
      body: { name: checkType, ...body },
    })
    assert.equal(made.status, 201, made.text)
    return made.textAt('id')
  }
  const makeUrl = () => make('URL', { request: { url: 'https://example.net/' } })
  const makeSsl = () => make('SSL', { request: { sslConfig: { hostname: 'example.net' } } })
  const makeHeartbeat = () =>
    make('HEARTBEAT', { heartbeat: { period: 1, periodUnit: 'hours', grace: 1, graceUnit: 'minutes' } })

  async function storeEvents(checkId: string, states: readonly HeartbeatState[]): Promise<void> {
    const from = api.clock.now() - hourMs
    const rows = states.map((state, index) => ({
      id: randomUUIDv7(),
      check_id: checkId,
      state,
      at: from + index * minuteMs,
      source: null,
      user_agent: null,
    }))
    await api.store.write((db) => db.insertInto('heartbeat_events').values(rows).execute())
  }

  test('SA 17: by status code come a series for each, and last one of the runs without an answer', async () => {
    const id = await makeUrl()
    const { ask, storeRuns } = analyticsCalls(api, 'url-monitors')
    await storeRuns(id, [
      { statusCode: 503, verdict: 'failed', responseTime: 900 },
      { statusCode: 200, responseTime: 100 },
      { statusCode: null, verdict: 'failed', responseTime: null },
      { statusCode: 200, responseTime: 200 },
      { statusCode: 200, responseTime: 300, verdict: 'degraded' },
    ])
    const answer = await ask(id, 'metrics=availability,responseTime_avg&groupBy=statusCode')
    assert.deepEqual(answer.at('series'), [
      { statusCode: 200, data: [{ availability: 100, responseTime_avg: 200 }] },
      { statusCode: 503, data: [{ availability: 0, responseTime_avg: 900 }] },
      { statusCode: null, data: [{ availability: 0, responseTime_avg: null }] },
    ])
    const stepped = await ask(id, 'metrics=responseTime_max&groupBy=statusCode&aggregationInterval=1440')
    assert.deepEqual(
      [stepped.at('series.0.statusCode'), stepped.at('series.0.data.0.responseTime_max')],
      [200, 300],
    )
    const failures = await ask(id, 'metrics=retries&groupBy=statusCode&filterByStatus=failure')
    assert.deepEqual(failures.at('series'), [
      { statusCode: 503, data: [{ retries: 0 }] },
      { statusCode: null, data: [{ retries: 0 }] },
    ])
    assert.deepEqual((await ask(await makeUrl(), 'metrics=availability&groupBy=statusCode')).at('series'), [])
    expectInvalid(await ask(id, 'metrics=availability&groupBy=pageIndex'), 'query', ['groupBy'])
  })

  test('the status code is the name of a group and no metric, and is never rolled up', async () => {
    for (const { checkType, run, analytics } of checkKinds) {
      assert.equal(analytics.groupBy.includes('statusCode'), run?.statusCodeOf !== undefined, checkType)
      assert.ok(!Object.hasOwn(run?.metrics ?? {}, 'statusCode'), checkType)
    }
    const { ask } = analyticsCalls(api, 'url-monitors')
    for (const name of ['statusCode', 'statusCode_avg']) {
      expectInvalid(await ask(await makeUrl(), `metrics=${name}`), 'query', ['metrics'])
    }
  })

  test('values that are no numbers are told for single runs, and are null in every statistic', async () => {
    const id = await makeSsl()
    const { ask, storeRuns } = analyticsCalls(api, 'ssl')
    const detail = (tlsVersion: string | null) =>
      encodeDetail('SSL', { tlsVersion, cipherSuite: 'TLS_AES_128_GCM_SHA256', baselineGrade: 'A' }, {})
    const damaged = Uint8Array.of(99)
    await storeRuns(id, [
      {
        metrics: { daysUntilExpiry: -3, hostnameVerified: 1 },
        responseTime: 12.5,
        detail: detail('TLSv1.3'),
      },
      { metrics: { daysUntilExpiry: 61, hostnameVerified: 0 }, responseTime: 20, detail: detail('TLSv1.2') },
      { responseTime: null, detail: detail(null), verdict: 'failed' },
      { responseTime: null, detail: damaged, verdict: 'failed' },
    ])
    const raw = await ask(
      id,
      'metrics=tlsVersion,daysUntilExpiry,cipherSuite,hostnameVerified,handshakeTimeMs',
    )
    assert.equal(raw.status, 200, raw.text)
    assert.deepEqual(columnOf(raw, 'tlsVersion'), [null, null, 'TLSv1.2', 'TLSv1.3'])
    assert.deepEqual(columnOf(raw, 'daysUntilExpiry'), [null, null, 61, -3])
    assert.deepEqual(columnOf(raw, 'hostnameVerified'), [null, null, 0, 1])
    assert.equal(columnOf(raw, 'cipherSuite')[2], 'TLS_AES_128_GCM_SHA256')
    assert.deepEqual(raw.at('metadata.tlsVersion'), { unit: 'score', label: 'TLS version' })
    const many = await ask(
      id,
      'metrics=tlsVersion_p95,daysUntilExpiry_min,daysUntilExpiry_p50,hostnameVerified_avg,availability',
    )
    assert.deepEqual(many.at('series.0.data'), [
      {
        tlsVersion_p95: null,
        daysUntilExpiry_min: -3,
        daysUntilExpiry_p50: 29,
        hostnameVerified_avg: 0.5,
        availability: 50,
        coverage: null,
      },
    ])
    expectInvalid(await ask(id, 'metrics=tlsVersion,availability'), 'query', ['metrics'])
    expectInvalid(await ask(id, 'metrics=tlsVersion&aggregationInterval=60'), 'query', [
      'aggregationInterval',
    ])
  })

  test('SA 59: the availability of a heartbeat is the share of its events that are pings', async () => {
    const id = await makeHeartbeat()
    const { ask } = analyticsCalls(api, 'heartbeat-checks')
    assert.deepEqual((await ask(id, 'metrics=availability,retries')).at('series'), [
      { data: [{ availability: null, retries: null }] },
    ])
    await storeEvents(id, ['RECEIVED', 'RECEIVED', 'FAILING', 'LATE'])
    const answer = await ask(id, 'metrics=availability&metrics=retries')
    assert.deepEqual(answer.at('series'), [{ data: [{ availability: 75, retries: 0 }] }])
    assert.deepEqual(answer.at('metadata'), {
      availability: { unit: 'percentage', label: 'Availability' },
      retries: { unit: 'count', label: 'Retries' },
    })
    assert.deepEqual([answer.at('checkType'), answer.at('checkId')], ['HEARTBEAT', id])
    const filtered = async (states: string) =>
      (await ask(id, `metrics=availability&${states}`)).at('series.0.data.0.availability')
    assert.equal(await filtered('filterByStatus=LATE'), 100)
    assert.equal(await filtered('filterByStatus=FAILING'), 0)
    assert.equal(await filtered('filterByStatus=FAILING&filterByStatus=LATE'), 50)
    assert.equal(await filtered('filterByStatus[]=EARLY'), null)
    const before = Math.floor((api.clock.now() - 2 * hourMs) / 1000)
    assert.equal(await filtered(`to=${before}`), null)
    expectInvalid(await ask(id, 'metrics=availability&filterByStatus=success'), 'query', ['filterByStatus.0'])
    expectInvalid(await ask(id, 'metrics=responseTime_avg'), 'query', ['metrics'])
    expectInvalid(await ask(id, ''), 'query', ['metrics'])
  })

  test('a check of another type is unknown to a route of figures', async () => {
    const [url, heartbeat] = [await makeUrl(), await makeHeartbeat()]
    for (const [segment, id] of [
      ['icmp', url],
      ['heartbeat-checks', url],
      ['url-monitors', heartbeat],
    ] as const) {
      expectError(await analyticsCalls(api, segment).ask(id, 'metrics=availability'), 404)
    }
  })

  test('the metrics of every type are listed, each with its unit, its label and the kind of its values', async () => {
    for (const { checkType, run } of checkKinds) {
      const answer = await api.call('GET', `/v1/analytics/metrics?checkType=${checkType}`, {
        afterMs: betweenAnalyticsMs,
      })
      const listed = answer.body
      assert.ok(Array.isArray(listed), answer.text)
      const own = metricsOf(checkType).length + (run?.textMetrics.length ?? 0)
      assert.equal(listed.length, own * 11 + 2, checkType)
    }
    const typesOf = async (checkType: string) => {
      const path = `/v1/analytics/metrics?checkType=${checkType}`
      const { body } = await api.call('GET', path, { afterMs: betweenAnalyticsMs })
      assert.ok(Array.isArray(body))
      return new Map(
        body.map(({ name, type, aggregated }: Record<string, string>) => [name, [type, aggregated]]),
      )
    }
    const ofSsl = await typesOf('SSL')
    assert.deepEqual(ofSsl.get('tlsVersion'), ['String', false])
    assert.deepEqual(ofSsl.get('daysUntilExpiry'), ['Int', false])
    assert.deepEqual(ofSsl.get('daysUntilExpiry_avg'), ['Float', true])
    assert.deepEqual(ofSsl.get('handshakeTimeMs'), ['Float', false])
    assert.deepEqual([...(await typesOf('HEARTBEAT')).keys()], ['availability', 'retries'])
  })

  test('SA 19: main figures of checks of several types, each with the keys that apply to it', async () => {
    const [url, trace, heartbeat] = [
      await makeUrl(),
      await make('TRACEROUTE', { request: { url: 'example.net' } }),
      await makeHeartbeat(),
    ]
    const { storeRuns } = analyticsCalls(api)
    await storeRuns(url, [{ responseTime: 100 }, { responseTime: 300, verdict: 'failed' }])
    await storeRuns(trace, [
      { responseTime: 10, metrics: { totalHops: 7 } },
      { responseTime: 30, metrics: { totalHops: 8 } },
    ])
    await storeEvents(heartbeat, ['RECEIVED', 'FAILING'])
    const answer = await api.call('POST', '/v1/analytics/checks', {
      body: { checkIds: [heartbeat, url, trace] },
      afterMs: betweenAnalyticsMs,
    })
    assert.deepEqual(answer.body, [
      { checkId: heartbeat, checkType: 'HEARTBEAT', availability: 50 },
      {
        checkId: url,
        checkType: 'URL',
        availability: 50,
        coverage: null,
        responseTime_avg: 200,
        responseTime_p50: 200,
        responseTime_p95: 290,
        responseTime_p99: 298,
      },
      {
        checkId: trace,
        checkType: 'TRACEROUTE',
        availability: 100,
        coverage: null,
        responseTime_avg: 20,
        responseTime_p50: 20,
        responseTime_p95: 29,
        responseTime_p99: 29.8,
        hopCount_avg: 7.5,
      },
    ])
  })
})
