import type { IcmpCheckResult, IcmpDocument, IcmpRunConfig } from '@sonde/schema/check-types/icmp/result.ts'
import type { NotRunCause, Outcome, ProbeError } from '@sonde/schema/runs/outcome.ts'
import { findInIcmp } from './sources.ts'
import type { Evaluation } from '../evaluation.ts'
import { couldNoiseDecide } from '../noise.ts'
import { evaluateEvidence, evaluateDocument, type Evidence, type RequestOutcome } from '../pipeline.ts'
import { showResponseTime } from '@sonde/ground/shown-time.ts'
import { showNumber } from '../show-value.ts'
import { wasTargetAsked } from '../was-target-asked.ts'
import { createWorkBudget } from '../work-budget.ts'

export type IcmpMeasurement = {
  outcome: Outcome<IcmpDocument>
  noiseMs: number | null
  hasKernelTimes: boolean
  /** Others wait for this thread: what is too much for it throws `NeedsOwnThread`. */
  isInline?: boolean
}

export function evaluateIcmp(config: IcmpRunConfig, measured: IcmpMeasurement): Evaluation<IcmpCheckResult> {
  const { outcome, isInline = false } = measured
  const finding = classify(config, outcome)
  const evidence = gatherEvidence(config, finding, isInline)
  const { document } = finding
  // The kernel's own times hold none of our delay, however large it was.
  const noiseMs = measured.hasKernelTimes ? 0 : (measured.noiseMs ?? 0)
  const { assertions } = config.request
  if (document !== null && couldNoiseDecide({ evidence, assertions, document, noiseMs, isInline })) {
    const error = noiseError(noiseMs)
    const noisy: Finding = { request: { kind: 'not-run', reason: error.message }, document, error }
    return conclude(config, noisy, gatherEvidence(config, noisy, isInline), measured.noiseMs, 'noisy')
  }
  const notRunCause = outcome.kind === 'not-run' ? outcome.cause : null
  return conclude(config, finding, evidence, measured.noiseMs, notRunCause)
}

function gatherEvidence(config: IcmpRunConfig, { request, document }: Finding, isInline: boolean): Evidence {
  const { shouldFail, maxResponseTime, degradedResponseTime } = config
  const find = document === null ? null : findInIcmp(document)
  return {
    shouldFail,
    request,
    assertions: evaluateDocument(config.request.assertions, find, {
      request,
      shouldFail,
      budget: createWorkBudget({ isInline }),
    }),
    responseTime: document?.latency.avg ?? null,
    isMeasured: true,
    maxResponseTime,
    degradedResponseTime,
    degradedReasons: document === null ? [] : degradedReasons(config, document),
  }
}

type Finding = { request: RequestOutcome; document: IcmpDocument | null; error: ProbeError | null }

function classify(config: IcmpRunConfig, outcome: Outcome<IcmpDocument>): Finding {
  switch (outcome.kind) {
    case 'not-run':
      return {
        request: { kind: 'not-run', reason: outcome.error.message },
        document: null,
        error: outcome.error,
      }
    case 'unreachable': {
      const { error, document } = outcome
      // A target that the operator of the agent forbids was never asked.
      const isNetworkError = error.code !== 'EACCES'
      return {
        request: {
          kind: 'bad',
          reason: error.message,
          isNetworkError,
          wasTargetAsked: wasTargetAsked(error),
        },
        document,
        error,
      }
    }
    case 'answered': {
      const { document } = outcome
      const error = lossError(config, document)
      if (error === null) return { request: { kind: 'ok' }, document, error }
      const isNetworkError = document.packetsReceived === 0
      return {
        request: { kind: 'bad', reason: error.message, isNetworkError, wasTargetAsked: true },
        document,
        error,
      }
    }
    default:
      return outcome satisfies never
  }
}

function lossError(config: IcmpRunConfig, document: IcmpDocument): ProbeError | null {
  const { packetLoss, packetsSent, packetsReceived, resolvedIp } = document
  if (packetsReceived === 0) {
    return { code: 'ERR_NO_REPLY', message: `0 of ${packetsSent} pings answered by ${resolvedIp}` }
  }
  const limit = config.maxPacketLossThreshold
  if (limit === null || packetLoss < limit) return null
  return {
    code: 'PACKET_LOSS',
    message: `Lost ${showNumber(packetLoss)}% of packets (limit ${showNumber(limit)}%)`,
  }
}

function degradedReasons(config: IcmpRunConfig, { packetLoss }: IcmpDocument): string[] {
  const limit = config.degradedPacketLossThreshold
  if (limit === null || packetLoss < limit) return []
  return [`Lost ${showNumber(packetLoss)}% of packets (degraded from ${showNumber(limit)}%)`]
}

function noiseError(noiseMs: number): ProbeError {
  return {
    code: 'ERR_NOISE',
    message: `The agent was too busy to time these pings: its own delay of up to ${showResponseTime(noiseMs)} could change the verdict`,
  }
}

function conclude(
  config: IcmpRunConfig,
  { request, document, error }: Finding,
  evidence: Evidence,
  noiseMs: number | null,
  notRunCause: NotRunCause | null,
): Evaluation<IcmpCheckResult> {
  const { hostname, ipFamily, pingCount } = config.request
  const isPacketLoss = request.kind === 'bad' && !request.isNetworkError && document !== null
  const detail = {
    // Lost packets are a measurement; the request itself went well.
    requestError: error === null || isPacketLoss ? null : error.message,
    request: {
      hostname,
      targetIp: document?.resolvedIp ?? error?.address ?? null,
      ipFamily: ipFamily ?? 'IPv4',
      pingCount: pingCount ?? 10,
    },
    response: error === null ? document : { ...document, error },
    assertions: [...evidence.assertions],
    noiseMs,
  }
  return {
    verdict: evaluateEvidence(evidence),
    detail,
    notRunCause,
    target: detail.request.targetIp ?? hostname,
  }
}
