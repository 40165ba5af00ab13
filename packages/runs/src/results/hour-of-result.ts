import { hourMs, minuteMs } from '@sonde/ground/durations.ts'
import { hourOf } from '@sonde/store/runs/due-runs.ts'
import type { ResultRow } from '@sonde/store/results/results.ts'

/** An hour is rolled up when it is this old. */
const rollupDelayMs = 10 * minuteMs

/** The hour that the figures of a result belong to. */
export function hourKeyOf(row: ResultRow): { checkNo: number; hour: number; location: string } {
  return { checkNo: row.checkNo, hour: hourOf(row.startedAt), location: row.location }
}

/** Counting the run as due has made a row for its hour, which is not computed before it is over. */
export function isHourAwaited(row: ResultRow, now: number): boolean {
  return (
    row.source === 'SCHEDULER' &&
    row.location === row.origin &&
    hourOf(row.startedAt) === hourOf(row.scheduledAt) &&
    now < hourOf(row.startedAt) + hourMs + rollupDelayMs
  )
}
