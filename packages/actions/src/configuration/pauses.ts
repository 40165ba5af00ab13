import { setImmediate } from 'node:timers/promises'

/**
 * Validating ten thousand checks takes seconds, and so does writing a thousand things one by one to SQLite, which answers on
 * this thread: everybody else's requests are not to wait for that.
 */
const mostMsBetweenPauses = 10

/** By the time and not by the number: one item may take as long as thousands. */
export function createPauses(): { nowAndThen(): Promise<boolean> } {
  let pausedAt = performance.now()
  return {
    /** Whether there was one. */
    async nowAndThen() {
      if (performance.now() - pausedAt < mostMsBetweenPauses) return false
      await setImmediate()
      pausedAt = performance.now()
      return true
    },
  }
}
