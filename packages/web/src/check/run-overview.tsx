import { useNavigate } from '@tanstack/react-router'
import type { ChartKind } from '../check-types/chart-kind.ts'
import { rangeBetween, windowOf, zoomAround, type Range } from '../parts/range.ts'
import type { Check } from '../resources/checks.ts'
import { Charts } from './charts.tsx'
import { LocationStats } from './location-stats.tsx'
import { placesOf } from './rhythm.ts'
import { checkOverviewRoute } from './routes.ts'
import type { OverviewSearch } from './search-params.ts'
import { StatsRow } from './stats-row.tsx'
import { VerdictStrip } from './verdict-strip.tsx'

/** Figures, verdicts and charts of a check that is run. */
export function RunOverview({
  check,
  chart,
  range,
  search,
}: {
  check: Check
  chart: ChartKind
  range: Range
  search: OverviewSearch
}) {
  const navigate = useNavigate({ from: checkOverviewRoute.fullPath })
  const zoom = (next: { from: number; to: number }) =>
    void navigate({ search: (before) => ({ ...before, ...next }), resetScroll: false })
  return (
    <>
      <StatsRow check={check} kind={chart} range={range} />
      <VerdictStrip check={check} range={range} />
      <Charts
        check={check}
        kind={chart}
        range={range}
        search={search}
        onZoom={(left, right) => zoom(rangeBetween(left, right))}
        onZoomAround={(at, factor) => zoom(zoomAround(at, windowOf(range, Date.now()), factor))}
      />
      {placesOf(check) > 1 ? <LocationStats check={check} kind={chart} range={range} /> : null}
    </>
  )
}
