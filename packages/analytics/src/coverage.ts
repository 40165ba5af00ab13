import { hourMs } from '@sonde/ground/durations.ts'
import { type HourCoverage, coverageByHour } from '@sonde/store/rollups/rolled-up-stats.ts'
import { isStandInShare } from '@sonde/store/rollups/stand-in-share.ts'
import { countCovered } from '@sonde/store/rollups/rollups.ts'
import { rawHorizon } from './raw-horizon.ts'
import type { AnalyticsDeps } from './read-run-stats.ts'
import { type TimeWindow, storedPart } from './time-window.ts'

export type Coverage = {
  /** Locations at which a run was due. */
  locations(): string[]
  /**
   * Scheduled runs that gave a verdict for each run that was due, in the full hours that the window touches,
   * at one location or at all; null when none was due. Both are counted by the slot of the run and the
   * location where it began.
   */
  of(window: TimeWindow, location: string | null): number | null
}

/** What is due is counted by the hour, so that coverage is told of full hours. */
export async function readCoverage(
  deps: AnalyticsDeps,
  {
    checkNo,
    window: requestedWindow,
    placeOf = (location) => location,
  }: {
    checkNo: number
    window: TimeWindow
    placeOf?: (location: string, isStandIn: boolean | null) => string
  },
): Promise<Coverage> {
  const window = storedPart(requestedWindow, { now: deps.clock.now(), ...deps })
  const from = Math.floor(window.from / hourMs) * hourMs
  // A run may begin in the hour after its slot: that hour tells whether everything of the last one is computed.
  const coverage = await coverageByHour(deps.store.read, { checkNo, from, to: window.to + hourMs })
  await recountInFlux(deps, checkNo, coverage)
  const hours = coverage
    .filter(({ hour }) => hour < window.to)
    .map((hour) => ({ ...hour, place: placeOf(hour.location, isStandInShare(hour.standIns)) }))
  return {
    locations: () => [...new Set(hours.filter(({ due }) => due > 0).map(({ place }) => place))],
    of(part, location) {
      let [due, covered] = [0, 0]
      for (const hour of hours) {
        if (hour.hour + hourMs <= part.from || hour.hour >= part.to) continue
        if (location !== null && hour.place !== location) continue
        due += hour.due
        covered += hour.covered
      }
      // What is covered was due before. A share above 1 would be refused as an answer, whatever went wrong.
      return due === 0 ? null : Math.min(1, covered / due)
    },
  }
}

/** Of hours that are not computed since their last result, the results themselves tell. */
async function recountInFlux(
  { store, clock, rawRetentionDays }: AnalyticsDeps,
  checkNo: number,
  hours: readonly HourCoverage[],
): Promise<void> {
  const horizon = rawHorizon(clock.now(), rawRetentionDays)
  const inFlux = new Set(hours.flatMap(({ isInFlux, hour }) => (isInFlux && hour >= horizon ? [hour] : [])))
  const stale = hours.filter(({ hour }) => inFlux.has(hour) || inFlux.has(hour + hourMs))
  if (stale.length === 0) return
  const first = stale.reduce((least, { hour }) => Math.min(least, hour), Infinity)
  const last = stale.reduce((most, { hour }) => Math.max(most, hour), 0)
  const covered = await countCovered(store.read, { checkNo, from: first, to: last + hourMs })
  for (const row of stale) row.covered = covered.of(row.hour, row.location)
}
