import type { Socket } from 'node:net'
import { agentVersion } from '@sonde/schema/agents/agent-version.ts'
import {
  type HttpFirstCertificate,
  type HttpRedirect,
  longestRedirectUrl,
  longestStatusText,
  mostRedirects,
} from '@sonde/schema/check-types/api-check-result.ts'
import type { Outcome, ProbeError } from '@sonde/schema/runs/outcome.ts'
import {
  showUrl,
  type UrlDocument,
  type UrlRunConfig,
  urlAttemptMs,
} from '@sonde/schema/check-types/url/result.ts'
import { chooseClientCertificate } from '../connection/choose-client-certificate.ts'
import { credentialText } from '../connection/credential-text.ts'
import { describeTimeout } from '../connection/describe-socket-error.ts'
import type { Connection } from '../connection/connection.ts'
import { openConnection } from '../connection/open-connection.ts'
import { startTls } from '../connection/start-tls.ts'
import { type AttemptDeadline, DeadlineReached, startAttemptDeadline } from '../http/attempt-deadline.ts'
import { describeExchangeError } from '../http/describe-exchange-error.ts'
import { describeTls } from '../http/describe-tls.ts'
import { exchange, type ExchangeLimits, exchangeLimits } from '../http/exchange.ts'
import { createHop, type Hop, timesOf } from '../http/hop.ts'
import { keepHeaders } from '../http/kept-headers.ts'
import { findRedirect } from '../http/redirect.ts'
import { measureOnLoop, orAborted } from '../measure-on-loop.ts'
import type { Probe, ProbeContext, RunConditions } from '../probe.ts'

type Needed = 'resolveName' | 'resolveProxy' | 'loop' | 'now' | 'authorities' | keyof RunConditions
type UrlContext = Pick<ProbeContext, Needed>
type UrlProbe = Probe<UrlRunConfig, UrlDocument, Needed>

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

type Attempt = { config: UrlRunConfig; context: UrlContext; limits: ExchangeLimits; attemptMs: number }

async function measure(attempt: Attempt, runSignal: AbortSignal): Promise<Outcome<UrlDocument>> {
  const { url: written } = attempt.config.request
  if (!URL.canParse(written)) return notAnAddress(written)
  const deadline = startAttemptDeadline(attempt.attemptMs, runSignal)
  try {
    return await followUrl(new URL(written), attempt, deadline)
  } finally {
    deadline.close()
  }
}

async function followUrl(
  first: URL,
  attempt: Attempt,
  deadline: AttemptDeadline,
): Promise<Outcome<UrlDocument>> {
  const { followRedirects } = attempt.config.request
  const isProxied = attempt.context.proxy !== null
  const redirects: HttpRedirect[] = []
  let hop = createHop(first, isProxied)
  const { startedMs } = hop
  const firstHop = hop
  const document = (): UrlDocument => ({
    ...describeHop(hop, redirects, startedMs),
    certificate: certificateOf(firstHop),
  })
  const unreachable = (error: ProbeError): Outcome<UrlDocument> => ({
    kind: 'unreachable',
    error,
    document: document(),
    elapsedMs: performance.now() - startedMs,
  })

  for (;;) {
    const { url } = hop
    const isFinal = (status: number, rawHeaders: readonly string[]): boolean =>
      !followRedirects || findRedirect(url, status, rawHeaders).kind === 'none'
    const error = await visitInTime(hop, isFinal, attempt, deadline)
    if (error !== null) return unreachable(error)
    const { head } = hop
    if (head === null) throw new Error('an exchange ended without an answer and without an error')
    const redirect = followRedirects
      ? findRedirect(url, head.status, head.rawHeaders)
      : { kind: 'none' as const }
    if (redirect.kind === 'none') return { kind: 'answered', document: document() }
    if (redirect.kind === 'unusable') return unreachable(redirect.error)
    if (redirects.length === mostRedirects) return unreachable(tooManyRedirects(redirect.url))
    redirects.push({ status: head.status, url: plainUrl(url).slice(0, longestRedirectUrl) })
    hop = createHop(redirect.url, isProxied)
  }
}

type IsFinal = (status: number, rawHeaders: readonly string[]) => boolean

/** A deadline that is reached is trouble of the target, like any other that ends a hop. */
async function visitInTime(
  hop: Hop,
  isFinal: IsFinal,
  attempt: Attempt,
  deadline: AttemptDeadline,
): Promise<ProbeError | null> {
  try {
    return await visit(hop, isFinal, attempt, deadline)
  } catch (error) {
    if (!(error instanceof DeadlineReached)) throw error
    return describeTimeout(hop, { ms: attempt.attemptMs, phase: hop.phase })
  }
}

