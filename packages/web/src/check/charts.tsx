import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo, type ReactNode } from 'react'
import { useApi } from '../api/account-context.ts'
import type { ChartKind } from '../check-types/chart-kind.ts'
import { buttonClasses } from '../parts/button.tsx'
import { Card } from '../parts/card.tsx'
import type { Range } from '../parts/range.ts'
import { useTextOfPlace } from '../parts/use-place-names.ts'
import { StaleWhileLoading } from '../parts/stale-while-loading.tsx'
import { statsQuery, type Stats } from '../resources/check-stats.ts'
import type { Check } from '../resources/checks.ts'
import type { Drawing } from './chart/drawing.ts'
import { locationDrawing, secondDrawing, timeDrawing } from './chart/drawings.ts'
import { TimeChart } from './chart/time-chart.tsx'
import { previousOfCheck } from './previous-of-check.ts'
import { LocationChoice } from './location-choice.tsx'
import { placesOf, runMinutesOf } from './rhythm.ts'
import { checkOverviewRoute } from './routes.ts'
import type { OverviewSearch } from './search-params.ts'

type Zoom = {
  onZoom: (from: number, to: number) => void
  onZoomAround: (at: number, factor: number) => void
}

/** How long it took, and the second thing that a type has to tell. */
export function Charts({
  check,
  kind,
  range,
  search,
  ...zoom
}: { check: Check; kind: ChartKind; range: Range; search: OverviewSearch } & Zoom) {
  const api = useApi()
  const { time, band, second } = kind
  const { id: checkId, checkType } = check
  const isByLocation = search.by === 'location'
  const nameOf = useTextOfPlace()
  const all = useQuery({
    ...statsQuery(api, {
      checkType,
      checkId,
      metrics: [`${time}_avg`, `${time}_p95`, ...band, ...(second?.metrics ?? [])],
      range,
      everyMinutes: runMinutesOf(check, { isByLocation: false }),
    }),
    placeholderData: previousOfCheck(checkId),
  })
  const byLocation = useQuery({
    ...statsQuery(api, {
      checkType,
      checkId,
      metrics: [`${time}_avg`],
      range,
      groupBy: 'runLocation',
      everyMinutes: runMinutesOf(check, { isByLocation: true }),
    }),
    placeholderData: previousOfCheck(checkId),
    enabled: isByLocation,
  })
  const isTable = search.view === 'table'
  const main = isByLocation ? byLocation : all
  return (
    <>
      <Card title="Response time" actions={<Views search={search} hasLocations={placesOf(check) > 1} />}>
        <StaleWhileLoading query={main} what="the chart">
          {(figures) => (
            <>
              {isByLocation ? <LocationChoice figures={figures} selection={search.locations} /> : null}
              <Chart
                label="Response time"
                figures={figures}
                isTable={isTable}
                draw={(stats) =>
                  isByLocation
                    ? locationDrawing(stats, `${time}_avg`, { selection: search.locations, nameOf })
                    : timeDrawing(stats, kind)
                }
                drawnBy={`${isByLocation}/${search.locations?.join()}/${(byLocation.data?.series ?? []).map(({ runLocation = '' }) => nameOf(runLocation)).join()}`}
                {...zoom}
              />
            </>
          )}
        </StaleWhileLoading>
      </Card>
      {second === null ? null : (
        <Card title={second.title}>
          <StaleWhileLoading query={all} what="the chart">
            {(figures) => (
              <Chart
                label={second.title}
                figures={figures}
                isTable={isTable}
                draw={(stats) => secondDrawing(stats, second)}
                drawnBy={second.title}
                {...zoom}
              />
            )}
          </StaleWhileLoading>
        </Card>
      )}
    </>
  )
}

function Chart({
  label,
  figures,
  isTable,
  draw,
  drawnBy,
  onZoom,
  onZoomAround,
}: {
  label: string
  figures: Stats
  isTable: boolean
  draw: (figures: Stats) => Drawing
  /** Whatever `draw` depends on beside the figures. */
  drawnBy: string
} & Zoom): ReactNode {
  // A drawing that is another object is drawn anew: only when something in it has changed.
  const drawing = useMemo(() => draw(figures), [figures, drawnBy])
  return (
    <TimeChart
      label={label}
      drawing={drawing}
      window={figures.window}
      isTable={isTable}
      onZoom={onZoom}
      onZoomAround={onZoomAround}
    />
  )
}

function Views({ search, hasLocations }: { search: OverviewSearch; hasLocations: boolean }) {
  const { fullPath } = checkOverviewRoute
  return (
    <>
      {hasLocations ? (
        <Link
          from={fullPath}
          to="."
          resetScroll={false}
          search={({ by, locations: _locations, ...rest }) =>
            by === undefined ? { ...rest, by: 'location' } : rest
          }
          className={buttonClasses()}
        >
          {search.by === 'location' ? 'All locations together' : 'By location'}
        </Link>
      ) : null}
      <Link
        from={fullPath}
        to="."
        resetScroll={false}
        search={({ view, ...rest }) => (view === undefined ? { ...rest, view: 'table' } : rest)}
        className={buttonClasses()}
      >
        {search.view === 'table' ? 'Show as charts' : 'Show as table'}
      </Link>
    </>
  )
}
