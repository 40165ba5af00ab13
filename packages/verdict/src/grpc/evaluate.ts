import {
  grpcCallErrors,
  grpcHealthLabels,
  grpcRequestShown,
  longestGrpcText,
  type GrpcCheckResult,
  type GrpcDocument,
  type GrpcRunConfig,
} from '@sonde/schema/check-types/grpc/result.ts'
import { grpcStatusNames } from '@sonde/schema/check-types/grpc/status-names.ts'
import type { Outcome, ProbeError } from '@sonde/schema/runs/outcome.ts'
import { cutText } from '../cut-text.ts'
import { findInGrpc } from './sources.ts'
import { evaluateMeasurement, type Fault, type Measured } from '../evaluate-measurement.ts'
import type { Evaluation } from '../evaluation.ts'

export function evaluateGrpc(
  config: GrpcRunConfig,
  measured: Measured<GrpcDocument>,
): Evaluation<GrpcCheckResult> {
  const { request } = config
  const { verdict, assertions, error, notRunCause } = evaluateMeasurement(
    measured,
    config,
    request.assertions,
    {
      findFault: (answer) => findFault(answer, config),
      find: findInGrpc,
      timeOf: ({ timingPhases }) => timingPhases?.total ?? null,
      // A server that gave a status is evaluated by it; without one there is nothing to look at.
      isAsserted: isFaultOfAnswer,
      isNetworkError: ({ code }) => !grpcCallErrors.some((known) => known === code),
    },
  )
  const document = documentOf(measured.outcome)
  const failure = error === null || isFaultOfAnswer(error) ? null : error
  const requestError = failure?.message ?? null
  return {
    verdict,
    notRunCause,
    target: document?.resolvedIp ?? error?.address ?? request.url,
    detail: {
      grpcStatusCode: document?.grpcStatusCode ?? null,
      healthStatus: document?.healthStatus ?? null,
      timingPhases: document?.timingPhases ?? null,
      requestError,
      request: grpcRequestShown(config),
      response:
        document === null
          ? null
          : { ...shown(document), requestError, ...(failure === null ? {} : { error: failure }) },
      assertions,
      noiseMs: measured.noiseMs,
    },
  }
}

/** Quotes in it are written with a stroke before each in the JSON that it becomes part of. */
const shownText = { bytes: longestGrpcText, json: 2 * longestGrpcText }

function documentOf(outcome: Outcome<GrpcDocument>): GrpcDocument | null {
  return outcome.kind === 'not-run' ? null : outcome.document
}

function shown(document: GrpcDocument): GrpcDocument {
  return { ...document, responseMessage: cutText(document.responseMessage, shownText) }
}

const faultCodes = new Set(['ERR_GRPC_STATUS', 'ERR_GRPC_HEALTH'])

function isFaultOfAnswer({ code }: ProbeError): boolean {
  return faultCodes.has(code)
}

/** An assertion about a status takes its place: whoever writes one knows what to expect. */
function findFault(document: GrpcDocument, { request }: GrpcRunConfig): Fault | null {
  const isAsserted = (source: string) => request.assertions.some((assertion) => assertion.source === source)
  const { grpcStatusCode: code, grpcStatusMessage, healthStatus } = document
  if (code !== 0 && !isAsserted('GRPC_STATUS_CODE')) {
    const text = grpcStatusMessage === '' ? '' : `: ${grpcStatusMessage}`
    return fault('ERR_GRPC_STATUS', `gRPC status ${code} ${grpcStatusNames[code ?? 2] ?? ''}${text}`)
  }
  if (document.grpcMode === 'HEALTH' && healthStatus !== 1 && !isAsserted('GRPC_HEALTHCHECK_STATUS')) {
    const label = healthStatus === null ? 'nothing' : (grpcHealthLabels[healthStatus] ?? String(healthStatus))
    return fault('ERR_GRPC_HEALTH', `The health service reports ${label}`)
  }
  return null
}

function fault(code: string, message: string): Fault {
  return { error: { code, message }, isNetworkError: false }
}
