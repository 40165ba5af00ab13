import { showDuration, showMoment } from '@sonde/ground/shown-time.ts'
import type { FinishedRun } from '@sonde/alerting/raise/finished-run.ts'
import { verdictOfHeartbeat } from '@sonde/schema/check-types/heartbeat/heartbeat-state.ts'
import type { CheckState } from '@sonde/store/checks/check-states.ts'
import type { HeartbeatEventRow } from '@sonde/store/heartbeats/heartbeat-events.ts'
import type { HeartbeatRow } from '@sonde/store/heartbeats/heartbeats.ts'

/** An event in the words of alerting: a run that is over at once, and that no location has made. */
export function occurrenceOf(
  event: HeartbeatEventRow,
  { before, now }: { before: CheckState; now: number },
): FinishedRun {
  return {
    checkNo: before.no,
    scheduledAt: event.at,
    origin: '',
    isParallel: false,
    occurrence: null,
    verdicts: {},
    isStandIn: false,
    verdict: verdictOfHeartbeat(event.state),
    result: {
      resultId: event.id,
      scheduledAt: event.at,
      startedAt: event.at,
      responseTime: null,
      location: null,
      error: event.reason,
      statusCode: null,
      failedLocations: [],
    },
    ageMs: 0,
    completedAt: event.at,
    lastCompletedAt: before.completedAt,
    judgedAt: now,
  }
}

export function stateAfterEvent(before: CheckState, event: HeartbeatEventRow, now: number): CheckState {
  return {
    ...before,
    status: verdictOfHeartbeat(event.state),
    completedAt: event.at,
    firstResultAt: before.firstResultAt ?? now,
    lastResultAt: now,
  }
}

/** The reason of a failure: how long nobody has pinged at this moment. */
export function describeSilence({ lastPingAt }: Pick<HeartbeatRow, 'lastPingAt'>, at: number): string {
  if (lastPingAt === null) return `No ping by ${showMoment(at)}`
  return `No ping for ${showDuration(at - lastPingAt)}, last ping at ${showMoment(lastPingAt)}`
}
