import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRollupJob } from '@sonde/analytics/rollup-job.ts'
import { dayMs, hourMs, minuteMs } from '@sonde/ground/durations.ts'
import { silentLogger } from '@sonde/ground/testing/silent-logger.ts'
import { countDueRuns, hourOf, reopenHours } from '@sonde/store/runs/due-runs.ts'
import { findCheckNumber } from '@sonde/store/checks/check-states.ts'
import { insertResults, type ResultRow } from '@sonde/store/results/results.ts'
import { forEachEngine } from '@sonde/store/testing/engines.ts'
import { analyticsCalls, columnOf } from '../../testing/analytics-calls.ts'
import { apiUnderTest } from '../../testing/api-under-test.ts'
import { expectInvalid } from '../../testing/expect-refusal.ts'
import { storeResult } from '../../testing/store-result.ts'
import { makeMonitor } from '../../testing/monitors/write-icmp.ts'

forEachEngine('figures of a check', (engine) => {
  const api = apiUnderTest(engine)
  const { ask, row, availabilityOf, storeRuns } = analyticsCalls(api)

  test('SA 1: availability is the share of runs that did not fail, and null without runs', async () => {
    const mixed = await makeMonitor(api)
    await storeRuns(mixed, [{}, {}, { verdict: 'failed' }, { verdict: 'degraded' }])
    assert.equal(await availabilityOf(mixed), 75)
    const degraded = await makeMonitor(api)
    await storeRuns(degraded, [{ verdict: 'degraded' }])
    assert.equal(await availabilityOf(degraded), 100)
    assert.equal(await availabilityOf(await makeMonitor(api)), null)
  })

  test('SA 2: 3 failures in 1440 runs', async () => {
    const id = await makeMonitor(api)
    const { row: template } = await storeResult(api, id, { scheduledAt: api.clock.now() - 1 })
    const from = api.clock.now() - dayMs + minuteMs
    const rows = Array.from({ length: 1_439 }, (_, index) => {
      const at = from + index * (minuteMs - 50)
      return {
        ...template,
        scheduledAt: at,
        startedAt: at,
        checkRunId: 1_000_000 + index,
        verdict: index % 500 === 1 ? ('failed' as const) : ('passed' as const),
      }
    })
    await api.store.write((db) => insertResults(db, rows))
    assert.equal(await availabilityOf(id), 99.79166666666667)
  })

  test('SA 3: every location of a parallel check counts by itself', async () => {
    const id = await makeMonitor(api)
    const { row: template } = await storeResult(api, id, { scheduledAt: api.clock.now() - 3 * dayMs })
    const from = api.clock.now() - 3 * hourMs
    const rows = Array.from({ length: 144 }, (_, index) =>
      ['eu-west-1', 'us-east-1', 'ap-south-1'].map((origin, place) => ({
        ...template,
        scheduledAt: from + index * minuteMs,
        startedAt: from + index * minuteMs,
        checkRunId: 2_000_000 + index * 3 + place,
        origin,
        location: origin,
        verdict: origin === 'us-east-1' ? ('failed' as const) : ('passed' as const),
      })),
    ).flat()
    await api.store.write((db) => insertResults(db, rows))
    assert.equal(await availabilityOf(id), 66.66666666666667)
    const grouped = await ask(id, 'metrics=availability&groupBy=runLocation')
    assert.deepEqual(grouped.at('series'), [
      { runLocation: 'ap-south-1', servedBy: 'AGENT', data: [{ availability: 100, coverage: null }] },
      { runLocation: 'eu-west-1', servedBy: 'AGENT', data: [{ availability: 100, coverage: null }] },
      { runLocation: 'us-east-1', servedBy: 'AGENT', data: [{ availability: 0, coverage: null }] },
    ])
  })

  test('SA 4: a retry that passed is one passed run with one retry', async () => {
    const id = await makeMonitor(api)
    const at = api.clock.now() - hourMs
    await storeResult(api, id, { startedAt: at, scheduledAt: at, verdict: 'failed', isFinal: false })
    await storeResult(api, id, { startedAt: at + 9_000, scheduledAt: at, attempt: 2 })
    const stats = await row(id, 'metrics=availability,retries')
    assert.deepEqual([stats['availability'], stats['retries']], [100, 1])
  })

  test('SA 5: cancelled runs and those with errors judge nothing', async () => {
    const id = await makeMonitor(api)
    await storeRuns(id, [{ verdict: 'failed' }, { verdict: 'cancelled' }, { verdict: 'withheld' }, {}])
    assert.equal(await availabilityOf(id), 50)
  })

  test('SA 6: test sessions and trigger URLs change no figure', async () => {
    const id = await makeMonitor(api)
    const failing = { verdict: 'failed' as const, responseTime: 1e6 }
    await storeRuns(id, [
      {},
      { ...failing, source: 'TEST_RECORD' },
      { ...failing, source: 'LEGACY_TRIGGER' },
      { ...failing, source: 'TRIGGER_NO_RECORD' },
      { ...failing, source: 'DEPLOYMENT' },
    ])
    const stats = await row(id, 'metrics=availability,latencyAvg_max')
    assert.deepEqual(stats, { availability: 100, latencyAvg_max: 15, coverage: null })
  })

  const everySuffix = ['avg', 'p50', 'median', 'p90', 'p95', 'p99', 'stddev', 'sum', 'min', 'max']
  const oneToHundred = Array.from({ length: 100 }, (_, index) => index + 1)
  for (const [name, values, expected] of [
    [
      'SA 7: 100 to 400',
      [100, 200, 300, 400],
      [250, 250, 250, 370, 385, 397, 111.80339887498948, 1000, 100, 400],
    ],
    ['SA 8: 1 to 100', oneToHundred, [50.5, 50.5, 50.5, 90.1, 95.05, 99.01, 28.86607004772212, 5050, 1, 100]],
    [
      'SA 9: one slow run among four',
      [120, 120, 120, 900],
      [315, 120, 120, 666, 783, 876.6, 337.7499074759311, 1260, 120, 900],
    ],
    ['SA 9: a single value', [42], [42, 42, 42, 42, 42, 42, 0, 42, 42, 42]],
  ] as const) {
    test(`${name} have these statistics`, async () => {
      const id = await makeMonitor(api)
      await storeRuns(
        id,
        values.map((value) => ({ responseTime: value })),
      )
      const stats = await row(id, everySuffix.map((suffix) => `metrics=latencyAvg_${suffix}`).join('&'))
      for (const [index, suffix] of everySuffix.entries()) {
        const value = Number(stats[`latencyAvg_${suffix}`])
        assert.ok(Math.abs(value - Number(expected[index])) < 1e-9, `${suffix} is ${value}`)
      }
    })
  }

  test('SA 10: what was not measured is left out of the statistics', async () => {
    const id = await makeMonitor(api)
    await storeRuns(id, [{ responseTime: null }, { responseTime: 100 }, { responseTime: null }])
    const stats = await row(id, 'metrics=latencyAvg_avg,latencyAvg_p50,latencyAvg_sum')
    assert.deepEqual(stats, { latencyAvg_avg: 100, latencyAvg_p50: 100, latencyAvg_sum: 100 })
    const unmeasured = await makeMonitor(api)
    await storeRuns(unmeasured, [{ responseTime: null }])
    assert.equal((await row(unmeasured, 'metrics=latencyAvg_avg'))['latencyAvg_avg'], null)
    const raw = await ask(id, 'metrics=latencyAvg')
    assert.deepEqual(columnOf(raw, 'latencyAvg'), [null, 100, null])
  })

  test('SA 11: figures of failed runs only, of passed runs only, and of both', async () => {
    const id = await makeMonitor(api)
    await storeRuns(id, [
      { responseTime: 10 },
      { responseTime: 20, verdict: 'degraded' },
      { responseTime: 90, verdict: 'failed' },
    ])
    const metrics = 'metrics=availability,latencyAvg_avg'
    const pick = async (query: string) => {
      const stats = await row(id, `${metrics}${query}`)
      return [stats['availability'], stats['latencyAvg_avg']]
    }
    assert.deepEqual(await pick('&filterByStatus=failure'), [0, 90])
    assert.deepEqual(await pick('&filterByStatus=success'), [100, 15])
    assert.deepEqual(await pick('&filterByStatus=success&filterByStatus=failure'), [200 / 3, 40])
    assert.deepEqual(await pick(''), [200 / 3, 40])
    assert.deepEqual(columnOf(await ask(id, 'metrics=latencyAvg&filterByStatus=failure'), 'latencyAvg'), [90])
    expectInvalid(await ask(id, `${metrics}&filterByStatus=passed`), 'query', ['filterByStatus.0'])
  })

  test('a value that nothing can measure is in no statistic, and every answer is one', async () => {
    const id = await makeMonitor(api)
    await storeRuns(
      id,
      [1e308, 1e308, 1e155, 100].map((value) => ({ responseTime: value })),
    )
    const suffixes = ['avg', 'sum', 'stddev', 'min', 'max']
    const plain = suffixes.map((suffix) => `metrics=latencyAvg_${suffix}`).join('&')
    assert.deepEqual(Object.values(await row(id, plain)), [100, 100, 0, 100, 100])
    const listed = await row(id, `${plain}&metrics=latencyAvg_p50`)
    assert.deepEqual(Object.values(listed), [100, 100, 0, 100, 100, 100])
    const alone = await makeMonitor(api)
    await storeRuns(alone, [{ responseTime: 1e308 }])
    assert.deepEqual(Object.values(await row(alone, plain)), [null, null, null, null, null])
    assert.deepEqual(columnOf(await ask(id, 'metrics=latencyAvg'), 'latencyAvg'), [100, 1e155, 1e308, 1e308])
  })

  test('a window as wide as time is answered, and shown as it was asked for', async () => {
    const id = await makeMonitor(api)
    const { row: template } = await storeResult(api, id, { scheduledAt: api.clock.now() - 1 })
    const checkNo = template.checkNo
    const hour = hourOf(api.clock.now()) - 5 * hourMs
    const rows = Array.from({ length: 6_000 }, (_, index) => {
      const at = hour + index * 1_000
      return { ...template, scheduledAt: at, startedAt: at, checkRunId: 4_000_000 + index }
    })
    await api.store.write(async (db) => {
      await insertResults(db, rows)
      await reopenHours(
        db,
        [hour, hour + hourMs].map((at) => ({ checkNo, hour: at, location: 'eu-west-1' })),
      )
    })
    await createRollupJob({
      store: api.store,
      clock: api.clock,
      log: silentLogger,
      rawRetentionDays: 30,
    }).runOnce()
    for (const window of [
      `from=${hour}&to=253402300799999`,
      'from=0000-01-01',
      'from=0000-01-01&to=253402300799999',
    ]) {
      for (const metrics of ['availability', 'availability,latencyAvg_p95', 'latencyAvg']) {
        const answer = await ask(id, `metrics=${metrics}&${window}`)
        assert.equal(answer.status, 200, answer.text)
        if (metrics !== 'latencyAvg') assert.deepEqual(columnOf(answer, 'availability'), [100])
        if (window.includes('to=')) assert.equal(answer.textAt('to'), '9999-12-31T23:59:59.999Z')
      }
    }
  })

  test('coverage counts neither sessions nor the place of a retry', async () => {
    const id = await makeMonitor(api)
    const hour = hourOf(api.clock.now()) - 3 * hourMs
    const run = (at: number, fields: Partial<ResultRow> = {}) =>
      storeResult(api, id, { startedAt: at, scheduledAt: at, ...fields })
    const { row: first } = await run(hour)
    const { checkNo } = first
    await api.store.write((db) =>
      countDueRuns(db, [
        { checkNo, hour, location: 'eu-west-1', count: 4 },
        { checkNo, hour, location: 'us-east-1', count: 2 },
      ]),
    )
    for (const index of [1, 2, 3, 4]) await run(hour + index, { source: 'TRIGGER_API' })
    await run(hour + 5, { source: 'SCHEDULE_NOW', origin: 'us-east-1' })
    await run(hour + 10, { origin: 'us-east-1', location: 'eu-west-1', attempt: 2 })
    // Begun in the hour after its slot.
    await run(hour + hourMs + 1, { scheduledAt: hour + 20, origin: 'us-east-1', location: 'eu-west-1' })
    const expectAll = async () => {
      const byPlace = await ask(
        id,
        `metrics=availability&groupBy=runLocation&from=${hour}&to=${hour + hourMs}`,
      )
      assert.deepEqual(byPlace.at('series'), [
        { runLocation: 'eu-west-1', servedBy: 'AGENT', data: [{ availability: 100, coverage: 1 / 4 }] },
        { runLocation: 'us-east-1', servedBy: 'AGENT', data: [{ availability: 100, coverage: 1 }] },
      ])
      const whole = await row(id, `metrics=availability&from=${hour}&to=${hour + hourMs}`)
      assert.equal(whole['coverage'], 3 / 6)
    }
    await expectAll()
    const job = createRollupJob({
      store: api.store,
      clock: api.clock,
      log: silentLogger,
      rawRetentionDays: 30,
    })
    await job.runOnce()
    await expectAll()
    // Its result reopens the hour of its start, and still is in the next answer about the hour of its slot.
    await run(hour + hourMs + 2, { scheduledAt: hour + 30 })
    await api.store.write((db) => reopenHours(db, [{ checkNo, hour: hour + hourMs, location: 'eu-west-1' }]))
    const coverage = async () =>
      (await row(id, `metrics=availability&from=${hour}&to=${hour + hourMs}`))['coverage']
    assert.equal(await coverage(), 4 / 6)
    await job.runOnce()
    assert.equal(await coverage(), 4 / 6)
  })

  test('SA 15: the beginning of the window is in it, its end is not', async () => {
    const id = await makeMonitor(api)
    const at = Math.floor(api.clock.now() / 1000) * 1000 - hourMs
    await storeResult(api, id, { startedAt: at, scheduledAt: at })
    const second = at / 1000
    assert.equal(await availabilityOf(id, `metrics=availability&from=${second}&to=${second + 1}`), 100)
    assert.equal(await availabilityOf(id, `metrics=availability&from=${second - 1}&to=${second}`), null)
  })

  test('coverage tells how much of what was due was measured, per place and per interval', async () => {
    const id = await makeMonitor(api)
    const checkNo = await findCheckNumber(api.store.read, { accountId: api.accountId, checkId: id })
    assert.ok(checkNo !== null)
    const hour = hourOf(api.clock.now()) - 3 * hourMs
    const due = (location: string, at: number, count: number) => ({ checkNo, hour: at, location, count })
    await api.store.write((db) =>
      countDueRuns(db, [
        due('eu-west-1', hour, 4),
        due('eu-west-1', hour + hourMs, 4),
        due('us-east-1', hour, 2),
        due('ap-south-1', hour, 5),
      ]),
    )
    const run = (at: number, fields: Partial<ResultRow> = {}) =>
      storeResult(api, id, { startedAt: at, scheduledAt: at, ...fields })
    for (const index of [0, 1, 2]) await run(hour + index, index === 0 ? { verdict: 'failed' } : {})
    for (const index of [0, 1, 2, 3, 4]) await run(hour + hourMs + index)
    await run(hour, { origin: 'us-east-1' })
    await run(hour + 1, { origin: 'us-east-1', verdict: 'withheld' })

    const window = `from=${hour}&to=${hour + 2 * hourMs}`
    const expectAll = async () => {
      const whole = await row(id, `metrics=availability&${window}`)
      assert.deepEqual(whole, { availability: (100 * 8) / 9, coverage: 9 / 15 })
      const byPlace = await ask(id, `metrics=availability&groupBy=runLocation&${window}`)
      assert.deepEqual(byPlace.at('series'), [
        { runLocation: 'ap-south-1', servedBy: 'AGENT', data: [{ availability: null, coverage: 0 }] },
        { runLocation: 'eu-west-1', servedBy: 'AGENT', data: [{ availability: 87.5, coverage: 1 }] },
        { runLocation: 'us-east-1', servedBy: 'AGENT', data: [{ availability: 100, coverage: 0.5 }] },
      ])
      const byHour = await ask(id, `metrics=availability&aggregationInterval=60&${window}`)
      assert.deepEqual(columnOf(byHour, 'coverage'), [4 / 11, 1])
      const halfHours = await ask(id, `metrics=availability&aggregationInterval=30&${window}`)
      assert.deepEqual(columnOf(halfHours, 'coverage'), [4 / 11, 1])
    }
    await expectAll()
    await createRollupJob({
      store: api.store,
      clock: api.clock,
      log: silentLogger,
      rawRetentionDays: 30,
    }).runOnce()
    await expectAll()
    assert.equal('coverage' in (await row(id, `metrics=retries&${window}`)), false)
  })

  test('a result that comes twice is told once, and a late one is in the next answer', async () => {
    const id = await makeMonitor(api)
    const at = hourOf(api.clock.now()) - 4 * hourMs
    const { row: first } = await storeResult(api, id, { startedAt: at, scheduledAt: at })
    const job = createRollupJob({
      store: api.store,
      clock: api.clock,
      log: silentLogger,
      rawRetentionDays: 30,
    })
    const store = (result: ResultRow) =>
      api.store.write(async (db) => {
        await insertResults(db, [result])
        const { checkNo, location } = result
        await reopenHours(db, [{ checkNo, hour: hourOf(result.startedAt), location }])
      })
    const total = async () => (await row(id, 'metrics=packetLoss_sum,availability'))['packetLoss_sum']
    await store(first)
    await job.runOnce()
    assert.equal(await total(), 0)
    const late = {
      ...first,
      scheduledAt: at + 1,
      startedAt: at + 1,
      checkRunId: 3_000_000,
      metrics: { packetLoss: 100 },
    }
    await store(late)
    assert.equal(await total(), 100)
    await job.runOnce()
    await store(late)
    await job.runOnce()
    assert.equal(await total(), 100)
    assert.equal(await availabilityOf(id), 100)
  })
})
