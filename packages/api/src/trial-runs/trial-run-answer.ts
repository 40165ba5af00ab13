import { metricValuesIn, statusCodeIn } from '@sonde/schema/check-types/check-metrics.ts'
import { apiVerdicts } from '@sonde/schema/runs/api-verdicts.ts'
import { verdictOfEnd } from '@sonde/schema/runs/verdict.ts'
import type { CheckResult } from '@sonde/schema/check-types/check-result.ts'
import type { CheckTry } from '@sonde/schema/runs/trial-run.ts'
import type { TrialRunRow, TrialResult } from '@sonde/store/runs/trial-run-rows.ts'
import { encodeDetail } from '@sonde/store/result-details/detail-codec.ts'
import type { ResultRow } from '@sonde/store/results/results.ts'
import type { Role } from '@sonde/schema/accounts/role.ts'
import { resultAnswer } from '../check-results/result-answer.ts'

export function trialRunAnswer(
  row: TrialRunRow,
  { role, logFrom = 0 }: { role: Role; logFrom?: number | undefined },
): CheckTry {
  const { result } = row
  return {
    id: row.id,
    checkType: row.checkType,
    status: row.status,
    location: row.location,
    waitingFor: row.waitingFor,
    reason: row.reason,
    createdAt: isoTime(row.createdAt),
    startedAt: row.startedAt === null ? null : isoTime(row.startedAt),
    endedAt: row.endedAt === null ? null : isoTime(row.endedAt),
    log: row.log.slice(logFrom),
    verdict: result === null ? null : apiVerdicts[verdictOfEnd(result.verdict)],
    result: result === null ? null : shownResult(row, { result, reason: row.reason, attempt: 1 }, role),
  }
}

/** What one attempt found, as a result of a saved check would tell it. */
export function shownResult(
  row: TrialRunRow,
  { result: found, reason, attempt }: { result: TrialResult; reason: string | null; attempt: number },
  role: Role,
): CheckResult {
  const { detail, ...result } = found
  const { id, checkType, name, config, location } = row
  const stored: ResultRow = {
    checkNo: 0,
    checkType,
    origin: location,
    location,
    attempt,
    isFinal: true,
    source: 'EDITOR',
    snapshot: 1,
    checkRunId: 0,
    verdict: result.verdict,
    overMax: result.overMax,
    scheduledAt: result.scheduledAt,
    startedAt: result.startedAt,
    durationMs: result.durationMs,
    createdAt: result.createdAt,
    responseTime: result.responseTime,
    statusCode: statusCodeIn(checkType, detail),
    metrics: metricValuesIn(checkType, detail),
    detail: encodeDetail(checkType, detail, config),
    reason,
    isStandIn: result.isStandIn ?? null,
  }
  const answer = resultAnswer({ id, checkType }, stored, { name, config }, { withDetails: true, role })
  return { ...answer, errorGroupIds: null }
}

function isoTime(at: number): string {
  return new Date(at).toISOString()
}
