import { beginningOf } from '@sonde/ground/beginning-of.ts'
import { credentialHeaders } from '@sonde/ground/credential-headers.ts'
import {
  type ApiRunDetail,
  longestHeader,
  longestWholeBody,
  mostHeaders,
} from '@sonde/schema/check-types/api-check-result.ts'
import type { ApiKeyValue } from '@sonde/schema/check-types/api/document.ts'
import type { ApiDocument, ApiRunConfig } from '@sonde/schema/check-types/api/result.ts'
import { showUrl } from '@sonde/schema/check-types/url/result.ts'
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
import { hiddenValue } from '../hidden-value.ts'
import { bodyOfText, readResponseBody, type ResponseBody } from './response-body.ts'
import { failedByScript, type ScriptEvidence } from './script-evidence.ts'
import { findInApi } from './sources.ts'

/** With what the scripts of the run have left, if it has any. */
export type MeasuredApi = Measured<ApiDocument> & { scripts?: ScriptEvidence }

/** Whoever looks for text in a body has it as text, whatever its type. */
export function readsBodyAsText({ assertions }: Pick<ApiRunConfig['request'], 'assertions'>): boolean {
  return assertions.some(({ source }) => source === 'TEXT_BODY')
}

export function evaluateApi(config: ApiRunConfig, measured: MeasuredApi): Evaluation<ApiRunDetail> {
  const { request } = config
  const { scripts } = measured
  const seen = whatWasSeen(measured.outcome)
  const body = seen === null ? null : bodyOf(seen, request, measured)
  const evaluation = evaluateMeasurement<ApiDocument>(
    { ...measured, outcome: withoutEmptyDocument(measured.outcome) },
    config,
    request.assertions,
    {
      findFault: findBadStatus,
      find(document, lessMs) {
        if (body === null) throw new Error('a document has no body')
        return findInApi(document, body, lessMs)
      },
      timeOf: ({ timingPhases }) => timingPhases?.total ?? null,
      // A redirect is an answer too, wherever it leads; what cannot be sent asks nobody.
      isNetworkError: ({ code }, answer) =>
        code !== 'ERR_INVALID_HEADER' && answer === null && (seen?.redirects.length ?? 0) === 0,
    },
  )
  const { assertions, error, notRunCause } = evaluation
  const scriptError = scripts?.error ?? null
  const verdict = scriptError === null ? evaluation.verdict : failedByScript(evaluation.verdict, scriptError)
  // A status is an answer: the request itself went well.
  const failure = error === null || error.code === badStatus ? null : error
  const tls = seen?.tls ?? null
  const certificate = seen?.certificate ?? null
  const isWhole = verdict.kind === 'failed' || verdict.kind === 'degraded' || measured.isRequested === true
  const failedAt =
    verdict.kind === 'failed' && verdict.isNetworkError ? whereItFailed(request.url, seen) : null
  return {
    verdict,
    notRunCause,
    target: seen?.resolvedIp ?? error?.address ?? hostOf(request.url),
    detail: {
      assertions,
      request: describeRequest(request),
      response: {
        status: seen?.status ?? 0,
        statusText: seen?.statusText ?? '',
        ...(body?.keep({ isWhole }) ?? { body: '' }),
        headers: { ...seen?.headers },
        resolvedIp: seen?.resolvedIp ?? error?.address ?? null,
        redirects: [...(seen?.redirects ?? [])],
        ...(tls === null ? {} : { tls }),
        ...(certificate === null ? {} : { certificate }),
        timings: seen?.timings ?? null,
        timingPhases: seen?.timingPhases ?? null,
        ...(failure === null ? {} : { error: failure }),
      },
      requestError: failure?.message ?? scriptError,
      jobLog: { setup: [], teardown: [], ...scripts?.log, request: [...(seen?.log ?? [])] },
      jobAssets: null,
      pcapDataUrl: null,
    },
    ...(failedAt === null ? {} : { failedAt }),
  }
}

/** The verdict on a run whose set-up script failed: nothing was sent, and nobody knows anything of the target. */
export function evaluateFailedSetup(
  { request }: ApiRunConfig,
  { error, log }: ScriptEvidence & { error: string },
): Evaluation<ApiRunDetail> {
  return {
    verdict: {
      kind: 'failed',
      overMaxResponseTime: null,
      responseTime: null,
      isNetworkError: false,
      reason: error,
    },
    notRunCause: null,
    target: null,
    detail: {
      assertions: [],
      request: describeRequest(request),
      response: {
        status: 0,
        statusText: '',
        body: '',
        headers: {},
        resolvedIp: null,
        redirects: [],
        timings: null,
        timingPhases: null,
      },
      requestError: error,
      jobLog: { ...log, request: [] },
      jobAssets: null,
      pcapDataUrl: null,
    },
  }
}

function bodyOf(
  seen: ApiDocument,
  request: ApiRunConfig['request'],
  { isInline = false, scripts }: MeasuredApi,
): ResponseBody {
  const written = scripts?.body ?? null
  return written === null
    ? readResponseBody(seen, { isInline, isText: readsBodyAsText(request) })
    : bodyOfText(written)
}

/** As it was sent, without what is nobody's to see. */
function describeRequest({
  method,
  url,
  body,
  headers,
  queryParameters,
}: ApiRunConfig['request']): ApiRunDetail['request'] {
  return {
    method,
    url: showUrl(url),
    data: beginningOf(body, longestWholeBody).toWellFormed(),
    headers: showPairs(headers),
    params: showPairs(queryParameters),
  }
}

function showPairs(pairs: readonly ApiKeyValue[]): Record<string, string> {
  const shown = new Map<string, string>()
  for (const { key, value, locked } of pairs.slice(0, mostHeaders)) {
    const isHidden = locked === true || credentialHeaders.has(key.toLowerCase())
    const text = isHidden ? hiddenValue : value.slice(0, longestHeader)
    const earlier = shown.get(key)
    shown.set(key, earlier === undefined ? text : `${earlier}, ${text}`.slice(0, longestHeader))
  }
  // By definition of properties, so that a name such as __proto__ is one like any other.
  return Object.fromEntries(shown)
}
