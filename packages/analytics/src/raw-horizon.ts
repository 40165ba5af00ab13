import { latestStartMs } from '@sonde/store/results.ts'

const hourMs = 60 * 60 * 1000
const dayMs = 24 * hourMs

/** Results of slots before this moment may be deleted. */
export function rawDeletedBefore(now: number, rawRetentionDays: number): number {
  return now - rawRetentionDays * dayMs
}

/**
 * From this full hour on, every result is still there: figures come from the results themselves, and from
 * rollups before it. A run may start up to an hour after its slot, by which results are deleted.
 */
export function rawHorizon(now: number, rawRetentionDays: number): number {
  return Math.ceil((rawDeletedBefore(now, rawRetentionDays) + latestStartMs) / hourMs) * hourMs
}
