import { minuteMs } from '@sonde/ground/durations.ts'
import type { CheckOverviewQuery } from '@sonde/schema/checks/check-overview.ts'
import { noteDayStatsWanted } from '@sonde/store/checks/check-day-stats.ts'
import type { ApiDeps } from '../api-deps.ts'

/** Often enough for a job that forgets a wish after an hour. */
const noteEveryMs = minuteMs

/** Remembers that somebody sorts by stats, so that whoever keeps them keeps them fresher. */
export function createDayStatsDemand({ store, clock, log }: Pick<ApiDeps, 'store' | 'clock' | 'log'>) {
  let notedAt: number | null = null

  return async function note({ sort }: Pick<CheckOverviewQuery, 'sort'>): Promise<void> {
    const now = clock.now()
    if (sort !== 'availability' && sort !== 'p95') return
    if (notedAt !== null && Math.abs(now - notedAt) < noteEveryMs) return
    notedAt = now
    try {
      await store.write((db) => noteDayStatsWanted(db, now))
    } catch (error) {
      notedAt = null
      // The list is there without it, in an order that is a little older.
      log.warn({ err: error }, 'could not record that checks are sorted by their statistics')
    }
  }
}
