import { hourMs } from '@sonde/ground/durations.ts'
import { type DueCount, hourOf } from '@sonde/store/runs/due-runs.ts'
import type { ScheduledCheck } from './scheduled-check.ts'
import { countSlots } from './slots.ts'

/** How far back a gap is counted: beyond this, a gap is plain to see without its exact size. */
const longestGapMs = 48 * hourMs

/**
 * The slots in (after, until] that nobody ran, by hour and location. Nothing makes up for them, but figures
 * that rest on fewer runs than were due must say so.
 */
export function missedSlots(
  check: Pick<ScheduledCheck, 'no' | 'slots' | 'pool' | 'isParallel' | 'lastOrigin'>,
  after: number,
  until: number,
): DueCount[] {
  const { slots, pool } = check
  if (slots === null || pool.length === 0) return []
  const counts: DueCount[] = []
  const start = pool.findIndex(({ location }) => location === check.lastOrigin) + 1
  let turn = 0
  let from = Math.max(after, until - longestGapMs)
  while (from < until) {
    const to = Math.min(until, hourOf(from + 1) + hourMs - 1)
    const missed = countSlots(slots, from, to)
    if (missed > 0) {
      for (const [position, { location }] of pool.entries()) {
        const count = check.isParallel ? missed : turnsOf(position - start, turn, missed, pool.length)
        if (count > 0) counts.push({ checkNo: check.no, hour: hourOf(from + 1), location, count })
      }
      turn += missed
    }
    from = to
  }
  return counts
}

/** How many of the turns `first` to `first + count - 1` of a rotation fall on one position. */
function turnsOf(position: number, first: number, count: number, size: number): number {
  const offset = (((position - first) % size) + size) % size
  return offset >= count ? 0 : Math.floor((count - 1 - offset) / size) + 1
}
