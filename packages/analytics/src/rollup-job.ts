import { setImmediate as nextTurn } from 'node:timers/promises'
import { dayMs, hourMs, minuteMs } from '@sonde/ground/durations.ts'
import type { Logger } from '@sonde/ground/logger.ts'
import { isStopped, repeatWork, type RepeatingWork } from '@sonde/ground/repeat-work.ts'
import { type MetricValues, metricsOf } from '@sonde/schema/check-types/check-metrics.ts'
import type { CheckType } from '@sonde/schema/check-types/check-type.ts'
import type { Clock } from '@sonde/ground/clock.ts'
import { hourOf } from '@sonde/store/runs/due-runs.ts'
import { writeHourlyRuns } from '@sonde/store/rollups/hourly-runs.ts'
import { isMeasurable } from '@sonde/store/results/measured-values.ts'
import { metricNumberOf } from '@sonde/store/results/metric-columns.ts'
import { endNumber } from '@sonde/store/results/stored-verdicts.ts'
import {
  type DayKey,
  type HourKey,
  type HourResult,
  type RollupStats,
  addMissingHour,
  closeDay,
  closeHour,
  closeHourUnread,
  correctCovered,
  countCovered,
  dayOf,
  hoursOfDay,
  lockOpenDays,
  lockOpenLocations,
  openDay,
  openHours,
  resultsOfHour,
} from '@sonde/store/rollups/rollups.ts'
import { shareOfHours, shareOfRuns } from '@sonde/store/rollups/stand-in-share.ts'
import type { Db, Store } from '@sonde/store/engine/store.ts'
import {
  type Measures,
  addValue,
  createMeasure,
  decodeMeasures,
  encodeMeasures,
  mergeMeasures,
} from './measures.ts'
import { type CountedRun, packRuns } from './packed-runs.ts'
import { rawHorizon } from './raw-horizon.ts'

export type RollupJob = RepeatingWork & {
  /** Computes every hour and day that is ready; tells how many. */
  runOnce(signal?: AbortSignal): Promise<number>
}

export type RollupJobDeps = {
  store: Store
  clock: Clock
  log: Logger
  rawRetentionDays: number
  /** Between two rounds; a minute unless told. */
  pauseMs?: number
}

/**
 * An hour is computed when it is ten minutes old: what arrives later reopens it. Half a minute more is for
 * results that were received just before and are still being written.
 */
const settlingMs = 10 * minuteMs + 30_000
/** How long one slice may keep the thread, and every other write, waiting. */
const sliceMs = 10
const rowsPerLook = 200
const daysPerLook = 20

/** Computes rollups from results, as often as needed: what it writes depends on the results alone. */
export function createRollupJob(deps: RollupJobDeps): RollupJob {
  const { store, clock, log, rawRetentionDays, pauseMs = minuteMs } = deps

  async function rollUpHours(signal?: AbortSignal): Promise<number> {
    let computed = 0
    while (!isStopped(signal)) {
      const now = clock.now()
      const waiting = await openHours(store.read, { upTo: now - hourMs - settlingMs, limit: rowsPerLook })
      const done = await inSlices(waiting, signal, (db, key) => rollUpHour(db, key, now))
      computed += done
      // Fewer than looked for: nothing else waits. Nothing done: another server has the rest in hand.
      if (waiting.length === 0 || done === 0) break
    }
    return computed
  }

  async function rollUpHour(db: Db, key: HourKey, now: number): Promise<number> {
    const { checkNo, hour, checkType } = key
    const locations = await lockOpenLocations(db, key)
    if (locations.size === 0) return 0
    if (checkType === null || hour < rawHorizon(now, rawRetentionDays)) {
      await closeHourUnread(db, { checkNo, hour, computedAt: now })
    } else {
      const hourResults = await resultsOfHour(db, { checkNo, checkType, hour })
      const covered = await countCovered(db, { checkNo, from: hour - hourMs, to: hour + hourMs })
      const results = Map.groupBy(hourResults, ({ location }) => location)
      for (const location of locations) {
        const ofLocation = results.get(location) ?? []
        const stats = summarize(checkType, ofLocation)
        const counts = { ...stats, covered: covered.of(hour, location) }
        await closeHour(db, { checkNo, hour, location, ...counts, computedAt: now })
        const counted = countedRuns(ofLocation)
        if (counted.length > 0) {
          const packed = packRuns(checkType, counted)
          await writeHourlyRuns(db, { checkNo, hour, location, packed })
        }
      }
      for (const location of results.keys()) {
        if (!locations.has(location)) await addMissingHour(db, { checkNo, hour, location })
      }
      for (const slot of slotsElsewhere(hourResults, { hour, locations })) {
        const row = { checkNo, ...slot, covered: covered.of(slot.hour, slot.location) }
        if (await correctCovered(db, row)) {
          await openDay(db, { checkNo, day: dayOf(slot.hour), location: slot.location })
        }
      }
    }
    for (const location of locations) await openDay(db, { checkNo, day: dayOf(hour), location })
    return locations.size
  }

  async function rollUpDays(signal?: AbortSignal): Promise<number> {
    let computed = 0
    while (!isStopped(signal)) {
      const now = clock.now()
      const { done, isEnd } = await store.write(async (db) => {
        const endsAt = performance.now() + sliceMs
        const days = await lockOpenDays(db, { upTo: now - dayMs - settlingMs, limit: daysPerLook })
        let count = 0
        for (const day of days) {
          await rollUpDay(db, day, now)
          count += 1
          if (performance.now() >= endsAt) break
        }
        return { done: count, isEnd: count === days.length && count < daysPerLook }
      })
      computed += done
      if (isEnd) break
      await nextTurn()
    }
    return computed
  }

  /** Does as much as fits into a slice in each transaction, and lets others go first in between. */
  async function inSlices<Item>(
    items: readonly Item[],
    signal: AbortSignal | undefined,
    work: (db: Db, item: Item) => Promise<number>,
  ): Promise<number> {
    let position = 0
    let done = 0
    while (position < items.length && !isStopped(signal)) {
      const from = position
      const slice = await store.write(async (db) => {
        const endsAt = performance.now() + sliceMs
        let count = 0
        let next = from
        for (const item of items.slice(from)) {
          count += await work(db, item)
          next += 1
          if (performance.now() >= endsAt) break
        }
        return { count, next }
      })
      done += slice.count
      position = slice.next
      await nextTurn()
    }
    return done
  }

  async function runOnce(signal?: AbortSignal): Promise<number> {
    return (await rollUpHours(signal)) + (await rollUpDays(signal))
  }

  return { runOnce, ...repeatWork({ name: 'rolling up results', pauseMs, log, work: runOnce }) }
}

