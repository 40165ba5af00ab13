import { Link } from '@tanstack/react-router'
import { useAccount } from '../api/account-context.ts'
import { Moment } from '../parts/moment.tsx'
import { Place } from '../parts/place.tsx'
import type { CheckOverviewRow } from '../resources/check-overview.ts'

/** Why a check is failing or degraded: the sentence of its last result that says so, which it leads to. */
export function ProblemLine({ row: { id: checkId, status, problem } }: { row: CheckOverviewRow }) {
  const { id: accountId } = useAccount()
  if (problem === null || problem.reason === null) return null
  const { reason, resultId, at, location, servedBy } = problem
  const look = status === 'FAILING' ? 'border-bad text-bad' : 'border-warn text-warn'
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
