import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, type ComponentType } from 'react'
import type { ChartKind, OwnChartsProps } from '../../check-types/chart-kind.ts'
import type { RunView } from '../../check-types/check-type.ts'
import { rangeBetween, windowOf, zoomAround, type Range } from '../../parts/range.ts'
import { Loading } from '../../parts/states.tsx'
import type { Check } from '../../resources/checks.ts'
import { AvailabilityCalendar } from '../calendar/availability-calendar.tsx'
import { SecondChart, TimeCharts } from '../charts.tsx'
import { DistributionCard } from '../distribution/distribution.tsx'
import { ErrorGroupsCard } from '../error-groups-card.tsx'
import { LocationStats } from '../location-stats.tsx'
import { placesOf } from '../rhythm.ts'
import { checkOverviewRoute } from '../routes.ts'
import type { OverviewSearch } from '../search-params.ts'
import { StatsRow } from '../stats-row.tsx'

const ownCharts = new Map<ChartKind, ComponentType<OwnChartsProps>>()

/** A component is made once for each type: another one would begin anew at every change of the screen. */
function ownChartsOf(chart: ChartKind): ComponentType<OwnChartsProps> | null {
  const { loadOwn } = chart
  if (loadOwn === undefined) return null
  const component = ownCharts.get(chart) ?? lazy(async () => ({ default: (await loadOwn()).OwnCharts }))
  ownCharts.set(chart, component)
  return component
}

/** Figures, verdicts and charts of a check that is run. */
export function RunOverview({
  check,
  view: { chart, hasErrorGroups },
  range,
  search,
}: {
  check: Check
  view: RunView
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
  const OwnCharts = ownChartsOf(chart)
  const charts = { check, kind: chart, range, search, ...zooming }
  return (
    <>
      <StatsRow check={check} kind={chart} range={range} />
      <div className="grid grid-cols-1 items-start gap-x-3 xl:grid-cols-[minmax(0,1fr)_322px]">
        <div>
          <TimeCharts {...charts} />
          <SecondChart {...charts} />
          {OwnCharts === null ? null : (
            <Suspense fallback={<Loading what="the charts" />}>
              <OwnCharts check={check} range={range} isTable={search.view === 'table'} {...zooming} />
            </Suspense>
          )}
          {hasErrorGroups === true ? <ErrorGroupsCard checkId={check.id} /> : null}
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