/** A run that began late, or was retried elsewhere, is covered in an hour that its result does not reopen. */
function slotsElsewhere(
  results: readonly HourResult[],
  lastHour: { hour: number; locations: ReadonlySet<string> },
): { hour: number; location: string }[] {
  const slots = new Map<string, { hour: number; location: string }>()
  for (const { scheduledAt, origin } of results) {
    const slot = { hour: hourOf(scheduledAt), location: origin }
    if (slot.hour === lastHour.hour && lastHour.locations.has(origin)) continue
    slots.set(`${slot.hour}/${origin}`, slot)
  }
  return [...slots.values()]
}

function countedRuns(results: readonly HourResult[]): CountedRun[] {
  return results
    .filter(({ verdict }) => verdict !== endNumber('withheld'))
    .map((result) => ({
      startedAt: result.startedAt,
      isFailed: result.verdict === endNumber('failed'),
      retries: result.attempt - 1,
      statusCode: measured(result.statusCode),
      metrics: measuredValues(result),
    }))
}

function measuredValues({ responseTime, metrics }: HourResult): MetricValues {
  const values: Record<string, number | null> = { responseTime: measured(responseTime) }
  for (const [name, value] of Object.entries(metrics)) values[name] = measured(value)
  return values
}

function measured(value: number | null): number | null {
  return value !== null && isMeasurable(value) ? value : null
}

function summarize(checkType: CheckType, results: readonly HourResult[]): Omit<RollupStats, 'covered'> {
  const stats = { runs: 0, failed: 0, degraded: 0, errors: 0, retries: 0 }
  const counted = results.filter(({ verdict }) => verdict !== endNumber('withheld'))
  const metrics = metricsOf(checkType).map((metric) => ({ ...metric, measure: createMeasure() }))
  for (const result of results) {
    if (result.verdict === endNumber('withheld')) {
      stats.errors += 1
      continue
    }
    stats.runs += 1
    stats.retries += result.attempt - 1
    if (result.verdict === endNumber('failed')) stats.failed += 1
    if (result.verdict === endNumber('degraded')) stats.degraded += 1
    for (const { name, isResponseTime, measure } of metrics) {
      const value = isResponseTime ? result.responseTime : (result.metrics[name] ?? null)
      if (value !== null && isMeasurable(value)) addValue(measure, value)
    }
  }
  const measures: Measures = new Map(
    metrics.flatMap(({ name, measure }) => {
      const number = metricNumberOf(checkType, name)
      return number === null ? [] : [[number, measure]]
    }),
  )
  return { ...stats, measures: encodeMeasures(measures), standIns: shareOfRuns(counted) }
}

async function rollUpDay(db: Db, key: DayKey, now: number): Promise<void> {
  const day = { due: 0, covered: 0, runs: 0, failed: 0, degraded: 0, errors: 0, retries: 0 }
  const measures: Measures = new Map()
  const hours = await hoursOfDay(db, key)
  for (const hour of hours) {
    day.due += hour.due
    day.covered += hour.covered
    day.runs += hour.runs
    day.failed += hour.failed
    day.degraded += hour.degraded
    day.errors += hour.errors
    day.retries += hour.retries
    mergeMeasures(measures, decodeMeasures(hour.measures))
  }
  await closeDay(db, {
    ...key,
    ...day,
    measures: encodeMeasures(measures),
    standIns: shareOfHours(hours),
    computedAt: now,
  })
}
