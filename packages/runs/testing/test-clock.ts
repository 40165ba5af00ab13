import type { Clock } from '@sonde/ground/clock.ts'

/** A clock that only tests move. It starts at a round moment, so that slots are easy to read. */
export type TestClock = Clock & {
  advance(ms: number): void
  set(at: number): void
  /** Somebody sets it: no time passes. */
  jump(ms: number): void
  /** The time that has passed. */
  steadyMs(): number
  /** From now on so much time passes with every reading, as it may on a real clock. */
  passWhenRead(ms: number): void
}

export function createTestClock(startAt = Date.UTC(2026, 3, 1, 12)): TestClock {
  let now = startAt
  let jumpedMs = 0
  let readingMs = 0
  return {
    now() {
      now += readingMs
      return now
    },
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
    passWhenRead(ms) {
      readingMs = ms
    },
  }
}
