import { describeStatus } from '@sonde/schema/runs/reason.ts'
import type { Outcome } from '@sonde/schema/runs/outcome.ts'
import type { Fault } from './evaluate-measurement.ts'
import type { Evaluation } from './evaluation.ts'

/** What the checks of an address have in common: the status is the answer, and without one there is none. */
type HttpAnswer = { status: number; statusText: string; resolvedIp: string | null }

export const badStatus = 'ERR_BAD_STATUS'

export function findBadStatus({ status, statusText }: HttpAnswer): Fault | null {
  if (status < 400) return null
  return { error: { code: badStatus, message: describeStatus(status, statusText) }, isNetworkError: false }
}

export function whatWasSeen<Document>(outcome: Outcome<Document>): Document | null {
  return outcome.kind === 'not-run' ? null : outcome.document
}

/** Without a status there is nothing that assertions could look at, only what is known of the way to it. */
export function withoutEmptyDocument<Document extends HttpAnswer>(
  outcome: Outcome<Document>,
): Outcome<Document> {
  return outcome.kind === 'unreachable' && outcome.document?.status === 0
    ? { ...outcome, document: null }
    : outcome
}

/**
 * The end of a network error: behind a redirect there is none, so it is the written address. Null when its name
 * was not resolved, and behind a proxy, which alone knows where it went.
 */
export function whereItFailed(
  url: string,
  seen: HttpAnswer | null,
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

export function hostOf(url: string): string | null {
  return URL.canParse(url) ? new URL(url).hostname.replaceAll(/^\[|\]$/g, '') : null
}
