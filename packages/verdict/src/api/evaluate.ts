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
import { readResponseBody } from './response-body.ts'
import { findInApi } from './sources.ts'

export function evaluateApi(config: ApiRunConfig, measured: Measured<ApiDocument>): Evaluation<ApiRunDetail> {
  const { request } = config
  const seen = whatWasSeen(measured.outcome)
  // Whoever looks for text in a body has it as text, whatever its type.
  const isText = request.assertions.some(({ source }) => source === 'TEXT_BODY')
  const body = seen === null ? null : readResponseBody(seen, { isInline: measured.isInline === true, isText })
  const { verdict, assertions, error, notRunCause } = evaluateMeasurement<ApiDocument>(
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
      requestError: failure?.message ?? null,
      jobLog: { setup: [], request: [...(seen?.log ?? [])], teardown: [] },
      jobAssets: null,
      pcapDataUrl: null,
    },
    ...(failedAt === null ? {} : { failedAt }),
  }
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
    data: body.slice(0, longestWholeBody).toWellFormed(),
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
