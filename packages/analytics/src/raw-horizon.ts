import { dayMs, hourMs } from '@sonde/ground/durations.ts'
import { latestStartMs } from '@sonde/store/results/results.ts'

/** As long as a run may start after its slot, and to the full hour. */
const marginMs = latestStartMs + hourMs

/**
 * Results of slots before this moment may be deleted. They are kept a little longer than promised, so that
 * the stats of the last 30 days come from results alone when these are kept for 30 days.
 */
export function rawDeletedBefore(now: number, rawRetentionDays: number): number {
  return now - rawRetentionDays * dayMs - marginMs
}

/**
 * From this full hour on, every result is still there: stats come from the results themselves, and from
 * rollups before it. A run may start up to an hour after its slot, by which results are deleted.
 */
export function rawHorizon(now: number, rawRetentionDays: number): number {
  return Math.ceil((rawDeletedBefore(now, rawRetentionDays) + latestStartMs) / hourMs) * hourMs
}
