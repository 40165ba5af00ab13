import type { Clock } from '@sonde/ground/clock.ts'

export type BriefMemory<Value> = {
  /** The value that has been made under this key, if it is young enough, or one that is made now. */
  of(key: string, make: () => Promise<Value>): Promise<Value>
  size(): { entries: number; weight: number }
}

type Entry<Value> = {
  madeAt: number
  value: Promise<Value>
  /** Null while it is being made. */
  weight: number | null
}

/**
 * Values for a few seconds: however many ask for one at a time, it is made once. What is older is let go, and of the
 * rest no more is kept than may weigh `mostWeight` together.
 */
export function createBriefMemory<Value>({
  clock,
  keptMs,
  mostWeight,
  weightOf,
}: {
  clock: Clock
  keptMs: number
  mostWeight: number
  weightOf: (value: Value) => number
}): BriefMemory<Value> {
  const entries = new Map<string, Entry<Value>>()
  let weight = 0

  /** Only as long as it is what the key stands for: it may have been made anew in the meantime. */
  function forget(key: string, entry: Entry<Value>): void {
    if (entries.get(key) !== entry) return
    entries.delete(key)
    weight -= entry.weight ?? 0
  }

  function forgetOld(now: number): void {
    // The oldest come first.
    for (const [key, entry] of entries) {
      const age = now - entry.madeAt
      if (age >= 0 && age < keptMs) break
      if (entry.weight !== null) forget(key, entry)
    }
  }

  function weigh(key: string, entry: Entry<Value>, value: Value): void {
    if (entries.get(key) !== entry) return
    entry.weight = weightOf(value)
    weight += entry.weight
    for (const [oldest, each] of entries) {
      if (weight <= mostWeight) break
      if (each.weight !== null) forget(oldest, each)
    }
  }

  return {
    of(key, make) {
      const now = clock.now()
      forgetOld(now)
      const cached = entries.get(key)
      if (cached !== undefined) return cached.value
      const value = make()
      const entry: Entry<Value> = { madeAt: now, value, weight: null }
      entries.set(key, entry)
      value.then(
        (resolved) => weigh(key, entry, resolved),
        // What could not be made is not remembered; whoever asked for it is told.
        () => forget(key, entry),
      )
      return value
    },
    size: () => ({ entries: entries.size, weight }),
  }
}
