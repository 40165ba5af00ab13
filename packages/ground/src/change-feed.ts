import type { Clock } from './clock.ts'
import { secondMs } from './durations.ts'

/**
 * Tells that something was written, whoever wrote it, or that the clock was set: the two reasons for which there may be
 * something to do sooner than was known.
 */
export type ChangeFeed = {
  /** Another number than before when something was written since. Read it before you look, never after. */
  version(): number
  /** Returns how to end it. */
  subscribe(listener: () => void): () => void
}

/** Nobody relies on the feed alone: after so long everybody looks, told or not. */
export const longestUntoldMs = 30 * secondMs

/** What decides whether a look could find anything. */
export type LookGate = {
  /**
   * Looks, unless nothing was written since the last look and its time has not come. `look` returns the time from which
   * on there is something to do although nothing is written. One that fails is made again.
   */
  pass(look: () => Promise<number>): Promise<void>
}

/** Without a feed every look is made. */
export function createLookGate({
  changes,
  clock,
  steadyMs = () => performance.now(),
}: {
  changes: ChangeFeed | null
  clock: Clock
  steadyMs?: () => number
}): LookGate {
  let last: { version: number; nextAt: number; steadyMs: number } | null = null

  function isWorthIt(version: number): boolean {
    if (last === null || last.version !== version) return true
    return clock.now() >= last.nextAt || steadyMs() - last.steadyMs >= longestUntoldMs
  }

  return {
    async pass(look) {
      // What is written while it looks has another version, and is looked for the next time.
      const version = changes?.version() ?? 0
      if (changes !== null && !isWorthIt(version)) return
      last = null
      const nextAt = await look()
      last = { version, nextAt, steadyMs: steadyMs() }
    },
  }
}
