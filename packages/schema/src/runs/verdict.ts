/**
 * The one vocabulary of how runs end and how checks are. Databases, agents, the API, Prometheus and people have words
 * of their own for it: each of these edges translates in one file.
 */

/** What a run says about its target. Withheld: nothing, because we could not measure it. */
export const verdicts = ['passed', 'degraded', 'failed', 'withheld'] as const
export type Verdict = (typeof verdicts)[number]

/** The verdict of a run with what explains it. */
export type RunVerdict = {
  kind: Verdict
  overMaxResponseTime: boolean | null
  /** Milliseconds, unrounded; null when nothing was measured. */
  responseTime: number | null
  /** The target gave no protocol answer: what `onlyOn: NETWORK_ERROR` asks for. */
  isNetworkError: boolean
  /** The first reason why the run did not pass, for people. */
  reason: string | null
}

/** Our own trouble says nothing about the target, and no setting of a check turns it into anything else. */
export function withheldVerdict(reason: string | null): RunVerdict {
  return { kind: 'withheld', overMaxResponseTime: null, responseTime: null, isNetworkError: false, reason }
}

/** A verdict that does say something about the target, best first. */
export const targetVerdicts = ['passed', 'degraded', 'failed'] as const satisfies readonly Verdict[]
export type TargetVerdict = (typeof targetVerdicts)[number]

/** What is worth an alert. */
export type Problem = Exclude<TargetVerdict, 'passed'>

/** How an attempt of a run ends. Cancelled: nobody wants to know its verdict any more. */
export type RunEnd = Verdict | 'cancelled'

/** What an end says about the target. */
export function verdictOfEnd(end: RunEnd): Verdict {
  return end === 'cancelled' ? 'withheld' : end
}

/** The same for whoever counts those only that say something. */
export function targetVerdictOfEnd(end: RunEnd): TargetVerdict | null {
  return end === 'cancelled' || end === 'withheld' ? null : end
}

/** The worst of them; null of none. */
export function worstVerdict(all: readonly TargetVerdict[]): TargetVerdict | null {
  return targetVerdicts.findLast((verdict) => all.includes(verdict)) ?? null
}

/**
 * How a check is, worst first: the last verdict about its target that counts. No data: there was none yet. Paused: it
 * does not run.
 */
export const checkStatuses = ['failed', 'degraded', 'no-data', 'passed', 'paused'] as const
export type CheckStatus = (typeof checkStatuses)[number]

/** How many runs had each verdict. */
export type VerdictCounts = Record<Verdict, number>

export function noVerdicts(): VerdictCounts {
  return { passed: 0, degraded: 0, failed: 0, withheld: 0 }
}
