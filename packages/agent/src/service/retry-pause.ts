import type { Backoff } from './backoff.ts'
import { pause } from './pause.ts'
import type { TransportFailure } from './transport.ts'

/** Waits between two tries to reach the service, unless something happens that makes the next try worth it at once. */
export function createRetryPause(backoff: Backoff, stopping: AbortSignal) {
  let waiting: AbortController | null = null

  return {
    async after({ retryAfterMs }: TransportFailure): Promise<void> {
      const ms = backoff.nextMs(retryAfterMs)
      // A pause that the service asked for is kept, whatever happens here.
      if (retryAfterMs !== null) return pause(ms, stopping)
      waiting = new AbortController()
      await pause(ms, AbortSignal.any([stopping, waiting.signal]))
      waiting = null
    },
    /** The service may be within reach again: ends the wait, and those that follow are short again. */
    retryNow(): void {
      backoff.reset()
      waiting?.abort()
    },
    /** The service was reached. */
    reset: () => backoff.reset(),
  }
}
