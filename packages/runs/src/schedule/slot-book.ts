import { secondMs } from '@sonde/ground/durations.ts'
import type { ScheduledCheck } from './scheduled-check.ts'
import { createSlotWheel } from './slot-wheel.ts'
import { firstSlotAfter, lastSlotUpTo } from './slots.ts'

/** No check has a shorter period, so that a smaller step back of the clock keeps none waiting for long. */
const shortestPeriodMs = 10 * secondMs

export type DueSlot = { slotAt: number; checks: readonly ScheduledCheck[] }

/** How far the slots of a shard are. */
type ShardTime = {
  dispatchedUntil: number
  /** The same as far as it is written, with every slot before it that nobody ran. */
  writtenUntil: number
  clockEra: number
  /** The latest time that the clock has shown in this era. */
  shownUntil: number
}

/**
 * Which checks there are, and when each is due next. The checks of a shard begin and end together, and nothing of it is due
 * before `begin`; a server that runs all checks has one shard.
 */
export function createSlotBook(
  { now }: { now: () => number },
  shardOf: (checkNo: number) => number = () => 0,
) {
  const byId = new Map<string, ScheduledCheck>()
  const shards = new Map<number, ShardTime>()
  let wheel = createSlotWheel()

  function checksOf(shard: number): ScheduledCheck[] {
    return [...byId.values()].filter(({ no }) => shardOf(no) === shard)
  }

  function enter(check: ScheduledCheck, at = now()): void {
    const time = shards.get(shardOf(check.no))
    if (time === undefined) return
    if (!check.isActivated || check.slots === null || check.pool.length === 0) {
      check.nextSlotAt = null
      return
    }
    const after = Math.max(at, check.lastSlotAt ?? 0, time.dispatchedUntil)
    check.nextSlotAt = firstSlotAfter(check.slots, after)
    wheel.add(check.nextSlotAt, check)
  }

  /** A check that is due now for a slot of before. */
  function enterLate(check: ScheduledCheck, slotAt: number): void {
    if (check.nextSlotAt === null) return
    wheel.remove(check.nextSlotAt, check)
    check.nextSlotAt = slotAt
    wheel.add(slotAt, check)
  }

  function remove(checkId: string): ScheduledCheck | null {
    const check = byId.get(checkId)
    if (check === undefined) return null
    byId.delete(checkId)
    if (check.nextSlotAt !== null) wheel.remove(check.nextSlotAt, check)
    return check
  }

  /** The shortest period of what is scheduled; infinite when nothing is. */
  function shortestPeriod(shard: number): number {
    let shortest = Infinity
    for (const { slots, nextSlotAt } of checksOf(shard)) {
      if (slots !== null && nextSlotAt !== null) shortest = Math.min(shortest, slots.periodMs)
    }
    return shortest
  }

  return {
    find: (checkId: string): ScheduledCheck | undefined => byId.get(checkId),
    checks: (): Iterable<ScheduledCheck> => byId.values(),
    size: (): number => byId.size,
    nextSlotAt: (): number | null => wheel.nextAt(),
    hasBegun: (shard: number): boolean => shards.has(shard),
    checksOf,
    /** How far slots were dispatched: none up to there is run again. */
    dispatchedUntil: (shard: number): number => shards.get(shard)?.dispatchedUntil ?? 0,
    /** How far it is known to be written: what is just being written may fail, or die with this server. */
    writtenUntil: (shard: number): number => shards.get(shard)?.writtenUntil ?? 0,
    /** How often the clock was set back so far that slots began anew. */
    clockEra: (shard: number): number => shards.get(shard)?.clockEra ?? 0,

    /** In place of the check with the same id, if there is one. */
    put(check: ScheduledCheck): void {
      const dueAt = remove(check.checkId)?.nextSlotAt ?? Infinity
      byId.set(check.checkId, check)
      enter(check)
      // A slot that is due and was not taken yet stays due: nobody would run or count it otherwise.
      const isDue = dueAt <= now() && check.slots !== null && lastSlotUpTo(check.slots, dueAt) === dueAt
      if (isDue) enterLate(check, dueAt)
    },
    remove,

    /** `wasSpread`: whether the program that got until there chose the second of a slot by the check's id. */
    begin(
      shard: number,
      { until, era, wasSpread }: { until: number; era: number; wasSpread: boolean },
    ): void {
      shards.set(shard, { dispatchedUntil: until, writtenUntil: until, clockEra: era, shownUntil: 0 })
      for (const check of checksOf(shard)) {
        if (!wasSpread && check.slots !== null) check.lastSlotAt = until + check.slots.spreadMs
        enter(check)
      }
    },
    /** Another server has its checks. */
    end(shard: number): void {
      shards.delete(shard)
      for (const { checkId } of checksOf(shard)) remove(checkId)
    },
    enterLate,

    advance(shard: number, slotAt: number): void {
      const time = shards.get(shard)
      if (time !== undefined) time.dispatchedUntil = Math.max(time.dispatchedUntil, slotAt)
    },

    noteWritten(progress: readonly { shard: number; dispatchedUntil: number; clockEra: number }[]): void {
      for (const { shard, dispatchedUntil, clockEra } of progress) {
        const time = shards.get(shard)
        if (time?.clockEra === clockEra) time.writtenUntil = Math.max(time.writtenUntil, dispatchedUntil)
      }
    },

    /**
     * The slots up to a time, in order. Each of their checks is entered for its next one. Whoever takes them judges by the same
     * time how late they are: a clock that is read twice can show a slot between the two, which nobody would run or count.
     */
    takeDue(until: number): DueSlot[] {
      const due: DueSlot[] = []
      for (;;) {
        const nextAt = wheel.nextAt()
        const next = nextAt === null || nextAt > until ? null : wheel.takeNext()
        if (next === null) return due
        const { slotAt } = next
        const checks = next.checks.filter(
          (check) => byId.get(check.checkId) === check && check.nextSlotAt === slotAt,
        )
        for (const check of checks) {
          check.lastSlotAt = slotAt
          enter(check, until)
        }
        if (checks.length > 0) due.push({ slotAt, checks })
      }
    },

    /**
     * Begins anew after the clock was set back by more than the period of a check: waiting for the clock to catch up
     * would be silence. Tells by how much it was set back, or null. Checks with a longer period keep the slot that they
     * had, so that none of them runs twice.
     */
    correctClock(): number | null {
      const at = now()
      let furthestMs: number | null = null
      for (const [shard, time] of shards) {
        const backMs = Math.max(time.dispatchedUntil, time.shownUntil) - at
        time.shownUntil = Math.max(time.shownUntil, at)
        if (backMs <= shortestPeriodMs || backMs <= shortestPeriod(shard)) continue
        beginAnew(shard, time, { at, backMs })
        furthestMs = Math.max(furthestMs ?? 0, backMs)
      }
      return furthestMs
    },
  }

  function beginAnew(shard: number, time: ShardTime, { at, backMs }: { at: number; backMs: number }): void {
    const reached = time.dispatchedUntil
    time.dispatchedUntil = at
    time.writtenUntil = at
    time.shownUntil = at
    time.clockEra += 1
    const others = [...byId.values()].filter(({ no }) => shardOf(no) !== shard)
    wheel = createSlotWheel()
    for (const check of others) if (check.nextSlotAt !== null) wheel.add(check.nextSlotAt, check)
    for (const check of checksOf(shard)) {
      check.lastSlotAt = lastSlotBeforeStep(check, reached, backMs)
      enter(check)
    }
  }
}

export type SlotBook = ReturnType<typeof createSlotBook>

function lastSlotBeforeStep(check: ScheduledCheck, reached: number, backMs: number): number | null {
  const { slots, lastSlotAt } = check
  if (slots === null || slots.periodMs < backMs) return null
  return lastSlotAt ?? lastSlotUpTo(slots, reached)
}
