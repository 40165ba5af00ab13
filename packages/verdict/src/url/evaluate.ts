import type { ApiRunDetail } from '@sonde/schema/check-types/api-check-result.ts'
import type { Outcome } from '@sonde/schema/runs/outcome.ts'
import { describeStatus } from '@sonde/schema/runs/reason.ts'
import { showUrl, type UrlDocument, type UrlRunConfig } from '@sonde/schema/check-types/url/result.ts'
import { evaluateMeasurement, type Fault, type Measured } from '../evaluate-measurement.ts'
import type { Evaluation } from '../evaluation.ts'
import { findInUrl } from './sources.ts'

export function evaluateUrl(config: UrlRunConfig, measured: Measured<UrlDocument>): Evaluation<ApiRunDetail> {
  const { request } = config
  const seen = whatWasSeen(measured.outcome)
  const { verdict, assertions, document, error, notRunCause } = evaluateMeasurement(
    { ...measured, outcome: withoutEmptyDocument(measured.outcome) },
    config,
    request.assertions,
    {
      findFault,
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

const badStatus = 'ERR_BAD_STATUS'

function findFault({ status, statusText }: UrlDocument): Fault | null {
  if (status < 400) return null
  return { error: { code: badStatus, message: describeStatus(status, statusText) }, isNetworkError: false }
}

function whatWasSeen(outcome: Outcome<UrlDocument>): UrlDocument | null {
  return outcome.kind === 'not-run' ? null : outcome.document
}

/** Without a status there is nothing that assertions could look at, only what is known of the way to it. */
function withoutEmptyDocument(outcome: Outcome<UrlDocument>): Outcome<UrlDocument> {
  return outcome.kind === 'unreachable' && outcome.document?.status === 0
    ? { ...outcome, document: null }
    : outcome
}

/**
 * The end of a network error: behind a redirect there is none, so it is the written address. Null when its name
 * was not resolved, and behind a proxy, which alone knows where it went.
 */
function whereItFailed(
  url: string,
  seen: UrlDocument | null,
): NonNullable<Evaluation<unknown>['failedAt']> | null {
  const address = seen?.resolvedIp ?? null
  const host = hostOf(url)
  if (address === null || host === null) return null
  const { port, protocol } = new URL(url)
  return {
    host,
    address,
    port: port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port),
    family: address.includes(':') ? 'IPv6' : 'IPv4',
  }
}

function hostOf(url: string): string | null {
  return URL.canParse(url) ? new URL(url).hostname.replaceAll(/^\[|\]$/g, '') : null
}
