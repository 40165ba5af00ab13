import type { TcpCheckResult, TcpDocument, TcpRunConfig } from '@sonde/schema/check-types/tcp/result.ts'
import { cutText } from '../cut-text.ts'
import {
  type JudgedMeasurement,
  judgeMeasurement,
  type Measured,
  type TypeRules,
} from '../evaluate-measurement.ts'
import type { Judgement } from '../evaluation.ts'
import { findInTcp } from './sources.ts'

const rules: TypeRules<TcpDocument> = {
  // Whoever accepts a connection has answered well; what it said is for assertions to judge.
  findFault: () => null,
  find: findInTcp,
  timeOf: ({ timingPhases }) => timingPhases.total,
}

/** Together they leave room for the rest of a detail, whatever bytes came. */
const longestReceived = { bytes: 10_240, json: 36_000 }
const longestSent = { bytes: 10_240, json: 12_000 }

export function judgeTcp(config: TcpRunConfig, measured: Measured<TcpDocument>): Judgement<TcpCheckResult> {
  const { hostname, port, ipFamily, data, assertions } = config.request
  const judged = judgeMeasurement(measured, config, assertions, rules)
  const { verdict, document, error, notRunCause } = judged
  const detail: TcpCheckResult = {
    requestError: error?.message ?? null,
    request: { hostname, port, ipFamily, data: data === null ? null : cutText(data, longestSent) },
    response: responseOf(judged),
    timingPhases: document?.timingPhases ?? null,
    assertions: judged.assertions,
  }
  const target = document?.resolvedIp ?? error?.address ?? hostname
  return { verdict, detail, notRunCause, target }
}

function responseOf({ document, error }: JudgedMeasurement<TcpDocument>): TcpCheckResult['response'] {
  if (document === null) {
    return error === null ? null : { resolvedIp: error.address ?? null, error }
  }
  const { resolvedIp } = document
  const data = cutText(document.data, longestReceived)
  const dataTruncated = data.length < document.data.length
  return { resolvedIp, data, dataTruncated, ...(error === null ? {} : { error }) }
}
