import { secondMs } from './durations.ts'

/** At most so many in a second, by a clock that nobody can set. */
export function createPace({ eachSecond, steadyMs }: { eachSecond: number; steadyMs: () => number }) {
  let from = -Infinity
  let taken = 0
  return {
    /** How many of those that are wanted may begin now. */
    take(wanted: number): number {
      const now = steadyMs()
      if (now - from >= secondMs) {
        from = now
        taken = 0
      }
      const given = Math.min(wanted, eachSecond - taken)
      taken += given
      return given
    },

    /** How long it is until one more may begin. */
    waitMs: (): number => (taken < eachSecond ? 0 : Math.max(0, from + secondMs - steadyMs())),
  }
}
