import type { Assertion } from '@sonde/schema/check-types/assertion.ts'
import type { AssertionResult } from '@sonde/schema/check-types/assertion-result.ts'
import type { NotRunCause, Outcome, ProbeError } from '@sonde/schema/runs/outcome.ts'
import type { RunVerdict } from '@sonde/schema/runs/verdict.ts'
import { showResponseTime } from '@sonde/ground/shown-time.ts'
import type { FindValue } from './assertions.ts'
import { evaluateEvidence, evaluateDocument, type Evidence, type RequestOutcome } from './pipeline.ts'
import { wasTargetAsked } from './was-target-asked.ts'
import { createWorkBudget } from './work-budget.ts'

/** As a probe gives it. */
export type Measured<Document> = {
  outcome: Outcome<Document>
  noiseMs: number | null
  hasKernelTimes: boolean
  /** Others wait for this thread: what is too much for it throws `NeedsOwnThread`. */
  isInline?: boolean
  /** Somebody has asked for this run and will look at it: its result keeps what others would not. */
  isRequested?: boolean
}

/** What a type of check makes of its measurements: everything else is the same for all of them. */
export type TypeRules<Document> = {
  /** Why an answer is a bad one; null for a good one. */
  findFault(document: Document): Fault | null
  /** What assertions look at; every time in it is shorter by `lessMs`. */
  find(document: Document, lessMs: number): FindValue
  /** The time that the limits are for. */
  timeOf(document: Document): number | null
  /** The rules of the type that say degraded, each with its reason. */
  degradedReasons?(document: Document): string[]
  /** Whether assertions are evaluated although the request failed, when there is a document; yes unless told. */
  isAsserted?(error: ProbeError): boolean
  /** Whether the target gave no protocol answer; so for every error of a probe but a denied target unless told. */
  isNetworkError?(error: ProbeError, document: Document | null): boolean
}

export type Fault = { error: ProbeError; isNetworkError: boolean }

export type Limits = {
  shouldFail: boolean
  maxResponseTime: number | null
  degradedResponseTime: number | null
}

export type MeasurementEvaluation<Document> = {
  verdict: RunVerdict
  assertions: AssertionResult[]
  /** What the target sent; null when it sent nothing. */
  document: Document | null
  /** Why the request failed, or why there is no verdict. */
  error: ProbeError | null
  notRunCause: NotRunCause | null
}

/** The verdict pipeline for measurements whose times were taken on a thread that may have been held up. */
export function evaluateMeasurement<Document>(
  { outcome, noiseMs, hasKernelTimes, isInline = false }: Measured<Document>,
  limits: Limits,
  assertions: readonly Assertion[],
  rules: TypeRules<Document>,
): MeasurementEvaluation<Document> {
  const finding = classify(outcome, rules)
  const evidence = gatherEvidence(finding, 0)
  const delayMs = hasKernelTimes ? 0 : (noiseMs ?? 0)
  const { document, error } = finding
  if (delayMs > 0 && couldDelayDecide(evidence, gatherEvidence(finding, delayMs))) {
    const noise = noiseError(delayMs)
    const noisy: Finding<Document> = { ...finding, request: { kind: 'not-run', reason: noise.message } }
    const withheld = gatherEvidence(noisy, 0)
    const listed = [...withheld.assertions]
    return {
      verdict: evaluateEvidence(withheld),
      assertions: listed,
      document,
      error: noise,
      notRunCause: 'noisy',
    }
  }
  return {
    verdict: evaluateEvidence(evidence),
    assertions: [...evidence.assertions],
    document,
    error,
    notRunCause: outcome.kind === 'not-run' ? outcome.cause : null,
  }

  function gatherEvidence(
    { request, document: sent, error: failure, elapsedMs }: Finding<Document>,
    lessMs: number,
  ): Evidence {
    const isAnswered = outcome.kind === 'answered'
    const isAsserted = sent !== null && (failure === null || (rules.isAsserted?.(failure) ?? true))
    const measuredMs = isAnswered && sent !== null ? rules.timeOf(sent) : elapsedMs
    return {
      shouldFail: limits.shouldFail,
      request,
      assertions: evaluateDocument(assertions, isAsserted ? rules.find(sent, lessMs) : null, {
        request,
        shouldFail: limits.shouldFail,
        budget: createWorkBudget({ isInline }),
      }),
      responseTime: measuredMs === null ? null : Math.max(0, measuredMs - lessMs),
      isMeasured: isAnswered,
      maxResponseTime: limits.maxResponseTime,
      degradedResponseTime: limits.degradedResponseTime,
      degradedReasons: sent === null ? [] : (rules.degradedReasons?.(sent) ?? []),
    }
  }
}

type Finding<Document> = {
  request: RequestOutcome
  document: Document | null
  error: ProbeError | null
  elapsedMs: number | null
}

function classify<Document>(outcome: Outcome<Document>, rules: TypeRules<Document>): Finding<Document> {
  switch (outcome.kind) {
    case 'not-run': {
      const { error } = outcome
      return { request: { kind: 'not-run', reason: error.message }, document: null, error, elapsedMs: null }
    }
    case 'unreachable': {
      const { error, document, elapsedMs = null } = outcome
      // A target that the operator of the agent forbids was never asked.
      const isNetworkError = error.code !== 'EACCES' && (rules.isNetworkError?.(error, document) ?? true)
      return {
        request: {
          kind: 'bad',
          reason: error.message,
          isNetworkError,
          wasTargetAsked: wasTargetAsked(error),
        },
        document,
        error,
        elapsedMs,
      }
    }
    case 'answered': {
      const { document } = outcome
      const fault = rules.findFault(document)
      if (fault === null) return { request: { kind: 'ok' }, document, error: null, elapsedMs: null }
      const { error, isNetworkError } = fault
      return {
        request: { kind: 'bad', reason: error.message, isNetworkError, wasTargetAsked: true },
        document,
        error,
        elapsedMs: null,
      }
    }
    default:
      return outcome satisfies never
  }
}

/**
 * Our delay only ever adds, so the true times lie between the measured ones and those without it. What fails or
 * degrades in both cases stays so: our own trouble must not hide a real outage.
 */
function couldDelayDecide(measured: Evidence, without: Evidence): boolean {
  const [worst, best] = [evaluateEvidence(measured), evaluateEvidence(without)]
  return worst.kind !== best.kind
}

function noiseError(delayMs: number): ProbeError {
  return {
    code: 'ERR_NOISE',
    message: `The agent was too busy to time this run: its own delay of up to ${showResponseTime(delayMs)} could change the verdict`,
  }
}
