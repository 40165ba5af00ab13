import type { Clock } from '@sonde/schema/clock.ts'
import { type LiveChangeRow, liveChangesAfter, newestLiveNumbers } from '@sonde/store/live-changes.ts'
import type { Db } from '@sonde/store/store.ts'

/** How long a number may be missing before it is believed that no write will ever show it. */
const missingMs = 30_000
/** Numbers that are looked for at a time. */
const mostMissing = 500
const rowsAtOnce = 500

/**
 * Reads the changes of all accounts as they come, each once, with one query per call. PostgreSQL gives out
 * numbers before their rows can be seen, so that a row may appear behind one with a higher number.
 */
export type LiveReader = {
  /** From now on. */
  begin(): Promise<void>
  /** What is new; empty when nothing is. */
  read(): Promise<LiveChangeRow[]>
  /** All up to this number were read, or will never come. */
  readUntil(): number
}

export function createLiveReader({ read, clock }: { read: Db; clock: Clock }): LiveReader {
  let highest = 0
  /** Numbers below the highest that were not seen, and since when. */
  const missing = new Map<number, number>()

  function noteMissing(from: number, to: number): void {
    const now = clock.now()
    for (let no = from; no < to && missing.size < mostMissing; no += 1) missing.set(no, now)
  }

  function forgetMissing(): void {
    const now = clock.now()
    for (const [no, since] of missing) {
      // Also when the clock was set back.
      if (Math.abs(now - since) > missingMs) missing.delete(no)
    }
  }

  return {
    async begin() {
      missing.clear()
      const newest = await newestLiveNumbers(read, 100)
      highest = newest[0] ?? 0
      const ascending = newest.toReversed()
      for (const [index, no] of ascending.entries()) noteMissing((ascending[index - 1] ?? no - 1) + 1, no)
    },
    async read() {
      forgetMissing()
      const rows = await liveChangesAfter(read, {
        after: highest,
        also: [...missing.keys()],
        limit: rowsAtOnce,
      })
      for (const { no } of rows) {
        missing.delete(no)
        if (no <= highest) continue
        noteMissing(highest + 1, no)
        highest = no
      }
      return rows
    },
    readUntil() {
      let until = highest
      for (const no of missing.keys()) until = Math.min(until, no - 1)
      return until
    },
  }
}
