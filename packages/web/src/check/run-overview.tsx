import { useNavigate } from '@tanstack/react-router'
import type { ChartKind } from '../check-types/chart-kind.ts'
import { rangeBetween, windowOf, zoomAround, type Range } from '../parts/range.ts'
import type { Check } from '../resources/checks.ts'
import { AvailabilityCalendar } from './calendar/availability-calendar.tsx'
import { SecondChart, TimeCharts } from './charts.tsx'
import { DistributionCard } from './distribution/distribution.tsx'
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
  const zooming = {
    onZoom: (left: number, right: number) => zoom(rangeBetween(left, right)),
    onZoomAround: (at: number, factor: number) => zoom(zoomAround(at, windowOf(range, Date.now()), factor)),
  }
  const charts = { check, kind: chart, range, search, ...zooming }
  return (
    <>
      <StatsRow check={check} kind={chart} range={range} />
      <div className="grid grid-cols-1 items-start gap-x-3 xl:grid-cols-[minmax(0,1fr)_322px]">
        <div>
          <TimeCharts {...charts} />
          <VerdictStrip check={check} range={range} />
          <SecondChart {...charts} />
          {placesOf(check) > 1 ? <LocationStats check={check} kind={chart} range={range} /> : null}
        </div>
        <div className="grid grid-cols-1 items-start gap-x-3 md:grid-cols-2 xl:grid-cols-1">
          <AvailabilityCalendar check={check} />
          <DistributionCard check={check} range={range} />
        </div>
      </div>
    </>
  )
}
