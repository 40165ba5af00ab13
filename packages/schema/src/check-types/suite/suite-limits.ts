import { minuteMs } from '@sonde/ground/durations.ts'

/** How long the stages of a suite may take, wherever that is asked. */
export const suiteStageMs = {
  fetch: minuteMs,
  unpack: minuteMs,
  /** Until engine and browsers are there. */
  prepare: 5 * minuteMs,
  install: 5 * minuteMs,
  /** Of the test command; a shorter `globalTimeout` of the project counts first. */
  test: 30 * minuteMs,
  /** Masking and collecting what it left behind. */
  collect: 10 * minuteMs,
} as const

/** When an attempt has certainly ended, with what starting and ending the sandboxes of its stages takes. */
export const longestSuiteMs = Object.values(suiteStageMs).reduce((sum, ms) => sum + ms, 3 * minuteMs)

/** What a project may have when it is unpacked; the packages of a project as well. */
export const unpackedLimits = { entries: 200_000, bytes: 2 * 2 ** 30 } as const
