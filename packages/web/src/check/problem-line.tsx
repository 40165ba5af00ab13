import { Link } from '@tanstack/react-router'
import { useAccount } from '../api/account-context.ts'
import { Moment } from '../parts/moment.tsx'
import { Place } from '../parts/place.tsx'
import { StatusShape } from '../parts/status/status-shape.tsx'
import type { CheckOverviewRow } from '../resources/check-overview.ts'

const looks = {
  failing: { shape: 'failed', look: 'border-l-bad-fill text-bad' },
  degraded: { shape: 'degraded', look: 'border-l-warn-fill text-warn' },
  noVerdict: { shape: 'no-data', look: 'border-l-edge text-ink' },
} as const

/**
 * Why a check is failing or degraded, or why its last run has no verdict: the sentence of the result that says so,
 * which it leads to.
 */
export function ProblemLine({
  row: { id: checkId, status, statusSince, problem, noVerdict },
}: {
  row: CheckOverviewRow
}) {
  const { id: accountId } = useAccount()
  const shown = problem ?? noVerdict
  if (shown === null || shown.reason === null) return null
  const { resultId, at, location, servedBy } = shown
  const reason = problem === null ? `No verdict: ${shown.reason}` : shown.reason
  const { shape, look } =
    problem === null ? looks.noVerdict : status === 'FAILING' ? looks.failing : looks.degraded
  return (
    <div
      className={`${look} bg-card border-y-line border-r-line mb-3 grid grid-cols-[auto_minmax(0,1fr)] gap-x-2.5 rounded-lg border border-l-[3px] px-4 py-2.5`}
    >
      <StatusShape status={shape} className="mt-1 size-4" />
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
      <p className="text-soft col-start-2 text-xs">
        {problem === null || statusSince === null ? null : (
          <>
            Since <Moment at={statusSince} form="short" />.{' '}
          </>
        )}
        Latest result <Moment at={at} form="ago" />
        {location === null ? null : (
          <>
            , <Place code={location} servedBy={servedBy} />
          </>
        )}
        {problem === null ? null : (
          <>
            .{' '}
            <Link
              to="/accounts/$accountId/checks/$checkId/alerts"
              params={{ accountId, checkId }}
              className="underline"
            >
              Who was notified
            </Link>
          </>
        )}
      </p>
    </div>
  )
}
