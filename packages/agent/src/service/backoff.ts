import { minuteMs } from '@sonde/ground/durations.ts'

export type BackoffRange = { firstMs: number; mostMs: number }

export const defaultBackoff: BackoffRange = { firstMs: 1_000, mostMs: minuteMs }

/** What is added at random to a pause that the service asked for: it asks a thousand agents for the same one. */
const jitterShare = 0.2

export type Backoff = ReturnType<typeof createBackoff>

/**
 * Doubling pauses from `firstMs` to `mostMs`. Each lies at random in the upper half of its step, so that a
 * thousand agents that lost the same service do not come back in the same instant.
 */
export function createBackoff({ firstMs, mostMs }: BackoffRange, random: () => number = Math.random) {
  let failures = 0
  return {
    /**
     * The pause after one more failure. What the service asked for is the pause, however often it failed before: another
     * server may answer by then. Never shorter than the first step, or "at once" would make us spin.
     */
    nextMs(retryAfterMs: number | null): number {
      if (retryAfterMs !== null) return Math.max(retryAfterMs, firstMs) * (1 + jitterShare * random())
      const stepMs = Math.min(mostMs, firstMs * 2 ** (failures + 1))
      // Bounded, because 2 to the power of a long outage is infinite.
      failures = Math.min(failures + 1, 32)
      return stepMs / 2 + (stepMs / 2) * random()
    },
    reset(): void {
      failures = 0
    },
  }
}
