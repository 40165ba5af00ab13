import { hourMs } from '@sonde/ground/durations.ts'
import type { TransportFailureKind } from './transport.ts'

/** What to do about an answer that is no success. */
export function classifyStatus(status: number): TransportFailureKind {
  if (status === 401) return 'unauthorized'
  if (status === 426) return 'too-old'
  // A redirect or a proxy's demand is not the service speaking; 408 and 425 ask for another try.
  const isForLater = status < 400 || status === 407 || status === 408 || status === 425 || status === 429
  return isForLater || status >= 500 ? 'unavailable' : 'refused'
}

const mostRetryAfterMs = hourMs

/** The Retry-After header in milliseconds. Dates are not read: our clock may be wrong. */
export function retryAfterMs(header: string | readonly string[] | undefined): number | null {
  const [text] = typeof header === 'string' ? [header] : (header ?? [])
  if (text === undefined || !/^\d{1,9}$/.test(text.trim())) return null
  return Math.min(mostRetryAfterMs, Number(text) * 1_000)
}

/** One line about a call that got no answer. Names hosts, never credentials. */
export function describeFailure(error: unknown, via: { serviceUrl: URL; proxy: URL | null }): string {
  const where =
    via.proxy === null ? via.serviceUrl.host : `${via.serviceUrl.host} through proxy ${via.proxy.host}`
  const why = firstReason(error)
  const proxyStatus = /Proxy response \((\d+)\)|Proxy Authentication Required \((407)\)/.exec(why)
  const status = proxyStatus?.[1] ?? proxyStatus?.[2]
  if (via.proxy !== null && status !== undefined) {
    const hint = status === '407' ? ': it requires a user name and a password' : ''
    return `proxy ${via.proxy.host} answered ${status}${hint}`
  }
  return `no connection to ${where}: ${why}`
}

function firstReason(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) {
    return error.errors.map(firstReason).join('; ')
  }
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? `${error.message} (${firstReason(error.cause)})` : error.message
}
