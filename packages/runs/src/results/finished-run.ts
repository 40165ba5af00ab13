import type { FinishedRun } from '@sonde/alerting/raise/finished-run.ts'
import { isRecord } from '@sonde/ground/is-record.ts'
import { targetVerdictOfEnd } from '@sonde/schema/runs/verdict.ts'
import type { ResultRow } from '@sonde/store/results/results.ts'
import { resultIdOf } from '@sonde/store/runs/run-identity.ts'
import type { TicketedRun } from '../run.ts'

/** The end of a run, in the words of alerting. */
export function finishedRun(
  row: ResultRow,
  ending: Pick<
    FinishedRun,
    'isParallel' | 'verdicts' | 'ageMs' | 'completedAt' | 'lastCompletedAt' | 'judgedAt'
  > & {
    run: TicketedRun
    reason: string | null
  },
): FinishedRun {
  const { run, reason, ...times } = ending
  const { scheduledAt, origin, startedAt, location, responseTime, statusCode } = row
  return {
    ...times,
    checkNo: row.checkNo,
    scheduledAt,
    origin,
    // Runs from before there were occurrences were alone.
    occurrence: run.occurrence ?? null,
    // As they were begun: the check may have changed since.
    isParallel: run.occurrence?.isParallel ?? times.isParallel,
    verdict: targetVerdictOfEnd(row.verdict),
    result: {
      resultId: resultIdOf({ checkId: run.checkId, scheduledAt, origin }, row.attempt),
      scheduledAt,
      startedAt,
      responseTime,
      location,
      error: reason,
      statusCode,
      failedLocations: [],
    },
  }
}

export function goneRun(
  run: TicketedRun,
  ending: Pick<FinishedRun, 'isParallel' | 'verdicts' | 'lastCompletedAt'> & { now: number },
): FinishedRun {
  const { checkNo, scheduledAt, origin, occurrence } = run
  const { now, ...rest } = ending
  return {
    ...rest,
    checkNo,
    scheduledAt,
    origin,
    occurrence,
    isParallel: occurrence?.isParallel ?? ending.isParallel,
    verdict: null,
    result: null,
    ageMs: 0,
    completedAt: now,
    judgedAt: now,
  }
}

/** Why an attempt failed, as far as its stored detail says so. */
export function errorIn(detail: unknown): string | null {
  const error = isRecord(detail) ? detail['requestError'] : null
  return typeof error === 'string' ? error : null
}
