import { Link } from '@tanstack/react-router'
import { useAccount } from '../../api/account-context.ts'
import { joinClasses } from '../../parts/join-classes.ts'
import { missingResultsOf } from '../../parts/missing-results.ts'
import { Moment } from '../../parts/moment.tsx'
import { useNow } from '../../parts/use-now.ts'
import { heartbeatWait } from './heartbeat-wait.ts'
import type { CheckOverviewRow } from '../../resources/check-overview.ts'

/** One line on most screens; a phone and a very wide screen have room for the second: a reason is not cut there. */
const line = 'min-w-0 md:max-[112.5rem]:truncate max-md:line-clamp-2 min-[112.5rem]:line-clamp-2'
const targetLine = 'min-w-0 truncate'

/**
 * A failing check is read for its reason, which takes the place of the target and leads to its result; any other for
 * what it looks at or waits for.
 */
export function ReasonOrTarget({ row }: { row: CheckOverviewRow }) {
  const { id: accountId } = useAccount()
  const missing = missingResultsOf(row, useNow())
  const { problem, noVerdict, heartbeat, status, target } = row
  if (missing !== null) {
    return (
      <span className={joinClasses(line, 'text-warn font-medium')}>
        <span aria-hidden="true">⚠ </span>
        Not running, {missing.isNever ? 'no result for ' : 'last result '}
        <Moment at={missing.since} form={missing.isNever ? 'lasting' : 'ago'} />
      </span>
    )
  }
  if (problem !== null && problem.reason !== null) {
    const look = joinClasses(line, status === 'FAILING' ? 'text-bad!' : 'text-warn!')
    // A heartbeat has events and no results.
    if (problem.location === null) {
      return (
        <span className={look} title={problem.reason}>
          {problem.reason}
        </span>
      )
    }
    return (
      <Link
        to="/accounts/$accountId/checks/$checkId/results/$resultId"
        params={{ accountId, checkId: row.id, resultId: problem.resultId }}
        title={problem.reason}
        className={joinClasses(look, 'focus-visible:-outline-offset-2')}
      >
        {problem.reason}
      </Link>
    )
  }
  if (noVerdict !== null && noVerdict.reason !== null) {
    return (
      <Link
        to="/accounts/$accountId/checks/$checkId/results/$resultId"
        params={{ accountId, checkId: row.id, resultId: noVerdict.resultId }}
        title={noVerdict.reason}
        className={joinClasses(line, 'text-soft! focus-visible:-outline-offset-2')}
      >
        No verdict: {noVerdict.reason}
      </Link>
    )
  }
  if (heartbeat !== null) return <HeartbeatWait heartbeat={heartbeat} createdAt={row.createdAt} />
  if (target === null) return null
  return (
    <span className={joinClasses(targetLine, 'text-soft')} title={target}>
      {target}
    </span>
  )
}

/** Since when it waits and when it alerts. Only a ping starts the timer. */
function HeartbeatWait({
  heartbeat: { lastPingAt, alertAt },
  createdAt,
}: {
  heartbeat: NonNullable<CheckOverviewRow['heartbeat']>
  createdAt: string
}) {
  const wait = heartbeatWait({ lastPingAt, alertAt }, useNow())
  return (
    <span
      className={joinClasses(line, 'text-soft')}
      title={alertAt === null ? 'A ping starts the timer: no alert before it comes' : undefined}
    >
      {wait === 'first' ? (
        <>
          Waiting for the first ping since <Moment at={createdAt} form="until" />, no alert before it
        </>
      ) : wait === 'next' ? (
        'Waiting for the next ping, no alert before it'
      ) : wait === 'overdue' ? (
        'Ping overdue, alerts now'
      ) : (
        <>
          Alerts <Moment at={alertAt} form="ago" /> without a ping
        </>
      )}
    </span>
  )
}
