import type { Socket } from 'node:net'
import {
  type HttpFirstCertificate,
  type HttpRedirect,
  longestRedirectUrl,
  mostRedirects,
} from '@sonde/schema/check-types/api-check-result.ts'
import type { IpFamily } from '@sonde/schema/check-types/ip-family.ts'
import { showUrl } from '@sonde/schema/check-types/url/result.ts'
import type { ProbeError } from '@sonde/schema/runs/outcome.ts'
import { chooseClientCertificate } from '../connection/choose-client-certificate.ts'
import type { Connection } from '../connection/connection.ts'
import { describeTimeout } from '../connection/describe-socket-error.ts'
import { openConnection } from '../connection/open-connection.ts'
import { startTls } from '../connection/start-tls.ts'
import { orAborted } from '../measure-on-loop.ts'
import type { ProbeContext, RunConditions } from '../probe.ts'
import { type AttemptDeadline, DeadlineReached, startAttemptDeadline } from './attempt-deadline.ts'
import { describeExchangeError } from './describe-exchange-error.ts'
import { describeTls } from './describe-tls.ts'
import { exchange, type ExchangeLimits, type HopRequest } from './exchange.ts'
import { createHop, type Hop } from './hop.ts'
import type { CollectedBody } from './whole-body.ts'
import { findRedirect } from './redirect.ts'

export type HttpNeeds = 'resolveName' | 'resolveProxy' | 'loop' | 'now' | 'authorities' | keyof RunConditions
export type HttpContext = Pick<ProbeContext, HttpNeeds>

/** What is asked for, and how. */
export type HttpPlan<Body extends CollectedBody> = {
  url: URL
  followRedirects: boolean
  skipSSL: boolean
  ipFamily: IpFamily
  /** From the first DNS query to the last byte, however many redirects. */
  attemptMs: number
  limits: ExchangeLimits
  /** What the first address is sent. */
  first: HopRequest
  /** What the address is sent that an answer leads to. */
  next(previous: HopRequest, step: RedirectStep): HopRequest
  createBody(): Body
}

export type RedirectStep = { from: URL; to: URL; status: number; rawHeaders: readonly string[] }

/** What became of an attempt, as far as it came. */
export type HttpJourney<Body extends CollectedBody> = {
  /** Null when the last hop answered. */
  error: ProbeError | null
  first: Hop<Body>
  last: Hop<Body>
  redirects: readonly HttpRedirect[]
  startedMs: number
  elapsedMs: number
}

/** Sends a request to an address, and follows where its answers lead. */
export async function follow<Body extends CollectedBody>(
  plan: HttpPlan<Body>,
  context: HttpContext,
  runSignal: AbortSignal,
): Promise<HttpJourney<Body>> {
  const deadline = startAttemptDeadline(plan.attemptMs, runSignal)
  try {
    return await followHops(plan, context, deadline)
  } finally {
    deadline.close()
  }
}

async function followHops<Body extends CollectedBody>(
  plan: HttpPlan<Body>,
  context: HttpContext,
  deadline: AttemptDeadline,
): Promise<HttpJourney<Body>> {
  const { followRedirects } = plan
  const isProxied = context.proxy !== null
  const redirects: HttpRedirect[] = []
  const first = createHop(plan.url, { isProxied, body: plan.createBody() })
  const { startedMs } = first
  let hop = first
  let request = plan.first
  const end = (error: ProbeError | null): HttpJourney<Body> => ({
    error,
    first,
    last: hop,
    redirects,
    startedMs,
    elapsedMs: performance.now() - startedMs,
  })

  for (;;) {
    const { url } = hop
    const isFinal = (status: number, rawHeaders: readonly string[]): boolean =>
      !followRedirects || findRedirect(url, status, rawHeaders).kind === 'none'
    const error = await visitInTime(hop, { plan, context, request, isFinal, deadline })
    if (error !== null) return end(error)
    const { head } = hop
    if (head === null) throw new Error('an exchange ended without an answer and without an error')
    const redirect = followRedirects
      ? findRedirect(url, head.status, head.rawHeaders)
      : { kind: 'none' as const }
    if (redirect.kind === 'none') return end(null)
    if (redirect.kind === 'unusable') return end(redirect.error)
    if (redirects.length === mostRedirects) return end(tooManyRedirects(redirect.url))
    redirects.push({ status: head.status, url: plainUrl(url).slice(0, longestRedirectUrl) })
    request = plan.next(request, { from: url, to: redirect.url, ...head })
    hop = createHop(redirect.url, { isProxied, body: plan.createBody() })
  }
}

type Visit = {
  plan: Pick<HttpPlan<CollectedBody>, 'skipSSL' | 'ipFamily' | 'attemptMs' | 'limits'>
  context: HttpContext
  request: HopRequest
  isFinal(status: number, rawHeaders: readonly string[]): boolean
  deadline: AttemptDeadline
}

/** A deadline that is reached is trouble of the target, like any other that ends a hop. */
async function visitInTime(hop: Hop, visit: Visit): Promise<ProbeError | null> {
  try {
    return await visitHop(hop, visit)
  } catch (error) {
    if (!(error instanceof DeadlineReached)) throw error
    return describeTimeout(hop, { ms: visit.plan.attemptMs, phase: hop.phase })
  }
}

async function visitHop(hop: Hop, visit: Visit): Promise<ProbeError | null> {
  const { plan, context, request, isFinal } = visit
  const { signal } = visit.deadline
  const target = { host: hop.host, port: hop.port, family: plan.ipFamily, connectMs: Infinity }
  const opening = await orAborted(openConnection(target, watchLookup(hop, context), signal), signal)
  if (opening.kind === 'failed') {
    hop.address = opening.address
    return opening.error
  }
  const { connection } = opening
  hop.address = connection.address
  hop.connection = connection
  hop.openedMs = performance.now()
  const secured = hop.url.protocol === 'https:' ? await secure(hop, connection, visit) : connection
  if ('code' in secured) return secured
  const { socket } = secured
  try {
    const failure = await exchange(
      {
        socket,
        request,
        wantsBody: ({ status, rawHeaders }) => isFinal(status, rawHeaders),
        limits: plan.limits,
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
  context: HttpContext,
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
  { plan, context, deadline }: Visit,
): Promise<{ socket: Socket } | ProbeError> {
  hop.phase = 'tls'
  const tls = await startTls(
    {
      connection,
      host: hop.host,
      isVerified: !plan.skipSSL,
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

/** Of the first hop: what the server of the written address shows, wherever redirects lead. */
export function certificateOf({ url, tls }: Pick<Hop, 'url' | 'tls'>): HttpFirstCertificate | null {
  if (tls === null || tls.fingerprint === null || tls.validTo === null) return null
  return { host: url.host, fingerprint: tls.fingerprint, validTo: tls.validTo }
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

function ignore(): void {
  // Somebody has to listen for errors of a socket, or they end the process.
}
