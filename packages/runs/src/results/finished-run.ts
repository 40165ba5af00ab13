import type { FinishedRun } from '@sonde/alerting/raise/finished-run.ts'
import { targetVerdictOfEnd } from '@sonde/schema/runs/verdict.ts'
import type { ResultRow } from '@sonde/store/results/results.ts'
import { resultIdOf } from '@sonde/store/runs/run-identity.ts'
import type { TicketedRun } from '../run.ts'
import { storable } from './storable-text.ts'

/** The end of a run, in the words of alerting. */
export function finishedRun(
  row: ResultRow,
  ending: Pick<
    FinishedRun,
    'isParallel' | 'verdicts' | 'ageMs' | 'completedAt' | 'lastCompletedAt' | 'judgedAt'
  > & { run: TicketedRun; statusText: string | null },
): FinishedRun {
  const { run, statusText, ...times } = ending
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
    isStandIn: row.isStandIn === true,
    verdict: targetVerdictOfEnd(row.verdict),
    result: {
      resultId: resultIdOf({ checkId: run.checkId, scheduledAt, origin }, row.attempt),
      scheduledAt,
      startedAt,
      responseTime,
      location,
      error: row.reason,
      statusCode,
      ...(statusText === null ? {} : { statusText: storable(statusText) ?? '' }),
      failedLocations: [],
      ...(row.isStandIn === true ? { isStandIn: true } : {}),
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
    isStandIn: false,
    verdict: null,
    result: null,
    ageMs: 0,
    completedAt: now,
    judgedAt: now,
  }
}
