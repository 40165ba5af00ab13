import type { Clock } from '@sonde/ground/clock.ts'

/** A clock that only tests move. It starts at a round moment, so that timestamps are easy to read. */
export type TestClock = Clock & {
  advance(ms: number): void
  set(at: number): void
  /** Goes on with it, and does not know when it is set back. */
  steady: Clock
}

export function createTestClock(startAt = Date.UTC(2026, 3, 1, 12)): TestClock {
  let now = startAt
  let steadyMs = 0
  const set = (at: number) => {
    steadyMs += Math.max(0, at - now)
    now = at
  }
  return {
    now: () => now,
    advance: (ms) => set(now + ms),
    set,
    steady: { now: () => steadyMs },
  }
}
