import { setImmediate as nextTurn } from 'node:timers/promises'
import assert from 'node:assert/strict'
import { responseTimeNumber } from '@sonde/store/results/metric-columns.ts'
import { after, before, test } from 'node:test'
import { dayMs, hourMs, minuteMs } from '@sonde/ground/durations.ts'
import { silentLogger } from '@sonde/ground/testing/silent-logger.ts'
import { reopenHours } from '@sonde/store/runs/due-runs.ts'
import { insertResults } from '@sonde/store/results/results.ts'
import { coverageByHour, rolledUpDays, rolledUpHours } from '@sonde/store/rollups/rolled-up-stats.ts'
import { type OpenedStore, forEachEngine } from '@sonde/store/testing/engines.ts'
import {
  addNumberedCheck,
  createKeptLog,
  createMovableClock,
  makeRun,
  storeDueRuns,
  storeRuns,
} from '../testing/stored-runs.ts'
import { decodeMeasures } from './measures.ts'
import { createRollupJob } from './rollup-job.ts'

const noon = Date.UTC(2026, 7, 19, 12)
const midnight = noon - 12 * hourMs

forEachEngine('the rollup job', (engine) => {
  const clock = createMovableClock(noon)
  let opened: OpenedStore
  before(async () => {
    opened = await engine.open({ clock })
  })
  after(() => opened.close())

  const log = createKeptLog()
  const job = () => createRollupJob({ store: opened.store, clock, log, rawRetentionDays: 30 })
  const hours = async (checkNo: number) =>
    (await rolledUpHours(opened.store.read, { checkNos: [checkNo], from: 0, to: noon * 2 })).toSorted(
      (left, right) => left.at - right.at || left.location.localeCompare(right.location),
    )
  const days = (checkNo: number) =>
    rolledUpDays(opened.store.read, { checkNos: [checkNo], from: 0, to: noon * 2 })
  const openCount = async (checkNo: number) =>
    (await coverageByHour(opened.store.read, { checkNo, from: 0, to: noon * 2 })).filter(
      ({ isInFlux }) => isInFlux,
    ).length

  test('an hour is computed when it is ten minutes old, and not before', async () => {
    const { checkNo } = await addNumberedCheck(opened.store)
    await storeDueRuns(opened.store, [makeRun(checkNo, noon + 5 * minuteMs)])
    clock.set(noon + hourMs + 10 * minuteMs)
    await job().runOnce()
    assert.equal(await openCount(checkNo), 1)
    clock.set(noon + hourMs + 11 * minuteMs)
    assert.equal(await job().runOnce(), 1)
    assert.equal(await openCount(checkNo), 0)
    assert.equal((await hours(checkNo))[0]?.runs, 1)
  })

  test('counts what counts: final results of counted sources, by the place and hour of their start', async () => {
    const { checkNo } = await addNumberedCheck(opened.store)
    const at = noon + hourMs
    await storeDueRuns(opened.store, [
      makeRun(checkNo, at, { responseTime: 10 }),
      makeRun(checkNo, at + 1, { verdict: 'degraded', responseTime: 20 }),
      makeRun(checkNo, at + 2, { verdict: 'failed', responseTime: null }),
      makeRun(checkNo, at + 3, { verdict: 'failed', isFinal: false }),
      makeRun(checkNo, at + 4, { attempt: 3, responseTime: 30 }),
      makeRun(checkNo, at + 5, { verdict: 'withheld', responseTime: null }),
      makeRun(checkNo, at + 6, { verdict: 'cancelled' }),
      makeRun(checkNo, at + 7, { verdict: 'failed', source: 'TEST_RECORD' }),
      makeRun(checkNo, at + 8, { verdict: 'failed', source: 'LEGACY_TRIGGER' }),
      makeRun(checkNo, at + 9, { source: 'TRIGGER_API', responseTime: 40 }),
      // Due in this hour, begun in the next.
      makeRun(checkNo, at + hourMs, { scheduledAt: at + hourMs - 10, responseTime: 50 }),
      // Begun here, retried elsewhere.
      makeRun(checkNo, at + 20, { location: 'us-east-1', attempt: 2, responseTime: 60 }),
    ])
    clock.set(noon + 4 * hourMs)
    await job().runOnce()
    const [here, elsewhere, next] = await hours(checkNo)
    const { measures, ...counts } = here ?? { measures: null }
    assert.deepEqual(counts, {
      checkNo,
      at,
      location: 'eu-west-1',
      due: 12,
      runs: 5,
      failed: 1,
      retries: 2,
      standIns: 'none',
    })
    const latency = decodeMeasures(measures).get(responseTimeNumber)
    assert.deepEqual([latency?.n, latency?.sum, latency?.min, latency?.max], [4, 100, 10, 40])
    assert.deepEqual([elsewhere?.location, elsewhere?.runs, elsewhere?.retries], ['us-east-1', 1, 1])
    assert.deepEqual([next?.at, next?.runs, next?.due], [at + hourMs, 1, 0])
    const stored = await opened.store.read
      .selectFrom('hourly_rollups')
      .select(['degraded', 'errors'])
      .where('check_no', '=', checkNo)
      .where('hour', '=', at)
      .where('location', '=', 'eu-west-1')
      .executeTakeFirstOrThrow()
    assert.deepEqual({ ...stored }, { degraded: 1, errors: 1 })
  })

  test('what is covered is counted as what is due is: scheduled runs, by slot and the place where they began', async () => {
    const { checkNo } = await addNumberedCheck(opened.store)
    const covered = async () =>
      (await coverageByHour(opened.store.read, { checkNo, from: 0, to: noon * 2 }))
        .filter(({ due }) => due > 0)
        .map(({ hour, location, due, covered: count }) => [(hour - noon) / hourMs, location, due, count])
        .toSorted()
    await storeDueRuns(opened.store, [
      makeRun(checkNo, noon),
      makeRun(checkNo, noon + 1, { verdict: 'failed' }),
      makeRun(checkNo, noon + 2, { verdict: 'withheld' }),
      makeRun(checkNo, noon + 3, { verdict: 'cancelled' }),
      makeRun(checkNo, noon + 4, { isFinal: false, verdict: 'failed' }),
      makeRun(checkNo, noon + hourMs),
    ])
    // Nobody waited for these.
    await storeRuns(opened.store, [
      makeRun(checkNo, noon + 10, { source: 'TRIGGER_API' }),
      makeRun(checkNo, noon + 11, { source: 'SCHEDULE_NOW' }),
    ])
    clock.set(noon + 3 * hourMs)
    await job().runOnce()
    assert.deepEqual(await covered(), [
      [0, 'eu-west-1', 5, 2],
      [1, 'eu-west-1', 1, 1],
    ])
    // The retry ends elsewhere and in the next hour, when everything is computed already.
    const retried = { scheduledAt: noon + 4, location: 'us-east-1', attempt: 2 }
    await storeRuns(opened.store, [makeRun(checkNo, noon + hourMs + 5, retried)])
    await job().runOnce()
    assert.deepEqual(await covered(), [
      [0, 'eu-west-1', 5, 3],
      [1, 'eu-west-1', 1, 1],
    ])
    clock.set(midnight + 26 * hourMs)
    await job().runOnce()
    const day = await opened.store.read
      .selectFrom('daily_rollups')
      .select(['location', 'due', 'covered', 'runs'])
      .where('check_no', '=', checkNo)
      .orderBy('location')
      .execute()
    assert.deepEqual(
      day.map((row) => ({ ...row })),
      [
        { location: 'eu-west-1', due: 6, covered: 4, runs: 5 },
        { location: 'us-east-1', due: 0, covered: 0, runs: 1 },
      ],
    )
  })

  test('a value that nothing can measure is left out', async () => {
    const { checkNo } = await addNumberedCheck(opened.store)
    await storeDueRuns(opened.store, [
      makeRun(checkNo, noon, { responseTime: 1e308 }),
      makeRun(checkNo, noon + 1, { responseTime: 10 }),
    ])
    clock.set(noon + 2 * hourMs)
    await job().runOnce()
    const [hour] = await hours(checkNo)
    const latency = decodeMeasures(hour?.measures ?? null).get(responseTimeNumber)
    assert.deepEqual([hour?.runs, latency?.n, latency?.sum, latency?.max], [2, 1, 10, 10])
  })

  test('SA 20: the same result delivered twice is counted once, however often the hour is computed', async () => {
    const { checkNo } = await addNumberedCheck(opened.store)
    const run = makeRun(checkNo, noon)
    await storeDueRuns(opened.store, [run])
    await storeRuns(opened.store, [run])
    clock.set(noon + 2 * hourMs)
    await job().runOnce()
    await opened.store.write((db) => reopenHours(db, [{ checkNo, hour: noon, location: 'eu-west-1' }]))
    await job().runOnce()
    assert.deepEqual(
      (await hours(checkNo)).map(({ runs, due }) => [runs, due]),
      [[1, 1]],
    )
  })

  test('SA 21: a result that comes hours late is in its old hour and day, once', async () => {
    const { checkNo } = await addNumberedCheck(opened.store)
    const yesterday = midnight - 5 * hourMs
    await storeDueRuns(opened.store, [makeRun(checkNo, yesterday)])
    clock.set(midnight + hourMs)
    await job().runOnce()
    assert.deepEqual(
      (await days(checkNo)).map(({ at, runs, due }) => [at, runs, due]),
      [[midnight - dayMs, 1, 1]],
    )
    await storeRuns(opened.store, [makeRun(checkNo, yesterday + minuteMs, { verdict: 'failed' })])
    clock.set(midnight + 2 * hourMs)
    await job().runOnce()
    await job().runOnce()
    assert.deepEqual(
      [...(await hours(checkNo)), ...(await days(checkNo))].map(({ runs, failed }) => [runs, failed]),
      [
        [2, 1],
        [2, 1],
      ],
    )
  })

  test('a day is the sum of its hours, and waits for the last of them', async () => {
    const { checkNo } = await addNumberedCheck(opened.store)
    const runs = Array.from({ length: 24 }, (_, hour) =>
      makeRun(checkNo, midnight + hour * hourMs, { responseTime: hour + 1, origin: 'eu-west-1' }),
    )
    await storeDueRuns(opened.store, runs)
    await storeDueRuns(opened.store, [makeRun(checkNo, midnight, { origin: 'us-east-1' })])
    clock.set(midnight + 24 * hourMs + 5 * minuteMs)
    await job().runOnce()
    const openDays = () =>
      opened.store.read
        .selectFrom('daily_rollups')
        .select('location')
        .where('check_no', '=', checkNo)
        .where('computed_at', 'is', null)
        .execute()
    assert.equal((await openDays()).length, 2)
    clock.set(midnight + 25 * hourMs)
    await job().runOnce()
    assert.equal((await openDays()).length, 0)
    const [here, there] = (await days(checkNo)).toSorted((a, b) => a.location.localeCompare(b.location))
    assert.deepEqual([here?.runs, here?.due, there?.runs], [24, 24, 1])
    const latency = decodeMeasures(here?.measures ?? null).get(responseTimeNumber)
    assert.deepEqual([latency?.n, latency?.sum, latency?.max, latency?.sketch.count], [24, 300, 24, 24])
  })

  test('an hour whose results are already deleted stays as it was computed', async () => {
    const { checkNo } = await addNumberedCheck(opened.store)
    await storeDueRuns(opened.store, [makeRun(checkNo, noon), makeRun(checkNo, noon + 1)])
    clock.set(noon + 2 * hourMs)
    await job().runOnce()
    clock.set(noon + 31 * dayMs)
    await opened.store.write(async (db) => {
      await db.deleteFrom('results').where('check_no', '=', checkNo).execute()
      await reopenHours(db, [{ checkNo, hour: noon, location: 'eu-west-1' }])
    })
    await job().runOnce()
    assert.equal((await hours(checkNo))[0]?.runs, 2)
    assert.equal(await openCount(checkNo), 0)
  })

  test('a place that has results but no row yet gets one', async () => {
    const { checkNo } = await addNumberedCheck(opened.store)
    clock.set(noon)
    await storeDueRuns(opened.store, [makeRun(checkNo, noon)])
    await opened.store.write((db) => insertResults(db, [makeRun(checkNo, noon + 1, { origin: 'us-east-1' })]))
    clock.set(noon + 2 * hourMs)
    await job().runOnce()
    assert.deepEqual(
      (await hours(checkNo)).map(({ location, runs }) => [location, runs]),
      [
        ['eu-west-1', 1],
        ['us-east-1', 1],
      ],
    )
  })

  test('hours of a deleted check end the wait, and stop nothing', async () => {
    const { checkNo, checkId } = await addNumberedCheck(opened.store)
    await storeDueRuns(opened.store, [makeRun(checkNo, noon)])
    await opened.store.write((db) => db.deleteFrom('checks').where('id', '=', checkId).execute())
    clock.set(noon + 2 * hourMs)
    await job().runOnce()
    assert.equal(await openCount(checkNo), 0)
  })

  test('two servers that compute at once compute everything, once', async () => {
    const numbers: number[] = []
    for (let index = 0; index < 40; index += 1) {
      const { checkNo } = await addNumberedCheck(opened.store)
      numbers.push(checkNo)
      await storeDueRuns(opened.store, [
        makeRun(checkNo, noon),
        makeRun(checkNo, noon + 1, { origin: 'us-east-1' }),
      ])
    }
    clock.set(noon + 2 * hourMs)
    const computed = await Promise.all([job().runOnce(), job().runOnce()])
    const rows = await rolledUpHours(opened.store.read, { checkNos: numbers, from: noon, to: noon + 1 })
    assert.equal(rows.length, 80)
    assert.ok(rows.every(({ runs, due }) => runs === 1 && due === 1))
    assert.ok(computed[0] + computed[1] >= 80)
  })

  test('a started job works by itself until it is stopped, and tells of a failure', async () => {
    const { checkNo } = await addNumberedCheck(opened.store)
    await storeDueRuns(opened.store, [makeRun(checkNo, noon)])
    clock.set(noon + 2 * hourMs)
    const started = job()
    started.start()
    while ((await openCount(checkNo)) > 0) await nextTurn()
    await started.stop()

    await storeDueRuns(opened.store, [makeRun(checkNo, noon + 1)])
    const { promise: told, resolve } = Promise.withResolvers<string>()
    const failing = createRollupJob({
      store: { ...opened.store, write: () => Promise.reject(new Error('no disk')) },
      clock,
      log: { ...silentLogger, warn: (_fields, message) => resolve(message) },
      rawRetentionDays: 30,
    })
    failing.start()
    assert.match(await told, /^rolling up results failed; retrying$/)
    await failing.stop()
  })
})
