import { useQuery } from '@tanstack/react-query'
import { useApi } from '../api/account-context.ts'
import type { EventView } from '../check-types/check-type.ts'
import { eventOverviewQuery } from '../check-types/event-overview-query.ts'
import { checkTypes } from '../check-types/registry.ts'
import type { Range } from '../parts/range.ts'
import { Loaded } from '../parts/states.tsx'
import { checkQuery, type Check } from '../resources/checks.ts'
import { RangeChoice } from './range-choice.tsx'
import { checkOverviewRoute } from './routes.ts'
import { RunOverview } from './run-overview.tsx'
import { rangeOf } from './search-params.ts'
import { VerdictStrip } from './verdict-strip.tsx'

export function OverviewScreen() {
  const { checkId } = checkOverviewRoute.useParams()
  const search = checkOverviewRoute.useSearch()
  const range = rangeOf(search)
  const query = useQuery(checkQuery(useApi(), checkId))
  return (
    <Loaded query={query} what="the check">
      {(check) => {
        const { view } = checkTypes[check.checkType]
        return (
          <>
            <RangeChoice range={range} />
            {view.kind === 'runs' ? (
              <RunOverview check={check} chart={view.chart} range={range} search={search} />
            ) : (
              <EventOverview check={check} view={view} range={range} />
            )}
          </>
        )
      }}
    </Loaded>
  )
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
        </>
      )}
    </Loaded>
  )
}
