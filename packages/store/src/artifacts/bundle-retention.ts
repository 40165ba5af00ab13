import { dayMs } from '@sonde/ground/durations.ts'

/** How long bundles are kept that no check has. */
export const bundleKeptMs = {
  /** After the upload, and after the last check that had it has another one or is gone. */
  unused: dayMs,
  /** After a run that is no run of a check: somebody may still look at its results, and repeat it. */
  trialRun: 30 * dayMs,
} as const
