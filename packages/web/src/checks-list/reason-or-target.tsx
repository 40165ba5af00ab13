import { Link } from '@tanstack/react-router'
import { useAccount } from '../api/account-context.ts'
import { Moment } from '../parts/moment.tsx'
import type { CheckOverviewRow } from '../resources/check-overview.ts'

/** A failing check is read for its reason, which leads to its result; any other for what it looks at or waits for. */
export function ReasonOrTarget({ row }: { row: CheckOverviewRow }) {
  const { id: accountId } = useAccount()
  const { problem, heartbeat, status, target } = row
  if (problem !== null && problem.reason !== null) {
    const look = `${status === 'FAILING' ? 'text-bad!' : 'text-warn!'} line-clamp-2 text-xs wrap-anywhere`
    // A heartbeat has events and no results.
    if (problem.location === null) return <span className={look}>{problem.reason}</span>
    return (
      <Link
        to="/accounts/$accountId/checks/$checkId/results/$resultId"
        params={{ accountId, checkId: row.id, resultId: problem.resultId }}
        className={look}
      >
        {problem.reason}
      </Link>
    )
  }
  if (heartbeat !== null && heartbeat.lastPingAt === null) {
    return (
      <span className="text-soft line-clamp-2 text-xs">
        Waiting for the first ping since <Moment at={row.createdAt} form="short" />
      </span>
    )
  }
  if (target === null) return null
  return <span className="text-soft line-clamp-2 text-xs wrap-anywhere">{target}</span>
}
