import { type PeriodPair, readPeriodStats } from '@sonde/analytics/period-stats.ts'
import type { AnalyticsDeps } from '@sonde/analytics/read-run-stats.ts'
import type { NumberedCheck } from '@sonde/store/checks/numbered-checks.ts'
import { type Period, periods } from './periods.ts'

export type PeriodStatsCache = {
  of(checks: readonly NumberedCheck[], period: Period): Promise<Map<string, PeriodPair>>
}

type CacheEntry = { readAt: number; stats: Promise<PeriodPair | null> }

const mostEntries = 20_000

/**
 * Stats for dashboards. They are cached for a while, so that a screen in every office costs no more than one; whoever
 * asks while they are being read waits for the same answer.
 */
export function createPeriodStatsCache(deps: AnalyticsDeps): PeriodStatsCache {
  const cache = new Map<string, CacheEntry>()

  function isFresh({ readAt }: CacheEntry, period: Period): boolean {
    const age = deps.clock.now() - readAt
    return age >= 0 && age < periods[period].keptMs
  }

  function keep(key: string, entry: CacheEntry): void {
    cache.delete(key)
    cache.set(key, entry)
    for (const oldest of cache.keys()) {
      if (cache.size <= mostEntries) break
      cache.delete(oldest)
    }
  }

  return {
    async of(checks, period) {
      const missing = checks.filter(({ checkId }) => {
        const entry = cache.get(`${period} ${checkId}`)
        return entry === undefined || !isFresh(entry, period)
      })
      if (missing.length > 0) {
        const readAt = deps.clock.now()
        const reading = readPeriodStats(deps, { checks: missing, lengthMs: periods[period].lengthMs })
        for (const { checkId } of missing) {
          const key = `${period} ${checkId}`
          const stats = reading.then(
            (all) => all.get(checkId) ?? null,
            (error: unknown) => {
              // What could not be read is not remembered.
              cache.delete(key)
              throw error
            },
          )
          keep(key, { readAt, stats })
        }
      }
      const pairs = await Promise.all(
        checks.map(async ({ checkId }) => [checkId, await cache.get(`${period} ${checkId}`)?.stats] as const),
      )
      return new Map(pairs.flatMap(([checkId, pair]) => (pair ? [[checkId, pair] as const] : [])))
    },
  }
}
