import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { dayMs, hourMs, minuteMs } from '@sonde/ground/durations.ts'
import type { MeasuredCheck } from '@sonde/store/results/measured-values.ts'
import type { ResultRow } from '@sonde/store/results/results.ts'
import { type OpenedStore, forEachEngine } from '@sonde/store/testing/engines.ts'
import {
  addNumberedCheck,
  createKeptLog,
  createMovableClock,
  makeRun,
  storeDueRuns,
  storeRuns,
} from '../testing/stored-runs.ts'
import { expectSame, measured, recompute } from '../testing/recomputed-stats.ts'
import { calendarBuckets } from './calendar-buckets.ts'
import { rawHorizon } from './raw-horizon.ts'
import { type AnalyticsDeps, type RunStatsRequest, readRunStats } from './read-run-stats.ts'
import { createRetentionJob } from './retention-job.ts'
import { readRolledUp } from './rolled-up-range.ts'
import { createRollupJob } from './rollup-job.ts'
import { standInPlace } from './stand-ins.ts'

const start = Date.UTC(2026, 7, 10)
const spanMs = 6 * dayMs
const now = start + spanMs + 37 * minuteMs
const agentCameAt = start + 2.4 * dayMs + 25 * minuteMs
const places = ['eu-west-1', 'us-east-1', 'office']
const percentiles = new Set(['responseTime', 'latencyMin'] as const)

function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

function pick<const Item>(items: readonly [Item, ...Item[]], random: () => number): Item {
  return items[Math.floor(random() * items.length)] ?? items[0]
}

/** This server stood in for eu-west-1 until its agent came, in the middle of an hour; of the first day it is not known. */
function wasStandIn(location: string, at: number): boolean | null {
  if (location === 'office') return false
  return at < start + dayMs + 10 * minuteMs ? null : location === 'us-east-1' || at < agentCameAt
}

/** Every kind of result, at any moment, some begun in the hour after their slot. */
function makeRuns(checkNo: number, length: number, random: () => number): ResultRow[] {
  return Array.from({ length }, (_, index) => {
    const scheduledAt = start + Math.floor(random() * spanMs)
    const startedAt = scheduledAt + Math.floor(random() ** 4 * hourMs)
    const verdict = pick(
      ['passed', 'passed', 'passed', 'degraded', 'failed', 'withheld', 'cancelled'],
      random,
    )
    const origin = pick(['eu-west-1', 'us-east-1', 'office'], random)
    const location = random() < 0.1 ? pick(['eu-west-1', 'us-east-1'], random) : origin
    return makeRun(checkNo, startedAt, {
      scheduledAt,
      verdict,
      origin,
      location,
      isStandIn: wasStandIn(location, startedAt),
      attempt: 1 + Math.floor(random() ** 3 * 4),
      isFinal: random() < 0.9,
      source: pick(['SCHEDULER', 'SCHEDULER', 'TRIGGER_API', 'TEST_RECORD', 'LEGACY_TRIGGER'], random),
      responseTime: random() < 0.1 ? null : 5 * (1 - random()) ** -1.2,
      metrics: {
        packetLoss: index % 4 === 0 ? 50 : 0,
        // On both sides of zero, as days until an end that may be over.
        latencyMin: random() < 0.05 ? null : Math.floor(random() * 60) - 20,
      },
      statusCode: random() < 0.2 ? null : pick([200, 200, 503], random),
    })
  })
}

