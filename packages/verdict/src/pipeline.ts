import type { Assertion } from '@sonde/schema/check-types/assertion.ts'
import type { AssertionResult } from '@sonde/schema/check-types/assertion-result.ts'
import { describeAssertion } from '@sonde/schema/runs/reason.ts'
import { type RunVerdict, withheldVerdict } from '@sonde/schema/runs/verdict.ts'
import { showResponseTime } from '@sonde/ground/shown-time.ts'
import { evaluateAssertions, type FindValue, listUnevaluated } from './assertions.ts'
import type { WorkBudget } from './work-budget.ts'

/** What the type of a check made of its outcome: step 2 of the pipeline. */
export type RequestOutcome =
  | { kind: 'ok' }
  /** A target that was never asked, because we may not or the proxy did not let us, has not failed as it should. */
  | { kind: 'bad'; reason: string; isNetworkError: boolean; wasTargetAsked: boolean }
  | { kind: 'not-run'; reason: string }

export type Evidence = {
  shouldFail: boolean
  request: RequestOutcome
  assertions: readonly AssertionResult[]
  /** What the result shows; after a network error this may be the time until the error. */
  responseTime: number | null
  /** Whether that is the time of an answer. Limits hold for nothing else. */
  isMeasured: boolean
  maxResponseTime: number | null
  degradedResponseTime: number | null
  /** The rules of the type that say degraded, each with its reason. */
  degradedReasons: readonly string[]
}

/** Steps 1 to 7 for every type but heartbeats: the worst of them is the verdict, the first the reason. */
export function evaluateEvidence(evidence: Evidence): RunVerdict {
  const { request, responseTime } = evidence
  if (request.kind === 'not-run') return withheldVerdict(cutReason(request.reason))
  const measuredMs = evidence.isMeasured ? responseTime : null
  const overMaxResponseTime = isReached(measuredMs, evidence.maxResponseTime)
  const failure = firstOf([
    describeBadRequest(request, evidence.shouldFail),
    describeFailedAssertions(evidence.assertions),
    overMaxResponseTime === true ? describeLimit(measuredMs, evidence.maxResponseTime, 'limit') : null,
  ])
  const isAccepted = request.kind === 'bad'
  const degradation = firstOf([
    ...(isAccepted ? [] : evidence.degradedReasons),
    isReached(measuredMs, evidence.degradedResponseTime) === true
      ? describeLimit(measuredMs, evidence.degradedResponseTime, 'degraded from')
      : null,
  ])
  return {
    kind: failure !== null ? 'failed' : degradation !== null ? 'degraded' : 'passed',
    overMaxResponseTime,
    responseTime,
    isNetworkError: request.kind === 'bad' && request.isNetworkError,
    reason: cutReason(failure ?? degradation),
  }
}

/** Step 4. `find` is null without a document. */
export function evaluateDocument(
  assertions: readonly Assertion[],
  find: FindValue | null,
  { request, shouldFail, budget }: Pick<Evidence, 'request' | 'shouldFail'> & { budget?: WorkBudget },
): AssertionResult[] {
  if (find !== null && request.kind !== 'not-run') return evaluateAssertions(assertions, find, budget)
  const isAccepted = request.kind === 'bad' && shouldFail && request.wasTargetAsked
  return listUnevaluated(assertions, isAccepted ? null : 'not evaluated')
}

function describeBadRequest(
  request: Exclude<RequestOutcome, { kind: 'not-run' }>,
  shouldFail: boolean,
): string | null {
  if (request.kind === 'bad') return shouldFail && request.wasTargetAsked ? null : request.reason
  return shouldFail ? 'Succeeded, although the check expects it to fail' : null
}

function describeFailedAssertions(assertions: readonly AssertionResult[]): string | null {
  const [first, ...others] = assertions.filter(({ error }) => error !== null)
  if (first === undefined) return null
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`
  return `${describeAssertion(first).slice(0, longestReason - more.length)}${more}`
}

/** Null when there is nothing to compare. */
function isReached(measuredMs: number | null, limitMs: number | null): boolean | null {
  return measuredMs === null || limitMs === null ? null : measuredMs >= limitMs
}

function describeLimit(measuredMs: number | null, limitMs: number | null, limit: string): string | null {
  if (measuredMs === null || limitMs === null) return null
  return `Response took ${showResponseTime(measuredMs)}, ${limit} ${showResponseTime(limitMs)}`
}

function firstOf(reasons: readonly (string | null)[]): string | null {
  return reasons.find((reason) => reason !== null) ?? null
}

const longestReason = 10_000

function cutReason(reason: string | null): string | null {
  return reason === null ? null : reason.slice(0, longestReason)
}
