import { type HttpLogEntry, longestStatusText } from '@sonde/schema/check-types/api-check-result.ts'
import type { ApiDocument, ApiRunConfig } from '@sonde/schema/check-types/api/result.ts'
import { urlAttemptMs } from '@sonde/schema/check-types/url/result.ts'
import type { Outcome } from '@sonde/schema/runs/outcome.ts'
import { type ExchangeLimits, exchangeLimits } from '../http/exchange.ts'
import { certificateOf, follow, type HttpContext, type HttpJourney, type HttpNeeds } from '../http/follow.ts'
import { timesOf } from '../http/hop.ts'
import { joinHeaders, keepHeaders } from '../http/kept-headers.ts'
import { readAddress } from '../http/read-address.ts'
import { createWholeBody, type WholeBody } from '../http/whole-body.ts'
import { measureOnLoop } from '../measure-on-loop.ts'
import type { Probe } from '../probe.ts'
import { placeholderWarnings } from './placeholder-warnings.ts'
import { planRequest } from './plan-request.ts'

type ApiProbe = Probe<ApiRunConfig, ApiDocument, HttpNeeds>

export type ApiLimits = ExchangeLimits & {
  /** Of one attempt, unless its check allows a longer response time. */
  attemptMs?: number
  /** After that, before we give up on ourselves. */
  graceMs: number
}

/** Sends one request as its check writes it, and follows where the answers lead. */
export function createApiProbe(limits: ApiLimits = { ...exchangeLimits, graceMs: 5_000 }): ApiProbe {
  return (config, context) => {
    const attemptMs = urlAttemptMs(config.maxResponseTime, limits.attemptMs)
    return measureOnLoop(context, attemptMs + limits.graceMs, (signal) =>
      measure({ config, context, limits, attemptMs }, signal),
    )
  }
}

export const probeApi: ApiProbe = createApiProbe()

type Attempt = { config: ApiRunConfig; context: HttpContext; limits: ExchangeLimits; attemptMs: number }

async function measure(
  { config: { request }, context, limits, attemptMs }: Attempt,
  runSignal: AbortSignal,
): Promise<Outcome<ApiDocument>> {
  const address = readAddress(request.url)
  if ('unreadable' in address) return address.unreadable
  const plan = planRequest(address, request)
  if ('error' in plan) return { kind: 'unreachable', error: plan.error, document: null }
  const { followRedirects, skipSSL, ipFamily } = request
  const journey = await follow(
    {
      ...plan,
      followRedirects,
      skipSSL,
      ipFamily,
      attemptMs,
      limits,
      createBody: () => createWholeBody(limits.bodyBytes),
    },
    context,
    runSignal,
  )
  const { error, elapsedMs } = journey
  const document = describe(journey, { limits, log: placeholderWarnings(request, context.now()) })
  return error === null ? { kind: 'answered', document } : { kind: 'unreachable', error, document, elapsedMs }
}

function describe(
  { first, last, redirects, startedMs }: HttpJourney<WholeBody>,
  { limits, log }: { limits: ExchangeLimits; log: readonly HttpLogEntry[] },
): ApiDocument {
  const { head, address, tls } = last
  const about = { resolvedIp: address, redirects, tls, certificate: certificateOf(first), log }
  if (head === null) {
    return {
      status: 0,
      statusText: '',
      headers: {},
      allHeaders: {},
      ...about,
      timings: null,
      timingPhases: null,
      body: new Uint8Array(),
      isBodyCut: false,
    }
  }
  const body = last.body.bytes()
  return {
    status: head.status,
    statusText: head.statusText.slice(0, longestStatusText),
    headers: keepHeaders(head.rawHeaders),
    allHeaders: joinHeaders(head.rawHeaders),
    ...about,
    ...timesOf(last, startedMs),
    body,
    isBodyCut: body.length >= limits.bodyBytes,
  }
}
