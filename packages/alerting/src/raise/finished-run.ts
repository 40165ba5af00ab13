import type { TargetVerdict } from '@sonde/schema/runs/verdict.ts'
import type { AlertedResult } from '@sonde/store/alerts/alert-state.ts'
import type { CheckState } from '@sonde/store/checks/check-states.ts'

/** The end of a run, as far as alerting is concerned. */
export type FinishedRun = {
  checkNo: number
  scheduledAt: number
  origin: string
  /** Whether the check runs at all its locations at once: only then its threshold counts. */
  isParallel: boolean
  /** The runs of the same occurrence and where the last word is carried on; null for a run alone. */
  occurrence: { origins: readonly string[]; carried: readonly string[] } | null
  /** The last word of each location of the check before this run ended. */
  verdicts: CheckState['verdicts']
  /** Whether this server made it in place of an agent of its location. */
  isStandIn: boolean
  /** Null: it ended without a say. */
  verdict: TargetVerdict | null
  /** Null for a run that was never made. */
  result: AlertedResult | null
  /** From the end of the attempt until the agent sent it. */
  ageMs: number
  completedAt: number
  /** When the result was complete that counted last before this one. */
  lastCompletedAt: number | null
  judgedAt: number
}
