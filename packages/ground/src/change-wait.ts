import { type ChangeFeed, longestUntoldMs } from './change-feed.ts'
import type { Clock } from './clock.ts'

export type ChangeWait = {
  /**
   * Resolves after the pause when something was written since `version`, and otherwise when something is, when `nextAt`
   * has come or, at the latest, when nobody relies on being told any more.
   */
  until(state: { version: number; nextAt: number }): Promise<void>
  /** Ends the wait at once. */
  wake(): void
}

/**
 * Waits for something to do. Two looks are never closer together than the pause, however much is written; without a
 * feed they are just that far apart, or as far as `longestMs` where nothing is due before.
 */
export function createChangeWait({
  changes,
  clock,
  pauseMs,
  longestMs = pauseMs,
  keepsProcess,
}: {
  changes: ChangeFeed | null
  clock: Clock
  pauseMs: number
  /** Where the caller is told of most of what is written, but not of all. */
  longestMs?: number | undefined
  /** Whether the program lives on for the sake of the wait alone. */
  keepsProcess: boolean
}): ChangeWait {
  let end: () => void = () => undefined

  return {
    wake: () => end(),
    async until({ version, nextAt }) {
      const over = Promise.withResolvers<void>()
      end = over.resolve
      let unsubscribe: () => void = () => undefined
      let timer = startTimer(afterPause, pauseMs)

      function afterPause(): void {
        const waitMs = Math.min(
          nextAt - clock.now(),
          (changes === null ? longestMs : longestUntoldMs) - pauseMs,
        )
        if (waitMs <= 0) return over.resolve()
        if (changes === null) {
          timer = startTimer(over.resolve, waitMs)
          return
        }
        // Listens before it compares, so that no write falls between the two.
        unsubscribe = changes.subscribe(over.resolve)
        if (changes.version() === version) timer = startTimer(over.resolve, waitMs)
        else over.resolve()
      }

      await over.promise
      clearTimeout(timer)
      unsubscribe()
    },
  }

  function startTimer(act: () => void, ms: number): NodeJS.Timeout {
    const timer = setTimeout(act, ms)
    if (!keepsProcess) timer.unref()
    return timer
  }
}
