import type { Clock } from '@sonde/ground/clock.ts'

/** A clock that only tests move. It starts at a round moment, so that slots are easy to read. */
export type TestClock = Clock & {
  advance(ms: number): void
  set(at: number): void
  /** Somebody sets it: no time passes. */
  jump(ms: number): void
  /** The time that has passed. */
  steadyMs(): number
}

export function createTestClock(startAt = Date.UTC(2026, 3, 1, 12)): TestClock {
  let now = startAt
  let jumpedMs = 0
  return {
    now: () => now,
    steadyMs: () => now - jumpedMs,
    advance(ms) {
      now += ms
    },
    set(at) {
      now = at
    },
    jump(ms) {
      now += ms
      jumpedMs += ms
    },
  }
}
