import { tallyRuns } from '@sonde/store/measured-values.ts'
import { coverageByHour } from '@sonde/store/rolled-up-figures.ts'
import { rawHorizon } from './raw-horizon.ts'
import type { AnalyticsDeps } from './read-figures.ts'
import type { TimeWindow } from './time-window.ts'

const hourMs = 60 * 60 * 1000

export type Coverage = {
  /** Locations at which a run was due. */
  locations(): string[]
  /**
   * Measured runs for each run that was due, in the full hours that the window touches, at one location or
   * at all; null when none was due.
   */
  of(window: TimeWindow, location: string | null): number | null
}

/** What is due is counted by the hour, so that coverage is told of full hours. */
export async function readCoverage(
  deps: AnalyticsDeps,
  { checkNo, window }: { checkNo: number; window: TimeWindow },
): Promise<Coverage> {
  const { store, clock, rawRetentionDays } = deps
  const from = Math.floor(window.from / hourMs) * hourMs
  const hours = await coverageByHour(store.read, { checkNo, from, to: window.to })
  const horizon = rawHorizon(clock.now(), rawRetentionDays)
  const inFlux = hours.filter(({ isInFlux, hour }) => isInFlux && hour >= horizon)
  const measured = await countRuns(
    deps,
    checkNo,
    inFlux.map(({ hour }) => hour),
  )
  for (const hour of inFlux) hour.runs = measured.get(`${hour.hour}/${hour.location}`) ?? 0
  return {
    locations: () => [...new Set(hours.filter(({ due }) => due > 0).map(({ location }) => location))],
    of(asked, location) {
      let [due, runs] = [0, 0]
      for (const hour of hours) {
        if (hour.hour + hourMs <= asked.from || hour.hour >= asked.to) continue
        if (location !== null && hour.location !== location) continue
        due += hour.due
        runs += hour.runs
      }
      // Runs beside the schedule are never due, and can make more of them than were.
      return due === 0 ? null : Math.min(1, runs / due)
    },
  }
}

async function countRuns(
  { store }: AnalyticsDeps,
  checkNo: number,
  hours: readonly number[],
): Promise<Map<string, number>> {
  if (hours.length === 0) return new Map()
  const originAt = hours.reduce((least, hour) => Math.min(least, hour))
  const lastAt = hours.reduce((most, hour) => Math.max(most, hour))
  const tallies = await tallyRuns(
    store.read,
    { checkNos: [checkNo], from: originAt, to: lastAt + hourMs, status: null },
    { byLocation: true, buckets: { originAt, widthMs: hourMs } },
    { summed: [], listed: [] },
  )
  return new Map(
    tallies.map(({ bucket, location, runs }) => [`${originAt + bucket * hourMs}/${location}`, runs]),
  )
}
