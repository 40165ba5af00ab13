import { Link } from '@tanstack/react-router'
import { useAccount } from '../api/account-context.ts'
import { Moment } from '../parts/moment.tsx'
import { Place } from '../parts/place.tsx'
import type { CheckOverviewRow } from '../resources/check-overview.ts'

/**
 * Why a check is failing or degraded, or why its last run has no verdict: the sentence of the result that says so,
 * which it leads to.
 */
export function ProblemLine({ row: { id: checkId, status, problem, noVerdict } }: { row: CheckOverviewRow }) {
  const { id: accountId } = useAccount()
  const shown = problem ?? noVerdict
  if (shown === null || shown.reason === null) return null
  const { resultId, at, location, servedBy } = shown
  const reason = problem === null ? `No verdict: ${shown.reason}` : shown.reason
  const look =
    problem === null
      ? 'border-edge text-ink'
      : status === 'FAILING'
        ? 'border-bad text-bad'
        : 'border-warn text-warn'
  return (
    <div className={`${look} border-l-2 py-0.5 pl-3`}>
      <p className="text-base font-semibold break-words">
        {location !== null ? (
          <Link
            to="/accounts/$accountId/checks/$checkId/results/$resultId"
            params={{ accountId, checkId, resultId }}
            className="text-inherit!"
          >
            {reason}
          </Link>
        ) : (
          reason
        )}
      </p>
      <p className="text-soft text-xs">
        <Moment at={at} form="ago" />
        {location === null ? null : (
          <>
            , <Place code={location} servedBy={servedBy} />
          </>
        )}
      </p>
    </div>
  )
}
