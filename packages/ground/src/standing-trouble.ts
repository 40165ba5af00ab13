import type { Clock } from './clock.ts'
import { minuteMs, secondMs } from './durations.ts'
import type { Logger } from './logger.ts'

export type StandingTrouble = {
  happened(fields: object): void
  /** What had failed has succeeded. */
  worked(): void
}

/** On a full disk small writes succeed between those that fail: only after so long without a failure is it over. */
const quietMs = 10 * secondMs

/**
 * Tells of something that may fail every second for hours: when it begins, then once a minute with how often it happened
 * since, and when it is over. However often it comes and goes, there is one such line a minute, and none goes uncounted.
 */
export function createStandingTrouble(options: {
  clock: Clock
  log: Logger
  /** An error unless told. */
  level?: 'warn' | 'error'
  /** What is told of it, and of its end. */
  message: string
  overMessage: string
}): StandingTrouble {
  const { clock, log, level = 'error' } = options
  let began: { lastAt: number; times: number } | null = null
  let toldAt = -Infinity
  let untold = 0

  // A log must not fall silent because the clock was set back.
  function isWithin(ms: number, at: number): boolean {
    return Math.abs(clock.now() - at) < ms
  }

  return {
    happened(fields) {
      began = { lastAt: clock.now(), times: (began?.times ?? 0) + 1 }
      untold += 1
      if (isWithin(minuteMs, toldAt)) return
      log[level](untold === 1 ? fields : { ...fields, times: untold }, options.message)
      toldAt = clock.now()
      untold = 0
    },
    worked() {
      if (began === null || isWithin(quietMs, began.lastAt)) return
      log.info({ times: began.times }, options.overMessage)
      began = null
      untold = 0
    },
  }
}
