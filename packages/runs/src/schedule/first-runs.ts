import type { Clock } from '@sonde/ground/clock.ts'
import { createPace } from '@sonde/ground/pace.ts'
import { mostFirstRunsEachSecond } from '../runs.ts'
import type { ScheduledCheck } from './scheduled-check.ts'

/**
 * The first runs of checks that are new or activated again. One begins at once; of thousands, as an import or a group may have
 * them, so many begin in each second, or the runs of everybody else would wait behind them.
 */
export function createFirstRuns({
  clock,
  steadyMs,
  find,
  canStart,
  shardOf,
  slotMs,
  dispatch,
}: {
  clock: Clock
  steadyMs(): number
  find(checkId: string): ScheduledCheck | undefined
  canStart(check: ScheduledCheck): boolean
  shardOf(checkNo: number): number
  /** The millisecond that slots of a shard begin at. */
  slotMs(shard: number): number
  dispatch(checks: readonly ScheduledCheck[], firstAt: number): Promise<void>
}) {
  const pace = createPace({ eachSecond: mostFirstRunsEachSecond, steadyMs })
  const waiting = new Set<string>()
  let together: Promise<void> | null = null

  async function startDue(): Promise<void> {
    together = null
    const some = waiting.values().take(pace.take(waiting.size)).toArray()
    for (const checkId of some) waiting.delete(checkId)
    // They may have been deleted or deactivated, or have gone to another server.
    const checks = some.flatMap((checkId) => find(checkId) ?? []).filter(canStart)
    for (const [shard, own] of Map.groupBy(checks, ({ no }) => shardOf(no)))
      await dispatch(own, firstRunAt(clock.now(), slotMs(shard)))
  }

  return {
    /** Those that are asked for together are written together. Resolves when they have begun, or wait for their turn. */
    async add(check: ScheduledCheck): Promise<void> {
      if (!canStart(check)) return
      waiting.add(check.checkId)
      together ??= Promise.resolve().then(startDue)
      await together
    },

    /** They begin by other means. */
    drop(checks: readonly ScheduledCheck[]): void {
      if (waiting.size > 0) for (const { checkId } of checks) waiting.delete(checkId)
    },

    startDue,

    /** When one may begin; null while none waits. */
    nextAt: (): number | null => (waiting.size === 0 ? null : clock.now() + pace.waitMs()),
  }
}

/**
 * A first run never takes the identity of a slot, nor that of a session, which begins in an even millisecond.
 */
function firstRunAt(now: number, slotMs: number): number {
  const odd = now % 2 === 0 ? now + 1 : now
  return odd % 1000 === slotMs ? odd + 2 : odd
}
