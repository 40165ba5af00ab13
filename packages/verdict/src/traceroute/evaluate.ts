import {
  completeTracerouteRequest,
  type TracerouteCheckResult,
  type TracerouteDocument,
  type TracerouteRunConfig,
} from '@sonde/schema/check-types/traceroute/result.ts'
import { evaluateMeasurement, type Measured } from '../evaluate-measurement.ts'
import type { Evaluation } from '../evaluation.ts'
import { findInTraceroute } from './sources.ts'

export function evaluateTraceroute(
  config: TracerouteRunConfig,
  measured: Measured<TracerouteDocument>,
): Evaluation<TracerouteCheckResult> {
  const { verdict, assertions, document, error, notRunCause } = evaluateMeasurement(
    measured,
    config,
    config.request.assertions,
    {
      // A trace that did not arrive is no answer to begin with.
      findFault: () => null,
      find: ({ response }, lessMs) => findInTraceroute(response, lessMs),
      timeOf: ({ response }) => response.finalHopLatency?.avg ?? null,
    },
  )
  const request = completeTracerouteRequest(config)
  const { response, timingPhases } = document ?? {}
  return {
    verdict,
    detail: {
      ...(response === undefined
        ? {}
        : { totalHops: response.totalHops, destinationReached: response.destinationReached }),
      finalHopLatency: response?.finalHopLatency ?? null,
      timingPhases: timingPhases ?? null,
      requestError: error?.message ?? null,
      request,
      assertions,
      response: error === null ? (response ?? null) : { ...response, error },
      noiseMs: measured.noiseMs,
    },
    notRunCause,
    target: response?.resolvedIp ?? error?.address ?? request.url,
  }
}
