import type {
  HttpTimingPhases,
  HttpTimings,
  HttpTlsInfo,
} from '@sonde/schema/check-types/api-check-result.ts'
import type { Connection } from '../connection/connection.ts'
import type { CollectedBody } from './whole-body.ts'

export type ResponseHead = { status: number; statusText: string; rawHeaders: readonly string[] }

/**
 * One request of an attempt, as far as it has come. It is written to while it goes on, so that whatever ends it,
 * a deadline included, there is something to tell.
 */
export type Hop<Body extends CollectedBody = CollectedBody> = {
  readonly url: URL
  /** Without the brackets of an IPv6 address. */
  readonly host: string
  readonly port: number
  readonly startedMs: number
  readonly body: Body
  phase: 'dns' | 'connect' | 'proxy' | 'tls' | 'firstByte' | 'download'
  address: string | null
  connection: Pick<Connection, 'dnsMs' | 'connectMs'> | null
  openedMs: number | null
  securedMs: number | null
  tls: HttpTlsInfo | null
  firstByteMs: number | null
  head: ResponseHead | null
  /** When the last byte was there. */
  endedMs: number | null
}

export function createHop<Body extends CollectedBody>(
  url: URL,
  { isProxied, body }: { isProxied: boolean; body: Body },
): Hop<Body> {
  const defaultPort = url.protocol === 'https:' ? 443 : 80
  return {
    url,
    host: url.hostname.startsWith('[') ? url.hostname.slice(1, -1) : url.hostname,
    port: url.port === '' ? defaultPort : Number(url.port),
    startedMs: performance.now(),
    body,
    phase: isProxied ? 'proxy' : 'dns',
    address: null,
    connection: null,
    openedMs: null,
    securedMs: null,
    tls: null,
    firstByteMs: null,
    head: null,
    endedMs: null,
  }
}

/** Phases are those of this hop and add up; `total`, like all `timings`, counts from the beginning of the attempt. */
export function timesOf(
  { url, startedMs, connection, openedMs, securedMs, firstByteMs, endedMs }: Hop,
  attemptStartedMs: number,
): { timings: HttpTimings; timingPhases: HttpTimingPhases } {
  const isTls = url.protocol === 'https:'
  const { dnsMs = null, connectMs = null } = connection ?? {}
  const readyMs = isTls ? securedMs : openedMs
  // Whatever passed before the connection stood and was neither lookup nor connect was waiting.
  const waitMs =
    openedMs === null || dnsMs === null || connectMs === null
      ? null
      : Math.max(0, openedMs - startedMs - dnsMs - connectMs)
  const sinceStart = (ms: number | null): number | null => (ms === null ? null : ms - attemptStartedMs)
  const socketMs = waitMs === null ? null : startedMs - attemptStartedMs + waitMs
  return {
    timings: {
      socket: socketMs,
      lookup: socketMs === null || dnsMs === null ? null : socketMs + dnsMs,
      connect: sinceStart(openedMs),
      ...(isTls ? { secureConnect: sinceStart(securedMs) } : {}),
      response: sinceStart(firstByteMs),
      end: sinceStart(endedMs),
    },
    timingPhases: {
      wait: waitMs,
      dns: dnsMs,
      tcp: connectMs,
      ...(isTls ? { tls: between(openedMs, securedMs) } : {}),
      firstByte: between(readyMs, firstByteMs),
      download: between(firstByteMs, endedMs),
      total: sinceStart(endedMs),
    },
  }
}

function between(fromMs: number | null, toMs: number | null): number | null {
  return fromMs === null || toMs === null ? null : toMs - fromMs
}
