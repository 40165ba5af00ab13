import type { Clock } from '@sonde/ground/clock.ts'
import {
  type LiveChangeRow,
  liveChangesAfter,
  missingNumberMs,
  newestLiveNumbers,
} from '@sonde/store/live/live-changes.ts'
import type { Db } from '@sonde/store/engine/store.ts'

/** Numbers that are looked for at a time. */
const mostMissing = 500
const rowsAtOnce = 500

/** `isSomeLost`: more numbers were missing than are looked for, and any of them may have come since. */
export type LiveRead = { rows: readonly LiveChangeRow[]; isSomeLost: boolean }

/**
 * Reads the changes of all accounts as they come, with one query per call. PostgreSQL gives out numbers before
 * their rows can be seen, so that a row may appear behind one with a higher number.
 */
export type LiveReader = {
  /** From now on. */
  begin(): Promise<void>
  /** What is new. It is read again until it was passed: a read whose news reach nobody loses none of them. */
  read(): Promise<LiveRead>
  /** Everybody was told what was read. */
  pass(read: LiveRead): void
  /** All up to this number were passed, or will never come. */
  passedUntil(): number
}

export function createLiveReader({ read, clock }: { read: Db; clock: Clock }): LiveReader {
  let highest = 0
  /** Numbers below the highest that were not seen, and since when. */
  const missing = new Map<number, number>()
  /** Numbers from this one on for which there was no room; others came at `latestAt`. */
  let unsought: { from: number; since: number; latestAt: number } | null = null

  function noteMissing(from: number, to: number): void {
    const now = clock.now()
    let no = from
    for (; no < to && missing.size < mostMissing; no += 1) missing.set(no, now)
    if (no < to) unsought = { from: no, since: now, ...unsought, latestAt: now }
  }

  /** Also when the clock was set back. */
  function isOver(since: number): boolean {
    return Math.abs(clock.now() - since) > missingNumberMs
  }

  return {
    async begin() {
      missing.clear()
      unsought = null
      const newest = await newestLiveNumbers(read, 100)
      highest = newest[0] ?? 0
      const ascending = newest.toReversed()
      for (const [index, no] of ascending.entries()) noteMissing((ascending[index - 1] ?? no - 1) + 1, no)
    },
    async read() {
      for (const [no, since] of missing) if (isOver(since)) missing.delete(no)
      // Not earlier: whoever reads anew before the last of them can come would miss that one.
      const isSomeLost = unsought !== null && isOver(unsought.since)
      const rows = await liveChangesAfter(read, {
        after: highest,
        also: [...missing.keys()],
        limit: rowsAtOnce,
      })
      return { rows, isSomeLost }
    },
    pass({ rows, isSomeLost }) {
      if (isSomeLost && unsought !== null) {
        const { since, latestAt } = unsought
        unsought = latestAt === since ? null : { ...unsought, since: latestAt }
      }
      for (const { no } of rows) {
        missing.delete(no)
        if (no <= highest) continue
        noteMissing(highest + 1, no)
        highest = no
      }
    },
    passedUntil() {
      let until = unsought === null ? highest : unsought.from - 1
      for (const no of missing.keys()) until = Math.min(until, no - 1)
      return until
    },
  }
}
