import type { TcpCheckResult, TcpDocument, TcpRunConfig } from '@sonde/schema/check-types/tcp/result.ts'
import { cutText } from '../cut-text.ts'
import {
  type MeasurementEvaluation,
  evaluateMeasurement,
  type Measured,
  type TypeRules,
} from '../evaluate-measurement.ts'
import type { Evaluation } from '../evaluation.ts'
import { findInTcp } from './sources.ts'

const rules: TypeRules<TcpDocument> = {
  // Whoever accepts a connection has answered well; what it said is for assertions to evaluate.
  findFault: () => null,
  find: findInTcp,
  timeOf: ({ timingPhases }) => timingPhases.total,
}

/** Together they leave room for the rest of a detail, whatever bytes came. */
const longestReceived = { bytes: 10_240, json: 36_000 }
const longestSent = { bytes: 10_240, json: 12_000 }

export function evaluateTcp(
  config: TcpRunConfig,
  measured: Measured<TcpDocument>,
): Evaluation<TcpCheckResult> {
  const { hostname, port, ipFamily, data, assertions } = config.request
  const evaluation = evaluateMeasurement(measured, config, assertions, rules)
  const { verdict, document, error, notRunCause } = evaluation
  const detail: TcpCheckResult = {
    requestError: error?.message ?? null,
    request: { hostname, port, ipFamily, data: data === null ? null : cutText(data, longestSent) },
    response: responseOf(evaluation),
    timingPhases: document?.timingPhases ?? null,
    assertions: evaluation.assertions,
  }
  const target = document?.resolvedIp ?? error?.address ?? hostname
  return { verdict, detail, notRunCause, target }
}

function responseOf({ document, error }: MeasurementEvaluation<TcpDocument>): TcpCheckResult['response'] {
  if (document === null) {
    return error === null ? null : { resolvedIp: error.address ?? null, error }
  }
  const { resolvedIp } = document
  const data = cutText(document.data, longestReceived)
  const dataTruncated = data.length < document.data.length
  return { resolvedIp, data, dataTruncated, ...(error === null ? {} : { error }) }
}
