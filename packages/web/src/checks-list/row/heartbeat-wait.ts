import type { CheckOverviewRow } from '../../resources/check-overview.ts'

type Heartbeat = Pick<NonNullable<CheckOverviewRow['heartbeat']>, 'lastPingAt' | 'alertAt'>

/**
 * What a heartbeat waits for: its first ping, or any ping, before which it alerts nobody; one that is due by then; or one that
 * is overdue, in the moment until the missed ping is recorded.
 */
export function heartbeatWait(
  { lastPingAt, alertAt }: Heartbeat,
  now: number,
): 'first' | 'next' | 'due' | 'overdue' {
  if (lastPingAt === null) return 'first'
  if (alertAt === null) return 'next'
  return Date.parse(alertAt) > now ? 'due' : 'overdue'
}
