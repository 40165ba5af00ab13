import type { ScheduledCheck } from './scheduled-check.ts'

/** Checks by their next slot. Many checks share a slot, so that there are few slots to keep in order. */
export type SlotWheel = {
  add(slotAt: number, check: ScheduledCheck): void
  remove(slotAt: number, check: ScheduledCheck): void
  nextAt(): number | null
  /** The checks of the earliest slot. */
  takeNext(): { slotAt: number; checks: ScheduledCheck[] } | null
}

export function createSlotWheel(): SlotWheel {
  const bySlot = new Map<number, Set<ScheduledCheck>>()
  /** A binary heap of the keys of `bySlot`. */
  const times: number[] = []

  function push(time: number): void {
    times.push(time)
    let index = times.length - 1
    while (index > 0) {
      const parent = (index - 1) >> 1
      if (at(parent) <= time) break
      times[index] = at(parent)
      index = parent
    }
    times[index] = time
  }

  function pop(): number | undefined {
    const first = times[0]
    const last = times.pop()
    if (first === undefined || last === undefined || times.length === 0) return first
    let index = 0
    for (;;) {
      const left = index * 2 + 1
      if (left >= times.length) break
      const child = left + 1 < times.length && at(left + 1) < at(left) ? left + 1 : left
      if (at(child) >= last) break
      times[index] = at(child)
      index = child
    }
    times[index] = last
    return first
  }

  function at(index: number): number {
    return times[index] ?? Infinity
  }

  return {
    add(slotAt, check) {
      const checks = bySlot.get(slotAt)
      if (checks !== undefined) {
        checks.add(check)
        return
      }
      bySlot.set(slotAt, new Set([check]))
      push(slotAt)
    },
    // The slot itself stays: an empty one costs next to nothing when its time comes.
    remove: (slotAt, check) => void bySlot.get(slotAt)?.delete(check),
    nextAt: () => times[0] ?? null,
    takeNext() {
      const slotAt = pop()
      if (slotAt === undefined) return null
      const checks = [...(bySlot.get(slotAt) ?? [])]
      bySlot.delete(slotAt)
      return { slotAt, checks }
    },
  }
}
