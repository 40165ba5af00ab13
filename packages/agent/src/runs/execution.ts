import { isRecord } from '@sonde/ground/is-record.ts'
import type { FailedTarget } from '@sonde/probes/diagnostics/diagnose.ts'
import type { RunConditions } from '@sonde/probes/probe.ts'
import type { CheckTypeName } from '@sonde/schema/check-types/check-type.ts'
import type { NotRunCause } from '@sonde/schema/runs/outcome.ts'
import type { Scrubber } from '@sonde/scrub/scrubber.ts'
import type { RunFiles } from '../artifacts/artifact-uploads.ts'
import { type RunVerdict, withheldVerdict } from '@sonde/schema/runs/verdict.ts'

export type ExecutionResult = {
  verdict: RunVerdict
  /** The detail object of the check type; null when there is nothing to tell. */
  detail: unknown
  notRunCause: NotRunCause | null
  /** The target is this machine itself, so that a lost network says nothing about it. */
  isLoopback?: boolean
  /** Where the network failed, for a closer look. */
  failedAt?: FailedTarget
  /** Files that it left behind, without secrets; they are uploaded when the service has the result. */
  files?: RunFiles
  /** What became secret while it ran: masked like what it was sent as such. */
  secrets?: readonly string[]
  /** The detail without what is only found when parts of it are looked at together. */
  maskDetail?: (scrubber: Scrubber) => unknown
}

/** Runs one attempt of a check: measures, then evaluates. Rejects only for a bug or an `UnreadableJob`. */
export type Executor = (config: unknown, conditions: RunConditions) => Promise<ExecutionResult>

export type Executors = { readonly [T in CheckTypeName]?: Executor }

/** The service sent a run that this agent cannot make sense of. */
export class UnreadableJob extends Error {
  override readonly name = 'UnreadableJob'
}

const longestReason = 2_000

/** The verdict of a run that says nothing about its target. */
export function notRunVerdict(reason: string): RunVerdict {
  return withheldVerdict(reason.length > longestReason ? `${reason.slice(0, longestReason)}…` : reason)
}

/** As Node, Playwright and we ourselves say that something took too long. */
const tooLate = /time ?-?limit|time-?out|timed out/i

/**
 * What a failure is worth whose sandbox had too little of something; null: it counts as it is. Both for people. `starved`: of
 * processors, which can make a run late and nothing else.
 */
export function shortOf(
  { verdict, detail }: Pick<ExecutionResult, 'verdict' | 'detail'>,
  { short = null, starved = null }: { short?: string | null; starved?: string | null },
): ExecutionResult | null {
  if (verdict.kind !== 'failed') return null
  if (short !== null) return notRun('no-resources', short)
  const { errors } = isRecord(detail) ? detail : {}
  const isLate = starved !== null && tooLate.test(JSON.stringify([verdict.reason, errors]))
  return isLate ? notRun('no-resources', starved) : null
}

export function notRun(notRunCause: NotRunCause, reason: string): ExecutionResult {
  return { verdict: notRunVerdict(reason), detail: null, notRunCause }
}
