import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import type { Logger } from '@sonde/ground/logger.ts'
import { isStopped, repeatWork, type RepeatingWork } from '@sonde/ground/repeat-work.ts'
import {
  checksAfter,
  dayStatsWantedAt,
  fillInTargets,
  writeDayStats,
} from '@sonde/store/checks/check-day-stats.ts'
import { restShareFor } from './day-stats-pace.ts'
import { readDayStats } from './day-stats.ts'
import type { AnalyticsDeps } from './read-run-stats.ts'

export type DayStatsJob = RepeatingWork & {
  /** Computes the stats of every check once; tells of how many. */
  runOnce(signal?: AbortSignal): Promise<number>
}

export type DayStatsJobDeps = AnalyticsDeps & {
  log: Logger
  /** Between two rounds; half a minute unless told. */
  pauseMs?: number
  /** How many times as long as it works, it rests; by whether anybody sorts by the stats unless told. */
  restShare?: number
}

/** So few that nobody else waits long for the thread. */
const checksPerStep = 25
const targetsPerStep = 100
/** Whoever begins to sort by the stats need not wait longer for the job to hear of it. */
const longestRestMs = 20_000

/**
 * Keeps the stats by which the checks of an account are sorted: those of all of them cannot be computed while
 * somebody waits. Round by round through all checks, because these stats change with every result and with the
 * time: to note which of them did would cost the intake of results more than it saves here.
 */
export function createDayStatsJob(deps: DayStatsJobDeps): DayStatsJob {
  const { store, clock, log, pauseMs = 30_000 } = deps
  // Sorting does not need every digit: hours that are computed come from their rollups.
  const statsDeps = { ...deps, mostExactRuns: 0 }
  let areTargetsFilledIn = false

  async function runOnce(signal?: AbortSignal): Promise<number> {
    await fillIn(signal)
    let done = 0
    let checkNo = 0
    while (!isStopped(signal)) {
      const startedAt = performance.now()
      const checks = await checksAfter(store.read, { checkNo, limit: checksPerStep })
      const last = checks.at(-1)
      if (last === undefined) break
      const stats = await readDayStats(statsDeps, { checks, now: clock.now() })
      const rows = [...stats].map(([checkId, { availability, p95 }]) => ({ checkId, availability, p95 }))
      await store.write((db) => writeDayStats(db, rows))
      done += checks.length
      checkNo = last.checkNo
      await rest(performance.now() - startedAt, signal)
    }
    return done
  }

  async function fillIn(signal?: AbortSignal): Promise<void> {
    while (!areTargetsFilledIn && !isStopped(signal)) {
      const hasMore = await store.write((db) => fillInTargets(db, targetsPerStep))
      areTargetsFilledIn = !hasMore
      await nextTurn()
    }
  }

  async function rest(workedMs: number, signal?: AbortSignal): Promise<void> {
    const restShare = deps.restShare ?? restShareFor(await dayStatsWantedAt(store.read), clock.now())
    const restMs = Math.min(workedMs * restShare, longestRestMs)
    if (restMs === 0) return await nextTurn()
    await pause(restMs, undefined, { ...(signal === undefined ? {} : { signal }), ref: false }).catch(
      (error: unknown) => {
        if (!isStopped(signal)) throw error
      },
    )
  }

  return {
    runOnce,
    ...repeatWork({ name: 'computing the statistics of checks', pauseMs, log, work: runOnce }),
  }
}
