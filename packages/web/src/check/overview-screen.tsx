import { useQuery } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useApi } from '../api/account-context.ts'
import type { EventView } from '../check-types/check-type.ts'
import { eventOverviewQuery } from '../check-types/event-overview-query.ts'
import { checkTypes } from '../check-types/registry.ts'
import type { Preset, Range } from '../parts/range.ts'
import { Loaded, Loading } from '../parts/states.tsx'
import { extentQuery } from '../resources/check-charts.ts'
import { checkOverviewQuery, checkQuery, type Check } from '../resources/checks.ts'
import { AvailabilityCalendar } from './calendar/availability-calendar.tsx'
import { fitPreset } from './fit-range.ts'
import { RangeChoice } from './range-choice.tsx'
import { checkOverviewRoute } from './routes.ts'
import { RunOverview } from './run/run-overview.tsx'
import { rangeOf, type OverviewSearch } from './search-params.ts'
import { VerdictStrip } from './verdict-strip.tsx'

export function OverviewScreen() {
  const { checkId } = checkOverviewRoute.useParams()
  const search = checkOverviewRoute.useSearch()
  const api = useApi()
  const query = useQuery(checkQuery(api, checkId))
  const range = useFittedRange(checkId, search)
  return (
    <Loaded query={query} what="the check">
      {(check) => {
        if (range === null) return <Loading what="the range" />
        const { view } = checkTypes[check.checkType]
        return (
          <>
            <RangeChoice range={range} />
            {view.kind === 'runs' ? (
              <RunOverview check={check} view={view} range={range} search={search} />
            ) : (
              <EventOverview check={check} view={view} range={range} />
            )}
          </>
        )
      }}
    </Loaded>
  )
}

/**
 * The range of the address. An address that says none gets the one that fits the data and how the check is, once, so that
 * the screen does not move when the check fails or recovers. Null until that is known.
 */
function useFittedRange(checkId: string, search: OverviewSearch): Range | null {
  const api = useApi()
  const router = useRouter()
  const navigate = useNavigate({ from: checkOverviewRoute.fullPath })
  const extent = useQuery(extentQuery(api, checkId))
  const overview = useQuery(checkOverviewQuery(api, checkId))
  const [fitted, setFitted] = useState<{ checkId: string; preset: Preset } | null>(null)
  const momentOf = (at: string | null | undefined) => (typeof at === 'string' ? Date.parse(at) : null)
  const firstAt = momentOf(extent.data?.firstAt)
  const lastAt = momentOf(extent.data?.lastAt)
  const range = rangeOf(search, firstAt)
  // What cannot be read fits nothing: then it is the range of a check that has data.
  const isKnown = !extent.isPending && !overview.isPending
  const isFailing = overview.data?.status === 'FAILING'
  useEffect(() => {
    if (range !== null || !isKnown) return
    const preset = extent.isError ? '24h' : fitPreset({ firstAt, lastAt }, isFailing, Date.now())
    setFitted({ checkId, preset })
    // Whoever has clicked on a link meanwhile is on the way to another screen, and must not be pulled back.
    if (!router.history.location.pathname.endsWith(`/checks/${checkId}`)) return
    void navigate({
      search: (before) => ({ ...before, range: preset }),
      replace: true,
      resetScroll: false,
    })
  }, [range === null, isKnown, checkId])
  if (extent.isPending) return null
  return range ?? (fitted?.checkId === checkId ? rangeOf({ range: fitted.preset }, firstAt) : null)
}

/** Of a type that nothing runs: what came, and what that came to. */
function EventOverview({ check, view, range }: { check: Check; view: EventView; range: Range }) {
  const overview = useQuery(eventOverviewQuery(check.checkType, view))
  return (
    <Loaded query={overview} what="the overview">
      {(Overview) => (
        <>
          <Overview check={check} range={range} />
          <VerdictStrip check={check} range={range} />
          <AvailabilityCalendar check={check} />
        </>
      )}
    </Loaded>
  )
}