async function visit(
  hop: Hop,
  isFinal: IsFinal,
  attempt: Attempt,
  deadline: AttemptDeadline,
): Promise<ProbeError | null> {
  const { signal } = deadline
  const { request } = attempt.config
  const target = { host: hop.host, port: hop.port, family: request.ipFamily, connectMs: Infinity }
  const opening = await orAborted(openConnection(target, watchLookup(hop, attempt.context), signal), signal)
  if (opening.kind === 'failed') {
    hop.address = opening.address
    return opening.error
  }
  const { connection } = opening
  hop.address = connection.address
  hop.connection = connection
  hop.openedMs = performance.now()
  const secured =
    hop.url.protocol === 'https:' ? await secure(hop, connection, attempt, deadline) : connection
  if ('code' in secured) return secured
  const { socket } = secured
  try {
    const failure = await exchange(
      {
        socket,
        headers: requestHeaders(hop.url),
        wantsBody: ({ status, rawHeaders }) => isFinal(status, rawHeaders),
        limits: attempt.limits,
      },
      hop,
      signal,
    )
    return failure === null ? null : describeExchangeError(failure, hop)
  } catch (error) {
    socket.destroy()
    throw error
  }
}

/** Tells the hop what is going on inside an opening, for the words of a deadline that ends it. */
function watchLookup(
  hop: Hop,
  context: UrlContext,
): Pick<ProbeContext, 'resolveName' | 'resolveProxy' | 'proxy' | 'authorities'> {
  const { proxy, authorities, resolveName, resolveProxy } = context
  if (proxy !== null) return context
  return {
    proxy,
    authorities,
    resolveProxy,
    async resolveName(name, family) {
      const resolution = await resolveName(name, family)
      if (resolution.kind === 'resolved') {
        hop.phase = 'connect'
        hop.address = resolution.address
      }
      return resolution
    },
  }
}

async function secure(
  hop: Hop,
  connection: Connection,
  { config, context }: Attempt,
  deadline: AttemptDeadline,
): Promise<{ socket: Socket } | ProbeError> {
  hop.phase = 'tls'
  const tls = await startTls(
    {
      connection,
      host: hop.host,
      isVerified: !config.request.skipSSL,
      clientCertificate: chooseClientCertificate(context.clientCertificates, hop.host),
      handshakeMs: Infinity,
    },
    context,
    deadline.signal,
  )
  if (tls.kind === 'failed') return tls.error
  const { socket, problem, certificate } = tls
  hop.securedMs = performance.now()
  try {
    hop.tls = describeTls(socket, certificate)
  } catch (error) {
    socket.destroy()
    throw error
  }
  if (problem === null) return { socket }
  socket.on('error', ignore)
  socket.destroy()
  return problem
}

const userAgent = `Sonde/${agentVersion}`

function requestHeaders({ host, username, password }: URL): string[] {
  const headers = ['Host', host, 'User-Agent', userAgent, 'Accept', '*/*', 'Accept-Encoding', 'gzip, br']
  if (username !== '' || password !== '') {
    const credentials = Buffer.from(`${credentialText(username)}:${credentialText(password)}`).toString(
      'base64',
    )
    headers.push('Authorization', `Basic ${credentials}`)
  }
  return headers
}

function certificateOf({ url, tls }: Hop): HttpFirstCertificate | null {
  if (tls === null || tls.fingerprint === null || tls.validTo === null) return null
  return { host: url.host, fingerprint: tls.fingerprint, validTo: tls.validTo }
}

function describeHop(
  hop: Hop,
  redirects: readonly HttpRedirect[],
  startedMs: number,
): Omit<UrlDocument, 'certificate'> {
  const { head, address, tls } = hop
  const about = { resolvedIp: address, redirects, tls }
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
    ...timesOf(hop, startedMs),
    readBody: () => hop.body.read(head.rawHeaders),
  }
}

function plainUrl(url: URL): string {
  return showUrl(url.href)
}

function tooManyRedirects(last: URL): ProbeError {
  return {
    code: 'ERR_TOO_MANY_REDIRECTS',
    message: `Gave up after ${mostRedirects} redirects, last: ${plainUrl(last).slice(0, longestRedirectUrl)}`,
  }
}

/** A placeholder that nobody could fill in, say: nothing can be told about a target that is not named. */
function notAnAddress(written: string): Outcome<never> {
  const shown = showUrl(written)
  const message = `"${shown.slice(0, 500)}${shown.length > 500 ? '…' : ''}" is no address that can be asked for`
  return { kind: 'not-run', cause: 'unreadable-job', error: { code: 'ERR_INVALID_URL', message } }
}

function ignore(): void {
  // Somebody has to listen for errors of a socket, or they end the process.
}
