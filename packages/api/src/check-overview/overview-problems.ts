import { dayMs } from '@sonde/ground/durations.ts'
import { servedByOf } from '@sonde/schema/agents/served-by.ts'
import { isPingedType, isRunType } from '@sonde/schema/check-types/check-kinds.ts'
import { heartbeatLengths, heartbeatOf } from '@sonde/schema/check-types/heartbeat/document.ts'
import type { CheckOverviewRow, CheckProblem } from '@sonde/schema/checks/check-overview.ts'
import type { OverviewCheck } from '@sonde/store/checks/check-overview.ts'
import { heartbeatsOf } from '@sonde/store/heartbeats/heartbeats.ts'
import { lastHeartbeatEvents, lastResults, type LastResultRow } from '@sonde/store/results/last-results.ts'
import { resultIdOf } from '@sonde/store/runs/run-identity.ts'
import type { ApiDeps } from '../api-deps.ts'

type Deps = Pick<ApiDeps, 'store'>
type ProblemCheck = Pick<OverviewCheck, 'id' | 'checkNo' | 'checkType' | 'status'>

/** The results that the checks with a problem have it from. */
export async function readProblems(
  { store: { read } }: Deps,
  checks: readonly ProblemCheck[],
  now: number,
): Promise<(check: Pick<ProblemCheck, 'id' | 'checkNo'>) => CheckProblem | null> {
  const results = new Map<number, LastResultRow>()
  for (const verdict of ['failed', 'degraded'] as const) {
    const checkNos = checks
      .filter(({ status, checkType }) => status === verdict && isRunType(checkType))
      .map(({ checkNo }) => checkNo)
    // Nearly all of them are in the partitions of the last days.
    const recent = await lastResults(read, { checkNos, since: now - dayMs, verdict })
    const missing = checkNos.filter((no) => !recent.has(no))
    const older = await lastResults(read, { checkNos: missing, since: 0, verdict })
    for (const [no, row] of [...older, ...recent]) results.set(no, row)
  }
  const heartbeats = checks.filter(({ status, checkType }) => status === 'failed' && isPingedType(checkType))
  const events = await lastHeartbeatEvents(
    read,
    heartbeats.map(({ id }) => id),
  )
  return ({ id: checkId, checkNo }) => {
    const result = results.get(checkNo)
    if (result !== undefined) return problemOfResult(checkId, result)
    const event = events.get(checkId)
    if (event === undefined) return null
    const { id: resultId, at, reason } = event
    return { resultId, at: isoTime(at), location: null, servedBy: null, reason }
  }
}

/** A result with why it came out as it did. */
export function problemOfResult(checkId: string, row: LastResultRow): CheckProblem {
  const { scheduledAt, origin, attempt, startedAt, location, isStandIn, reason } = row
  return {
    resultId: resultIdOf({ checkId, scheduledAt, origin }, attempt),
    at: isoTime(startedAt),
    location,
    servedBy: servedByOf(isStandIn),
    reason,
  }
}

/** What heartbeats wait for, and until when. */
export async function readHeartbeatWaits(
  { store: { read } }: Deps,
  checks: readonly OverviewCheck[],
): Promise<(check: OverviewCheck) => CheckOverviewRow['heartbeat']> {
  const ids = checks.filter(({ checkType }) => isPingedType(checkType)).map(({ id }) => id)
  const rows = await heartbeatsOf(read, ids)
  return ({ id, config }) => {
    const row = rows.get(id)
    if (row === undefined) return null
    const { periodMs, graceMs } = heartbeatLengths(heartbeatOf(config))
    return {
      lastPingAt: row.lastPingAt === null ? null : isoTime(row.lastPingAt),
      expectedAt: row.timer === null ? null : isoTime(row.timer.expectedAt),
      alertAt: row.timer === null ? null : isoTime(row.timer.deadlineAt),
      alertAfterSeconds: Math.round((periodMs + graceMs) / 1000),
    }
  }
}

function isoTime(at: number): string {
  return new Date(at).toISOString()
}
