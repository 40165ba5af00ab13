import type { DueCount } from '@sonde/store/runs/due-runs.ts'
import type { LeftOutSlots, RunKey } from '@sonde/store/runs/left-out-slots.ts'

/** Slots that were left out while an agent held this attempt, in one hour. */
export type LeftOutCount = Pick<LeftOutSlots, 'attempt' | 'hour' | 'count'>

export function addToCounts(
  counts: LeftOutCount[],
  { attempt, hour }: Pick<LeftOutCount, 'attempt' | 'hour'>,
): void {
  const known = counts.findIndex((each) => each.attempt === attempt && each.hour === hour)
  const count = (counts[known]?.count ?? 0) + 1
  if (known < 0) counts.push({ attempt, hour, count })
  else counts[known] = { attempt, hour, count }
}

export function dueCountsOf({ checkNo, origin }: RunKey, counts: readonly LeftOutCount[]): DueCount[] {
  return counts.map(({ hour, count }) => ({ checkNo, hour, location: origin, count }))
}

/**
 * The slots that an earlier program has left out: for agents that held their runs, and may do so still. How long they had to
 * say so is measured by a clock that nobody can set.
 */
export function createUnclaimedSlots({ steadyMs, claimMs }: { steadyMs(): number; claimMs: number }) {
  const byRun = new Map<string, { key: RunKey; counts: (LeftOutCount & { hasResult: boolean })[] }>()
  let sinceMs = steadyMs()

  function listenAnew(): void {
    sinceMs = steadyMs()
  }

  return {
    load(slots: readonly (LeftOutSlots & { hasResult: boolean })[]): void {
      listenAnew()
      for (const { checkNo, scheduledAt, origin, ...count } of slots) {
        const key = { checkNo, scheduledAt, origin }
        const name = nameOf(key)
        const known = byRun.get(name) ?? { key, counts: [] }
        known.counts.push(count)
        byRun.set(name, known)
      }
    },
    /** Nobody could say anything while this process stood still. */
    listenAnew,
    /** The run goes on, or is over; null when nothing was left out because of it. */
    claim(key: RunKey): LeftOutCount[] | null {
      const name = nameOf(key)
      const known = byRun.get(name)
      byRun.delete(name)
      return known === undefined
        ? null
        : known.counts.map(({ attempt, hour, count }) => ({ attempt, hour, count }))
    },
    /** Those whose agents had the time of a lease to say that they have the run, and have not: nobody was looking. */
    takeUnclaimed(): { key: RunKey; counts: LeftOutCount[] }[] {
      if (byRun.size === 0 || steadyMs() - sinceMs < claimMs) return []
      const unclaimed = [...byRun.values()]
      byRun.clear()
      return unclaimed.map(({ key, counts }) => ({
        key,
        counts: counts.filter(({ hasResult }) => !hasResult),
      }))
    },
  }
}

function nameOf({ checkNo, scheduledAt, origin }: RunKey): string {
  return `${checkNo}/${scheduledAt}/${origin}`
}
