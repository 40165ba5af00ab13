import { formatDuration } from '../parts/format.ts'
import { Moment } from '../parts/moment.tsx'
import type { CheckOverviewRow } from '../resources/check-overview.ts'

/** What a heartbeat waits for, since when, and when it alerts. */
export function WaitLine({ row: { heartbeat, createdAt, status } }: { row: CheckOverviewRow }) {
  if (heartbeat === null) return null
  const { lastPingAt, expectedAt, alertAt, alertAfterSeconds } = heartbeat
  const silence = formatDuration(alertAfterSeconds * 1000)
  if (expectedAt === null || alertAt === null) {
    return (
      <p>
        {lastPingAt === null ? (
          <>
            Waiting for the first ping since <Moment at={createdAt} form="short" />.
          </>
        ) : (
          <>
            Waiting for the next ping; the last one came <Moment at={lastPingAt} form="ago" />.
          </>
        )}{' '}
        No alert before it comes. After that, an alert when no ping comes for {silence}.
      </p>
    )
  }
  // It has alerted already: who was notified stands below, and the next ping is what ends it.
  if (status === 'FAILING') return <p>The check recovers with the next ping.</p>
  return (
    <p>
      Next ping expected <Moment at={expectedAt} form="short" />, alerts <Moment at={alertAt} form="short" />{' '}
      without one.
    </p>
  )
}
