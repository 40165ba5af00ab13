import type { RunEnd } from '@sonde/schema/runs/verdict.ts'

/** How spans say it, in the attribute `sonde.verdict`. */
export const spanVerdicts: Readonly<Record<RunEnd, string>> = {
  passed: 'passed',
  degraded: 'degraded',
  failed: 'failed',
  withheld: 'error',
  cancelled: 'cancelled',
}
