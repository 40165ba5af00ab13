import { type ServedBy, servedByOf } from '@sonde/schema/agents/served-by.ts'
import { type ChartRun, listChartRuns } from '@sonde/store/results/chart-runs.ts'
import { rawHorizon } from './raw-horizon.ts'
import type { AnalyticsDeps } from './read-run-stats.ts'
import { standInPlace } from './stand-ins.ts'
import { type TimeWindow, storedPart } from './time-window.ts'

export type RunSeries = { runLocation: string; servedBy: ServedBy; runs: ChartRun[] }

/**
 * Every run of a window, place by place; null when there are more than `most`, or when single results are not kept for
 * so long: a chart of a part of them would look like one of all.
 */
export async function readChartRuns(
  deps: AnalyticsDeps,
  { checkNo, window, most }: { checkNo: number; window: TimeWindow; most: number },
): Promise<RunSeries[] | null> {
  const now = deps.clock.now()
  const stored = storedPart(window, { now, ...deps })
  if (stored.from < rawHorizon(now, deps.rawRetentionDays)) return null
  const runs = await listChartRuns(deps.store.read, { checkNo, ...stored, most })
  if (runs === null) return null
  const place = standInPlace(new Set(await deps.standIns?.locations()), deps.standIns?.location ?? '')
  const byPlace = Map.groupBy(runs, ({ location, isStandIn }) => place.placeOf(location, isStandIn))
  return [...byPlace.keys()].toSorted().map((key) => ({
    runLocation: place.codeOf(key),
    servedBy: servedByOf(place.isStandIn(key)),
    runs: byPlace.get(key) ?? [],
  }))
}
