import { verdictOfWire } from '@sonde/schema/agents/wire-verdict.ts'
import { kindOf } from '@sonde/schema/check-types/check-kinds.ts'
import { maskResultSecrets } from '@sonde/schema/checks/check-secrets.ts'
import type { TrialResult } from '@sonde/store/runs/trial-run-rows.ts'
import type { Report } from '../results/report.ts'
import { datesOf } from '../results/result-dates.ts'
import { storable } from '../results/storable-text.ts'
import type { TicketedRun } from '../run.ts'

/** What a trial run has found, as a result of a saved check would tell it. `isMade`: it could look at its target. */
export function trialResult(
  report: Report,
  config: unknown,
  now: number,
): { result: TrialResult; reason: string | null; isMade: boolean } {
  const { result, run } = report
  const verdict = verdictOfWire(result.verdict)
  const { startedAt } = datesOf(report, now)
  return {
    result: {
      verdict,
      overMax: result.verdict.overMaxResponseTime,
      responseTime: result.verdict.responseTime,
      scheduledAt: run.scheduledAt,
      startedAt,
      durationMs: result.durationMs,
      createdAt: now,
      detail: maskResultSecrets(
        kindOf(run.checkType).secrets,
        result.detail ?? detailOfError(run, config, result.verdict.reason ?? 'not run'),
      ),
      isStandIn: report.isStandIn,
    },
    reason: storable(result.verdict.reason),
    isMade: verdict !== 'withheld',
  }
}

function detailOfError({ checkType }: TicketedRun, config: unknown, reason: string): unknown {
  return kindOf(checkType).run?.detailOfError(config, reason) ?? null
}
