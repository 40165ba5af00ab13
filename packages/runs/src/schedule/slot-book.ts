import { secondMs } from '@sonde/ground/durations.ts'
import type { ScheduledCheck } from './scheduled-check.ts'
import { createSlotWheel } from './slot-wheel.ts'
import { firstSlotAfter, lastSlotUpTo } from './slots.ts'

/** No check has a shorter period, so that a smaller step back of the clock keeps none waiting for long. */
const shortestPeriodMs = 10 * secondMs

export type DueSlot = { slotAt: number; checks: readonly ScheduledCheck[] }

/** Which checks there are, and when each is due next. Nothing is due before `begin`. */
export function createSlotBook({ now }: { now: () => number }) {
  const byId = new Map<string, ScheduledCheck>()
  let wheel = createSlotWheel()
  let hasBegun = false
  let dispatchedUntil = 0
  let clockEra = 0
  /** The latest time that the clock has shown in this era. */
  let shownUntil = 0

  function enter(check: ScheduledCheck): void {
    if (!check.isActivated || check.slots === null || check.pool.length === 0) {
      check.nextSlotAt = null
      return
    }
    const after = Math.max(now(), check.lastSlotAt ?? 0, dispatchedUntil)
    check.nextSlotAt = firstSlotAfter(check.slots, after)
    wheel.add(check.nextSlotAt, check)
  }

  function remove(checkId: string): ScheduledCheck | null {
    const check = byId.get(checkId)
    if (check === undefined) return null
    byId.delete(checkId)
    if (check.nextSlotAt !== null) wheel.remove(check.nextSlotAt, check)
    return check
  }

  /** The shortest period of what is scheduled; infinite when nothing is. */
  function shortestPeriod(): number {
    let shortest = Infinity
    for (const { slots, nextSlotAt } of byId.values()) {
      if (slots !== null && nextSlotAt !== null) shortest = Math.min(shortest, slots.periodMs)
    }
    return shortest
  }

  return {
    find: (checkId: string): ScheduledCheck | undefined => byId.get(checkId),
    checks: (): Iterable<ScheduledCheck> => byId.values(),
    size: (): number => byId.size,
    nextSlotAt: (): number | null => wheel.nextAt(),
    hasBegun: (): boolean => hasBegun,
    /** How far slots were dispatched: none up to there is run again. */
    dispatchedUntil: (): number => dispatchedUntil,
    /** How often the clock was set back so far that slots began anew. */
    clockEra: (): number => clockEra,

    /** In place of the check with the same id, if there is one. */
    put(check: ScheduledCheck): void {
      remove(check.checkId)
      byId.set(check.checkId, check)
      if (hasBegun) enter(check)
    },
    remove,

    /** `wasSpread`: whether the program that got until there chose the second of a slot by the check's id. */
    begin({ until, era, wasSpread }: { until: number; era: number; wasSpread: boolean }): void {
      dispatchedUntil = until
      clockEra = era
      hasBegun = true
      for (const check of byId.values()) {
        if (!wasSpread && check.slots !== null) check.lastSlotAt = until + check.slots.spreadMs
        enter(check)
      }
    },

    advance(slotAt: number): void {
      dispatchedUntil = Math.max(dispatchedUntil, slotAt)
    },

    /** The slots up to now, in order. Each of their checks is entered for its next one. */
    takeDue(): DueSlot[] {
      const due: DueSlot[] = []
      const until = now()
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
          enter(check)
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
      const backMs = Math.max(dispatchedUntil, shownUntil) - at
      shownUntil = Math.max(shownUntil, at)
      if (backMs <= shortestPeriodMs || backMs <= shortestPeriod()) return null
      const reached = dispatchedUntil
      dispatchedUntil = at
      shownUntil = at
      clockEra += 1
      wheel = createSlotWheel()
      for (const check of byId.values()) {
        check.lastSlotAt = lastSlotBeforeStep(check, reached, backMs)
        enter(check)
      }
      return backMs
    },
  }
}

function lastSlotBeforeStep(check: ScheduledCheck, reached: number, backMs: number): number | null {
  const { slots, lastSlotAt } = check
  if (slots === null || slots.periodMs < backMs) return null
  return lastSlotAt ?? lastSlotUpTo(slots, reached)
}
