import type { Clock } from '@sonde/ground/clock.ts'

/** A clock that only tests move. It starts at a round moment, so that slots are easy to read. */
export type TestClock = Clock & { advance(ms: number): void; set(at: number): void }

export function createTestClock(startAt = Date.UTC(2026, 3, 1, 12)): TestClock {
  let now = startAt
  return {
    now: () => now,
    advance(ms) {
      now += ms
    },
    set(at) {
      now = at
    },
  }
}
