import { agentVersion } from '@sonde/schema/agents/agent-version.ts'
import { longestStatusText } from '@sonde/schema/check-types/api-check-result.ts'
import type { Outcome } from '@sonde/schema/runs/outcome.ts'
import { type UrlDocument, type UrlRunConfig, urlAttemptMs } from '@sonde/schema/check-types/url/result.ts'
import { credentialText } from '../connection/credential-text.ts'
import { type ExchangeLimits, exchangeLimits, type HopRequest } from '../http/exchange.ts'
import { certificateOf, follow, type HttpContext, type HttpJourney, type HttpNeeds } from '../http/follow.ts'
import { timesOf } from '../http/hop.ts'
import { type CachedBody, createKeptBody } from '../http/kept-body.ts'
import { keepHeaders } from '../http/kept-headers.ts'
import { readAddress } from '../http/read-address.ts'
import { measureOnLoop } from '../measure-on-loop.ts'
import type { Probe } from '../probe.ts'

type UrlProbe = Probe<UrlRunConfig, UrlDocument, HttpNeeds>

export type UrlLimits = ExchangeLimits & {
  /** Of one attempt, unless its check allows a longer response time. */
  attemptMs?: number
  /** After that, before we give up on ourselves. */
  graceMs: number
}

/** Asks for one address, and follows where it leads. */
export function createUrlProbe(limits: UrlLimits = { ...exchangeLimits, graceMs: 5_000 }): UrlProbe {
  return (config, context) => {
    const attemptMs = urlAttemptMs(config.maxResponseTime, limits.attemptMs)
    return measureOnLoop(context, attemptMs + limits.graceMs, (signal) =>
      measure({ config, context, limits, attemptMs }, signal),
    )
  }
}

export const probeUrl: UrlProbe = createUrlProbe()

type Attempt = { config: UrlRunConfig; context: HttpContext; limits: ExchangeLimits; attemptMs: number }

async function measure(
  { config, context, limits, attemptMs }: Attempt,
  runSignal: AbortSignal,
): Promise<Outcome<UrlDocument>> {
  const { url: written, followRedirects, skipSSL, ipFamily } = config.request
  const url = readAddress(written)
  if ('unreadable' in url) return url.unreadable
  const journey = await follow(
    {
      url,
      followRedirects,
      skipSSL,
      ipFamily,
      attemptMs,
      limits,
      first: requestTo(url),
      next: (_previous, { to }) => requestTo(to),
      createBody: createKeptBody,
    },
    context,
    runSignal,
  )
  const { error, elapsedMs } = journey
  const document = describe(journey)
  return error === null ? { kind: 'answered', document } : { kind: 'unreachable', error, document, elapsedMs }
}

const userAgent = `Sonde/${agentVersion}`

function requestTo({ host, username, password }: URL): HopRequest {
  const headers = ['Host', host, 'User-Agent', userAgent, 'Accept', '*/*', 'Accept-Encoding', 'gzip, br']
  if (username !== '' || password !== '') {
    const credentials = Buffer.from(`${credentialText(username)}:${credentialText(password)}`).toString(
      'base64',
    )
    headers.push('Authorization', `Basic ${credentials}`)
  }
  return { method: 'GET', headers, body: null }
}

function describe({ first, last, redirects, startedMs }: HttpJourney<CachedBody>): UrlDocument {
  const { head, address, tls } = last
  const about = { resolvedIp: address, redirects, tls, certificate: certificateOf(first) }
  if (head === null) {
    return {
      status: 0,
      statusText: '',
      headers: {},
      ...about,
      timings: null,
      timingPhases: null,
      readBody: () => '',
    }
  }
  return {
    status: head.status,
    statusText: head.statusText.slice(0, longestStatusText),
    headers: keepHeaders(head.rawHeaders),
    ...about,
    ...timesOf(last, startedMs),
    readBody: () => last.body.read(head.rawHeaders),
  }
}
