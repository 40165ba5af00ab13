import { dayMs, hourMs } from '@sonde/ground/durations.ts'
import {
  type DueAndCovered,
  coverageOfDays,
  coverageOfHours,
  hoursInFlux,
} from '@sonde/store/rollups/rolled-up-stats.ts'
import { coveredByHour } from '@sonde/store/rollups/rollups.ts'
import { rawHorizon } from './raw-horizon.ts'
import type { AnalyticsDeps } from './read-run-stats.ts'
import { gapsBetween, wholeDays } from './rolled-up-range.ts'
import { type TimeWindow, storedPart } from './time-window.ts'

/** The coverage of many checks, by their numbers, as `readCoverage` tells it of one; null where nothing was due. */
export async function readBatchCoverage(
  deps: AnalyticsDeps,
  { checkNos, window: requestedWindow }: { checkNos: readonly number[]; window: TimeWindow },
): Promise<Map<number, number | null>> {
  const db = deps.store.read
  const now = deps.clock.now()
  const window = storedPart(requestedWindow, { now, ...deps })
  const range = {
    checkNos,
    from: Math.floor(window.from / hourMs) * hourMs,
    to: Math.ceil(window.to / hourMs) * hourMs,
    recentAt: now - (now % dayMs) - dayMs,
  }
  // A run may begin in the hour after its slot: that hour tells whether everything of the last one is computed.
  const inFlux = await hoursInFlux(db, { ...range, to: range.to + hourMs })
  const horizon = rawHorizon(now, deps.rawRetentionDays)
  const isStale = (hour: number) =>
    (inFlux.has(hour) && hour >= horizon) || (inFlux.has(hour + hourMs) && hour + hourMs >= horizon)
  const days = await wholeDays(db, { ...range, isWanted: (hour) => !isStale(hour), isTogether: () => true })
  const totals = createTotals(checkNos)
  const [firstDay = 0] = days
  const wholeDaySet = new Set(days)
  const inDays = await coverageOfDays(db, { checkNos, from: firstDay, to: (days.at(-1) ?? -dayMs) + dayMs })
  for (const day of inDays) if (wholeDaySet.has(day.at)) totals.add(day)
  for (const gap of gapsBetween(days, range)) {
    for (const hour of await coverageOfHours(db, { checkNos, ...gap })) {
      totals.add(isStale(hour.at) ? { ...hour, covered: 0 } : hour)
    }
  }
  const stale = hoursOf(range).filter(isStale)
  const [firstStale, lastStale] = [stale[0], stale.at(-1)]
  if (firstStale !== undefined && lastStale !== undefined) {
    const recounted = await coveredByHour(db, { checkNos, from: firstStale, to: lastStale + hourMs })
    for (const { checkNo, hour, covered } of recounted) {
      if (isStale(hour)) totals.add({ checkNo, at: hour, due: 0, covered })
    }
  }
  return totals.shares()
}

function createTotals(checkNos: readonly number[]) {
  const byCheck = new Map(checkNos.map((checkNo) => [checkNo, { due: 0, covered: 0 }]))
  return {
    add({ checkNo, due, covered }: DueAndCovered) {
      const total = byCheck.get(checkNo)
      if (total === undefined) return
      total.due += due
      total.covered += covered
    },
    shares: () =>
      new Map(
        [...byCheck].map(([checkNo, { due, covered }]) => [
          checkNo,
          due === 0 ? null : Math.min(1, covered / due),
        ]),
      ),
  }
}

function hoursOf({ from, to }: TimeWindow): number[] {
  return Array.from({ length: (to - from) / hourMs }, (_, index) => from + index * hourMs)
}
