import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useApi } from '../api/account-context.ts'
import { timeLimits, type ChartKind } from '../check-types/chart-kind.ts'
import { buttonClasses } from '../parts/button.tsx'
import { Card } from '../parts/card.tsx'
import type { Range } from '../parts/range.ts'
import { StaleWhileLoading } from '../parts/stale-while-loading.tsx'
import { useTextOfPlace } from '../parts/use-place-names.ts'
import { annotationsQuery, runsQuery, type CheckRuns } from '../resources/check-charts.ts'
import { statsQuery, verdictsQuery, type Stats } from '../resources/check-stats.ts'
import type { Check } from '../resources/checks.ts'
import { isBlank, type Drawing } from './chart/drawing.ts'
import {
  failedSpans,
  intervalsDrawing,
  locationsIn,
  runsDrawing,
  secondDrawing,
  shownLocations,
} from './chart/drawings.ts'
import { eventsOf, eventsWithin, type ChartEvent } from './chart/events.ts'
import { LanedChart } from './chart/laned-chart.tsx'
import { TimeChart, type ChartActions } from './chart/time-chart.tsx'
import { CopyMoment } from './copy-moment.tsx'
import { EventList } from './event-list.tsx'
import { LocationChoice } from './location-choice.tsx'
import { previousOfCheck } from './previous-of-check.ts'
import { runMinutesOf } from './rhythm.ts'
import { checkOverviewRoute } from './routes.ts'
import type { OverviewSearch } from './search-params.ts'
import { useOpenRun } from './run/use-open-run.ts'
import { VerdictStrip } from './verdict-strip.tsx'

type Props = { check: Check; kind: ChartKind; range: Range; search: OverviewSearch } & Pick<
  ChartActions,
  'onZoom' | 'onZoomAround'
>

/** How long it took at each location, with what happened meanwhile. Every run is drawn, as long as there is room for it. */
export function TimeCharts(props: Props) {
  const { check, kind, range, search } = props
  const api = useApi()
  const { id: checkId, checkType } = check
  const placeholderData = previousOfCheck(checkId)
  const runs = useQuery({ ...runsQuery(api, checkId, range), placeholderData })
  // What was read stays when it cannot be read anew.
  const isTooMany = runs.data === undefined ? runs.isError : !runs.data.isComplete
  const intervals = useQuery({
    ...statsQuery(api, {
      checkType,
      checkId,
      metrics: [`${kind.time}_p50`, ...kind.band],
      range,
      groupBy: 'runLocation',
      everyMinutes: runMinutesOf(check, { isByLocation: true }),
    }),
    placeholderData,
    enabled: isTooMany,
  })
  return (
    <>
      <Card
        title="Response time"
        actions={
          <>
            <CopyMoment range={range} search={search} />
            <TableLink search={search} />
          </>
        }
      >
        {isTooMany ? (
          <StaleWhileLoading query={intervals} what="the chart">
            {(stats) => <TimeCard {...props} source={{ stats }} />}
          </StaleWhileLoading>
        ) : (
          <StaleWhileLoading query={runs} what="the chart">
            {(all) => <TimeCard {...props} source={{ runs: all }} />}
          </StaleWhileLoading>
        )}
      </Card>
      {isTooMany ? <VerdictStrip check={check} range={range} /> : null}
    </>
  )
}

type Source = { runs: CheckRuns } | { stats: Stats }

function TimeCard({ check, kind, range, search, source, ...zoom }: Props & { source: Source }) {
  const api = useApi()
  const navigate = useNavigate({ from: checkOverviewRoute.fullPath })
  const openRun = useOpenRun(check.id)
  const nameOf = useTextOfPlace()
  const { data: verdicts } = useQuery(verdictsQuery(api, check.id, range))
  const annotations = useQuery(annotationsQuery(api, check.id, range))
  const data = 'runs' in source ? source.runs : source.stats
  const { window, series } = data
  const locations = locationsIn(series)
  const shown = shownLocations(locations, search.locations)
  const names = series.map(({ runLocation = '', servedBy }) => nameOf(runLocation, servedBy)).join()
  // A drawing that is another object is drawn anew: only when something in it has changed.
  const drawing = useMemo((): Drawing => {
    const choice = { selection: search.locations, nameOf, limits: timeLimits(check) }
    if ('runs' in source) return runsDrawing(source.runs, choice)
    const failures = verdicts === undefined ? [] : failedSpans(verdicts)
    return intervalsDrawing(source.stats, kind, { ...choice, failures })
  }, [data, check, search.locations?.join(), names, 'runs' in source ? null : verdicts])
  const events = useMemo(
    (): ChartEvent[] =>
      annotations.data === undefined ? [] : eventsWithin(eventsOf(annotations.data, window.to), window),
    [annotations.data, window.from, window.to],
  )
  const hasLanes = 'runs' in source && search.view !== 'table' && !isBlank(drawing)
  const Chart = hasLanes ? LanedChart : TimeChart
  return (
    <>
      {locations.length > 1 ? <LocationChoice series={series} shown={shown} /> : null}
      <Chart
        label="Response time"
        drawing={drawing}
        events={events}
        window={window}
        isTable={search.view === 'table'}
        pinnedAt={search.at ?? null}
        onPin={(at) => void navigate({ search: (before) => ({ ...before, at }), resetScroll: false })}
        {...('runs' in source ? { onOpen: openRun } : {})}
        {...zoom}
      />
      <EventList check={check} events={events} error={annotations.error} />
    </>
  )
}

/** The second thing that a type has to tell. */
export function SecondChart({ check, kind, range, search, ...zoom }: Props) {
  const { second } = kind
  const api = useApi()
  const query = useQuery({
    ...statsQuery(api, {
      checkType: check.checkType,
      checkId: check.id,
      metrics: second?.metrics ?? [],
      range,
      everyMinutes: runMinutesOf(check, { isByLocation: false }),
    }),
    placeholderData: previousOfCheck(check.id),
    enabled: second !== null,
  })
  const drawing = useMemo(
    () =>
      second === null || query.data === undefined
        ? null
        : secondDrawing(query.data, second, second.limitsOf?.(check) ?? []),
    [query.data, second, check],
  )
  if (second === null) return null
  return (
    <Card title={second.title}>
      <StaleWhileLoading query={query} what="the chart">
        {({ window }) =>
          drawing === null ? null : (
            <TimeChart
              label={second.title}
              drawing={drawing}
              window={window}
              isTable={search.view === 'table'}
              {...zoom}
            />
          )
        }
      </StaleWhileLoading>
    </Card>
  )
}

function TableLink({ search }: { search: OverviewSearch }) {
  return (
    <Link
      from={checkOverviewRoute.fullPath}
      to="."
      resetScroll={false}
      search={({ view, ...rest }) => (view === undefined ? { ...rest, view: 'table' } : rest)}
      className={buttonClasses()}
    >
      {search.view === 'table' ? 'Show as charts' : 'Show as table'}
    </Link>
  )
}
