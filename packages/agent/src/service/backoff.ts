import { minuteMs } from '@sonde/ground/durations.ts'

export type BackoffRange = { firstMs: number; mostMs: number }

export const defaultBackoff: BackoffRange = { firstMs: 1_000, mostMs: minuteMs }

export type Backoff = ReturnType<typeof createBackoff>

/**
 * Doubling pauses from `firstMs` to `mostMs`. Each lies at random in the upper half of its step, so that a
 * thousand agents that lost the same service do not come back in the same instant.
 */
export function createBackoff({ firstMs, mostMs }: BackoffRange, random: () => number = Math.random) {
  let failures = 0
  return {
    /** The pause after one more failure; never shorter than what the service asked for. */
    nextMs(retryAfterMs: number | null): number {
      const stepMs = Math.min(mostMs, firstMs * 2 ** (failures + 1))
      // Bounded, because 2 to the power of a long outage is infinite.
      failures = Math.min(failures + 1, 32)
      return Math.max(retryAfterMs ?? 0, stepMs / 2 + (stepMs / 2) * random())
    },
    reset(): void {
      failures = 0
    },
  }
}
