import type { UrlRunDetail } from '@sonde/schema/check-types/api-check-result.ts'
import { showUrl, type UrlDocument, type UrlRunConfig } from '@sonde/schema/check-types/url/result.ts'
import { evaluateMeasurement, type Measured } from '../evaluate-measurement.ts'
import type { Evaluation } from '../evaluation.ts'
import {
  badStatus,
  findBadStatus,
  hostOf,
  whatWasSeen,
  whereItFailed,
  withoutEmptyDocument,
} from '../http-evidence.ts'
import { findInUrl } from './sources.ts'

export function evaluateUrl(config: UrlRunConfig, measured: Measured<UrlDocument>): Evaluation<UrlRunDetail> {
  const { request } = config
  const seen = whatWasSeen(measured.outcome)
  const { verdict, assertions, document, error, notRunCause } = evaluateMeasurement<UrlDocument>(
    { ...measured, outcome: withoutEmptyDocument(measured.outcome) },
    config,
    request.assertions,
    {
      findFault: findBadStatus,
      find: findInUrl,
      timeOf: ({ timingPhases }) => timingPhases?.total ?? null,
      // A redirect is an answer too, wherever it leads.
      isNetworkError: (_error, answer) => answer === null && (seen?.redirects.length ?? 0) === 0,
    },
  )
  // A status is an answer: the request itself went well.
  const failure = error === null || error.code === badStatus ? null : error
  const tls = seen?.tls ?? null
  const certificate = seen?.certificate ?? null
  const failedAt =
    verdict.kind === 'failed' && verdict.isNetworkError ? whereItFailed(request.url, seen) : null
  return {
    verdict,
    notRunCause,
    target: seen?.resolvedIp ?? error?.address ?? hostOf(request.url),
    detail: {
      assertions,
      request: { method: 'GET', url: showUrl(request.url), data: '', headers: {}, params: {} },
      response: {
        status: seen?.status ?? 0,
        statusText: seen?.statusText ?? '',
        body: verdict.kind === 'failed' ? (document?.readBody() ?? '') : '',
        headers: { ...seen?.headers },
        resolvedIp: seen?.resolvedIp ?? error?.address ?? null,
        redirects: [...(seen?.redirects ?? [])],
        ...(tls === null ? {} : { tls }),
        ...(certificate === null ? {} : { certificate }),
        timings: seen?.timings ?? null,
        timingPhases: seen?.timingPhases ?? null,
        ...(failure === null ? {} : { error: failure }),
      },
      requestError: failure?.message ?? null,
      jobLog: null,
      jobAssets: null,
      pcapDataUrl: null,
    },
    ...(failedAt === null ? {} : { failedAt }),
  }
}
