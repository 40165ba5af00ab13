import { chunks } from '@sonde/ground/chunks.ts'
import type { DueCount } from '@sonde/store/runs/due-runs.ts'
import type { RunKey } from '@sonde/store/runs/left-out-slots.ts'
import { missedSlots } from './missed-slots.ts'
import type { ScheduledCheck } from './scheduled-check.ts'
import type { SlotBook } from './slot-book.ts'
import { lastSlotUpTo } from './slots.ts'

/** What servers that share the schedule need beyond what one does that has all of it. */
export type ScheduleSharing = {
  shardOf(checkNo: number): number
  /** How late a slot may start. Of several late ones of a check the newest is run, and the others are missed. */
  latestMs: number
  /** Those of these runs that are over without a word of it having reached this server. */
  findEnded(runs: readonly { runId: string; key: RunKey }[]): Promise<ReadonlySet<string>>
}

/**
 * A run that is older than this and still open may be over, where what others tell may be lost. Shorter than any period: before
 * a slot is left out because of a run, it is looked whether that has its result.
 */
const doubtfulMs = 5_000

/** Of the slots since a time the newest, unless it is too late itself, and what nobody will run of them. */
export function newestSlot(
  check: ScheduledCheck,
  { since, now, latestMs }: { since: number; now: number; latestMs: number },
): { slotAt: number | null; missed: DueCount[] } {
  const newest = check.slots === null ? -Infinity : lastSlotUpTo(check.slots, now)
  const isRun = newest > since && now - newest <= latestMs
  return {
    slotAt: isRun ? newest : null,
    missed: missedSlots(check, since, isRun ? newest - 1 : now),
  }
}

/** Works the slots of the shards that this server has. */
export function createSharedSlots(deps: {
  sharing: ScheduleSharing
  book: SlotBook
  batchSize: number
  isPaused(check: ScheduledCheck, at: number): boolean
  /** When the runs of a slot are scheduled, in the era of the shard. */
  scheduledAt(shard: number, slotAt: number): number
  addMissed(due: readonly DueCount[]): void
  dispatch(checks: readonly ScheduledCheck[], scheduledAt: number): Promise<void>
  close(run: RunKey & { runId: string; checkId: string }): void
}) {
  const { book, batchSize } = deps
  const { shardOf, latestMs, findEnded } = deps.sharing

  function takeNewest(now: number): Map<number, ScheduledCheck[]> {
    const bySlot = new Map<number, ScheduledCheck[]>()
    for (const { slotAt: oldest, checks } of book.takeDue(now)) {
      for (const check of checks) {
        const { slotAt, missed } = newestSlot(check, { since: oldest - 1, now, latestMs })
        if (!deps.isPaused(check, oldest)) deps.addMissed(missed)
        if (slotAt === null) continue
        const scheduledAt = deps.scheduledAt(shardOf(check.no), slotAt)
        const due = bySlot.get(scheduledAt)
        if (due === undefined) bySlot.set(scheduledAt, [check])
        else due.push(check)
      }
    }
    return bySlot
  }

  return {
    async tick(now: number): Promise<void> {
      for (const [scheduledAt, checks] of [...takeNewest(now)].toSorted(([one], [other]) => one - other)) {
        // A shard has reached a slot when all of its checks are written.
        const ordered = checks.toSorted((one, other) => shardOf(one.no) - shardOf(other.no))
        for (const [index, chunk] of [...chunks(ordered, batchSize)].entries()) {
          const next = ordered[(index + 1) * batchSize]
          for (const shard of new Set(chunk.map(({ no }) => shardOf(no)))) {
            const isWhole = next === undefined || shardOf(next.no) !== shard
            book.advance(shard, isWhole ? scheduledAt : scheduledAt - 1)
          }
          await deps.dispatch(chunk, scheduledAt)
        }
      }
    },

    /** Where events may be lost, a slot is not left out because of a run that is over. */
    async closeEnded(checks: readonly ScheduledCheck[], at: number): Promise<void> {
      const doubtful = checks.flatMap(({ checkId, open }) =>
        [...open]
          .filter(([, { key }]) => at - key.scheduledAt > doubtfulMs)
          .map(([runId, { key }]) => ({ runId, checkId, key })),
      )
      if (doubtful.length === 0) return
      const ended = await findEnded(doubtful)
      for (const { runId, checkId, key } of doubtful)
        if (ended.has(runId)) deps.close({ runId, checkId, ...key })
    },
  }
}