forEachEngine('figures', (engine) => {
  const clock = createMovableClock(start)
  const log = createKeptLog()
  const random = createRandom(20_260_819)
  let opened: OpenedStore
  let runs: ResultRow[] = []
  let checkNos: number[] = []
  let checks: MeasuredCheck[] = []

  before(async () => {
    opened = await engine.open({ clock })
    const { store } = opened
    checkNos = [(await addNumberedCheck(store)).checkNo, (await addNumberedCheck(store)).checkNo]
    checks = checkNos.map((checkNo) => ({ checkNo, checkType: 'ICMP' }))
    const [first = 0, second = 0] = checkNos
    runs = [...makeRuns(first, 4_000, random), ...makeRuns(second, 1_000, random)]
    const late = runs.filter((_, index) => index % 250 === 0)
    await storeDueRuns(
      store,
      runs.filter((run) => !late.includes(run)),
    )
    // Computed day by day as time goes on, and then some results come late and wait in their old hours.
    const job = createRollupJob({ store, clock, log, rawRetentionDays: 30 })
    for (let at = start + dayMs; at <= now; at += dayMs) {
      clock.set(at + hourMs)
      await job.runOnce()
    }
    clock.set(now)
    await job.runOnce()
    await storeRuns(store, late)
  })
  after(() => opened.close())

  const deps = (more: Partial<AnalyticsDeps> = {}): AnalyticsDeps => ({
    store: opened.store,
    clock,
    rawRetentionDays: 30,
    rollupRetentionDays: 760,
    ...more,
  })

  const request = (fields: Partial<RunStatsRequest>): RunStatsRequest => ({
    checks: checks.slice(0, 1),
    window: { from: start, to: now },
    status: null,
    grouping: { by: null, buckets: null },
    metrics: measured,
    percentiles,
    ...fields,
  })

  /** Days and weeks of places whose midnight is a full hour, half of one, or three quarters. */
  function calendarEdges(window: { from: number; to: number }): number[] {
    const timezone = pick(['UTC', 'Europe/Paris', 'Asia/Kolkata', 'Asia/Kathmandu'], random)
    const granularity = pick(['day', 'week'], random)
    const parts = calendarBuckets(window, { granularity, timezone, most: 100 }) ?? []
    return [...parts.map(({ from }) => from), window.to]
  }

  function randomRequest(): RunStatsRequest {
    const from = start + Math.floor(random() * spanMs * 0.6)
    const to = from + Math.ceil(random() * (now - from))
    const widthMs = pick([minuteMs, 17 * minuteMs, hourMs, 6 * hourMs, dayMs, 43_200 * minuteMs], random)
    return request({
      checks: random() < 0.3 ? checks : checks.slice(0, 1),
      window: { from, to },
      status: pick([null, null, null, 'success', 'failure'], random),
      ...(random() < 0.5 ? { placeOf: standInPlace(new Set(['us-east-1']), 'eu-central-1').placeOf } : {}),
      grouping: {
        by: pick([null, null, 'location', 'location', 'statusCode'], random),
        buckets:
          random() < 0.4
            ? null
            : random() < 0.4
              ? { edges: calendarEdges({ from, to }) }
              : { originAt: from - (from % minuteMs), widthMs },
      },
    })
  }

  test('are those of a plain recomputation, exactly, for any question', async () => {
    for (let round = 0; round < 90; round += 1) {
      const asked = randomRequest()
      // From the results, from packed hours and the results of the others, and as it comes.
      const mostSingleRuns = [Infinity, 0, 1_000][round % 3] ?? 0
      const stats = await readRunStats(deps({ mostSingleRuns }), asked)
      assert.ok(stats.every(({ metrics }) => [...metrics.values()].every(({ sketch }) => sketch === null)))
      expectSame(stats, recompute(runs, asked), 0)
    }
  })

  test('of very many runs come from rollups: all exact but percentiles, which are within 1 %', async () => {
    let sketched = 0
    for (let round = 0; round < 60; round += 1) {
      const asked = randomRequest()
      const mostSingleRuns = round % 2 === 0 ? 0 : Infinity
      const stats = await readRunStats(deps({ mostExactRuns: 300, mostSingleRuns }), asked)
      sketched += stats.filter(({ metrics }) => metrics.get('responseTime')?.sketch !== null).length
      expectSame(stats, recompute(runs, asked), 0.01)
    }
    assert.ok(sketched > 50, `${sketched} groups came from sketches`)
  })

  test('of all time are those of the time that is stored', async () => {
    const stored = request({ checks, window: { from: start - dayMs, to: now } })
    const known = { ...stored, window: { from: start, to: now + hourMs } }
    const windows = [
      { from: start - dayMs, to: 8_640_000_000_000_000 },
      { from: Date.UTC(-1, 0), to: now + 1 },
      { from: -8_640_000_000_000_000, to: 8_640_000_000_000_000 },
    ]
    for (const window of windows) {
      for (const mostExactRuns of [10, 100_000]) {
        const stats = await readRunStats(deps({ mostExactRuns }), { ...stored, window })
        expectSame(stats, recompute(runs, window.to === now + 1 ? stored : known), 0.01)
      }
    }
  })

  test('rollups of a range are looked for from the first day that has any', async () => {
    let daysLookedAt = 0
    const rows = await readRolledUp(opened.store.read, {
      checkNos,
      from: -8_640_000_000_000_000,
      to: start + spanMs,
      recentAt: start + spanMs - dayMs,
      isWanted: () => true,
      isTogether() {
        daysLookedAt += 1
        assert.ok(daysLookedAt <= spanMs / dayMs)
        return true
      },
    })
    assert.ok(daysLookedAt > 0 && rows.length > 0)
  })

  test('of a window before everything that is kept are none', async () => {
    const window = { from: -8_640_000_000_000_000, to: start - 800 * dayMs }
    assert.deepEqual(await readRunStats(deps({ mostExactRuns: 10 }), request({ window })), [])
    const kept = deps({ rollupRetentionDays: 36_500 })
    const older = { from: start - 36_400 * dayMs, to: start - dayMs }
    assert.deepEqual(await readRunStats(kept, request({ window: older })), [])
  })

  test('of whole days come from the rollups of days', async () => {
    const asked = request({ checks, grouping: { by: 'location', buckets: null } })
    expectSame(await readRunStats(deps({ mostExactRuns: 10 }), asked), recompute(runs, asked), 0.01)
  })

  test('of a place are of who ran it then, whoever serves the location now', async () => {
    const { placeOf } = standInPlace(new Set(['eu-west-1', 'us-east-1', 'eu-south-1']), 'eu-south-1')
    const asked = request({
      placeOf,
      window: { from: start + 2 * dayMs, to: now },
      grouping: { by: 'location', buckets: null },
    })
    for (const limits of [{}, { mostSingleRuns: 0 }, { mostExactRuns: 10 }]) {
      const stats = await readRunStats(deps(limits), asked)
      assert.deepEqual(stats.map(({ location }) => location).toSorted(), ['*', 'eu-west-1', 'office'])
      expectSame(stats, recompute(runs, asked), 0.01)
    }
  })

  test('of hours that an earlier version computed come from the results', async () => {
    const asked = request({ checks, grouping: { by: 'location', buckets: null } })
    const [first = 0] = checkNos
    const removed = { from: start + dayMs, to: start + 3 * dayMs }
    const { numDeletedRows } = await opened.store.write((db) =>
      db
        .deleteFrom('hourly_runs')
        .where('check_no', '=', first)
        .where('hour', '>=', removed.from)
        .where('hour', '<', removed.to)
        .executeTakeFirstOrThrow(),
    )
    assert.ok(numDeletedRows > 40n, `${numDeletedRows} hours`)
    expectSame(await readRunStats(deps({ mostSingleRuns: 0 }), asked), recompute(runs, asked), 0)
  })

  test('a run that begins exactly at the end is not in the window, one at the beginning is', async () => {
    const run = runs.find(
      ({ isFinal, source, verdict }) => isFinal && source === 'SCHEDULER' && verdict === 'passed',
    )
    assert.ok(run)
    const at = run.startedAt
    for (const window of [
      { from: at, to: at + 1 },
      { from: at - 1, to: at },
    ]) {
      const asked = request({ checks: [run], window })
      const stats = await readRunStats(deps(), asked)
      assert.equal(stats[0]?.runs ?? 0, recompute(runs, asked).values().next().value?.length ?? 0)
      assert.equal((stats[0]?.runs ?? 0) > 0, window.from === at)
    }
  })

  test('SA 60: whatever the buckets, and though the clock jumps, every run is in exactly one', async (t) => {
    const whole = await readRunStats(deps(), request({}))
    t.after(() => clock.set(now))
    for (const widthMs of [minuteMs, 7 * minuteMs, hourMs, dayMs]) {
      clock.set(clock.now() === now ? now + hourMs : now)
      const grouping = { by: null, buckets: { originAt: start, widthMs } }
      const parts = await readRunStats(deps(), request({ grouping }))
      assert.equal(
        parts.reduce((sum, part) => sum + part.runs, 0),
        whole[0]?.runs,
      )
    }
  })

  test('SA 22: of times whose results are gone, counts and averages are exact and percentiles within 1 %', async () => {
    const { store } = opened
    const job = createRollupJob({ store, clock, log, rawRetentionDays: 30 })
    await job.runOnce()
    const later = start + 33 * dayMs
    clock.set(later)
    const days = { rawRetentionDays: 30, rollupRetentionDays: 760 }
    await createRetentionJob({ store, clock, log, ...days }).runOnce()
    await job.runOnce()
    const horizon = rawHorizon(later, 30)
    const isGone = (run: ResultRow) => run.scheduledAt < later - 30 * dayMs
    assert.ok(runs.filter(isGone).length > 1_000)

    const windows = [
      { from: start, to: later },
      { from: start + 5 * hourMs, to: start + 40 * hourMs },
      // Edges in the middle of hours whose results are gone reach to the full hour.
      { from: start + 5 * hourMs + 123_456, to: start + 40 * hourMs - 99_999 },
      { from: start + dayMs + 1, to: horizon + 90 * minuteMs + 17 },
    ]
    for (const window of windows) {
      for (const by of [null, 'location'] as const) {
        const asked = request({ checks, window, grouping: { by, buckets: null } })
        const widened = {
          from: Math.floor(window.from / hourMs) * hourMs,
          to: window.to > horizon ? window.to : Math.ceil(window.to / hourMs) * hourMs,
        }
        const stats = await readRunStats(deps(), asked)
        expectSame(stats, recompute(runs, { ...asked, window: widened }), 0.01)
        assert.ok(stats.every(({ metrics }) => metrics.get('responseTime')?.sketch !== null))
      }
    }
    const buckets = { originAt: start, widthMs: dayMs }
    const byDay = request({ window: { from: start, to: later }, grouping: { by: null, buckets } })
    expectSame(await readRunStats(deps(), byDay), recompute(runs, byDay), 0.01)

    const rawOnly = [
      request({ window: { from: start, to: later }, status: 'failure' }),
      request({ window: { from: start, to: later }, grouping: { by: 'statusCode', buckets: null } }),
    ]
    for (const asked of rawOnly) {
      const known = { ...asked, window: { from: horizon, to: later } }
      expectSame(await readRunStats(deps(), asked), recompute(runs, known), 0)
    }
  })

  test('nothing is known of a check without runs', async () => {
    const { checkNo } = await addNumberedCheck(opened.store)
    assert.deepEqual(await readRunStats(deps(), request({ checks: [{ checkNo, checkType: 'ICMP' }] })), [])
    assert.deepEqual(await readRunStats(deps(), request({ checks: [] })), [])
  })

  test('the jobs had nothing to complain about', () => {
    assert.deepEqual(log.told, [])
    assert.ok(places.every((place) => runs.some(({ location }) => location === place)))
  })
})
