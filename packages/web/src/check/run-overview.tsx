import { useNavigate } from '@tanstack/react-router'
import { rangeBetween, windowOf, zoomAround, type Range } from '../parts/range.ts'
import type { Check } from '../resources/checks.ts'
import { chartKindOf } from './chart-kinds.ts'
import { Charts } from './charts.tsx'
import { FigureRow } from './figure-row.tsx'
import { LocationFigures } from './location-figures.tsx'
import type { RunType } from './result/detail-of.ts'
import { placesOf } from './rhythm.ts'
import { checkOverviewRoute } from './routes.ts'
import type { OverviewSearch } from './search-params.ts'
import { VerdictStrip } from './verdict-strip.tsx'

/** Figures, verdicts and charts of a check that is run. */
export function RunOverview({
  check,
  type,
  range,
  search,
}: {
  check: Check
  type: RunType
  range: Range
  search: OverviewSearch
}) {
  const navigate = useNavigate({ from: checkOverviewRoute.fullPath })
  const kind = chartKindOf(type)
  const zoom = (next: { from: number; to: number }) =>
    void navigate({ search: (before) => ({ ...before, ...next }), resetScroll: false })
  return (
    <>
      <FigureRow check={check} kind={kind} range={range} />
      <VerdictStrip check={check} range={range} />
      <Charts
        check={check}
        kind={kind}
        range={range}
        search={search}
        onZoom={(left, right) => zoom(rangeBetween(left, right))}
        onZoomAround={(at, factor) => zoom(zoomAround(at, windowOf(range, Date.now()), factor))}
      />
      {placesOf(check) > 1 ? <LocationFigures check={check} kind={kind} range={range} /> : null}
    </>
  )
}
