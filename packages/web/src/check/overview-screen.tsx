import { useQuery } from '@tanstack/react-query'
import { useApi } from '../api/account-context.ts'
import { Loaded } from '../parts/states.tsx'
import { checkQuery } from '../resources/checks.ts'
import { HeartbeatOverview } from './heartbeat-overview.tsx'
import { RangeChoice } from './range-choice.tsx'
import { isRunType } from './result/detail-of.ts'
import { checkOverviewRoute } from './routes.ts'
import { RunOverview } from './run-overview.tsx'
import { rangeOf } from './search-params.ts'
import { VerdictStrip } from './verdict-strip.tsx'

export function OverviewScreen() {
  const { checkId } = checkOverviewRoute.useParams()
  const search = checkOverviewRoute.useSearch()
  const range = rangeOf(search)
  const check = useQuery(checkQuery(useApi(), checkId))
  return (
    <Loaded query={check} what="the check">
      {(shown) => (
        <>
          <RangeChoice range={range} />
          {isRunType(shown.checkType) ? (
            <RunOverview check={shown} type={shown.checkType} range={range} search={search} />
          ) : (
            <>
              <HeartbeatOverview check={shown} range={range} />
              <VerdictStrip check={shown} range={range} />
            </>
          )}
        </>
      )}
    </Loaded>
  )
}
