import type { FinishedRun } from '@sonde/alerting/raise/finished-run.ts'
import { verdictOfHeartbeat } from '@sonde/schema/check-types/heartbeat/heartbeat-state.ts'
import type { CheckState } from '@sonde/store/checks/check-states.ts'
import type { HeartbeatEventRow } from '@sonde/store/heartbeats/heartbeat-events.ts'
import type { HeartbeatRow } from '@sonde/store/heartbeats/heartbeats.ts'

/** An event in the words of alerting: a run that is over at once, and that no location has made. */
export function occurrenceOf(
  event: HeartbeatEventRow,
  { before, error, now }: { before: CheckState; error: string | null; now: number },
): FinishedRun {
  return {
    checkNo: before.no,
    scheduledAt: event.at,
    origin: '',
    isParallel: false,
    occurrence: null,
    verdicts: {},
    verdict: verdictOfHeartbeat(event.state),
    result: {
      resultId: event.id,
      scheduledAt: event.at,
      startedAt: event.at,
      responseTime: null,
      location: null,
      error,
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

/** For whoever is woken by it. */
export function silenceOf({ lastPingAt, timer }: HeartbeatRow): string {
  const since = lastPingAt === null ? 'No ping came' : `No ping since ${iso(lastPingAt)}`
  if (timer === null) return since
  const { expectedAt, deadlineAt } = timer
  const expected = `${since}: one was expected at ${iso(expectedAt)}`
  return deadlineAt === expectedAt ? expected : `${expected}, and at the latest at ${iso(deadlineAt)}`
}

function iso(at: number): string {
  return new Date(at).toISOString()
}
