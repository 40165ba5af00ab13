import { credentialHeaders } from '@sonde/ground/credential-headers.ts'
import { isRecord } from '@sonde/ground/is-record.ts'

/**
 * The sentences that say why a run did not pass. Agents write them when they evaluate a run; results, lists, alerts and
 * logs show what was written then.
 */

/** `Status code: expected 503 to equal 200` */
export function describeAssertion({
  source,
  property,
  error,
}: {
  source: string
  property: string
  error: string | null
}): string {
  // Whatever follows the name of such a header and a colon is masked, and here that is the reason: it shows no value.
  const isMasked = source === 'HEADERS' && credentialHeaders.has(property.toLowerCase())
  const name = isMasked ? `(${property})` : property
  const subject = [describeSource(source), name].filter(Boolean).join(' ')
  return error === null ? subject : `${subject}: ${error}`
}

const abbreviations = new Map([
  ['json', 'JSON'],
  ['grpc', 'gRPC'],
  ['tls', 'TLS'],
  ['ssl', 'SSL'],
  ['ocsp', 'OCSP'],
  ['ip', 'IP'],
])

/** `RESPONSE_TIME` and `responseTime` as `Response time` */
export function describeSource(source: string): string {
  const words = source
    .replaceAll('_', ' ')
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase()
    .split(' ')
    .map((word) => abbreviations.get(word) ?? word)
    .join(' ')
  return abbreviations.has(words.split(' ')[0]?.toLowerCase() ?? '')
    ? words
    : words.charAt(0).toUpperCase() + words.slice(1)
}

/** `Answered with status 503 (Service Unavailable)` */
export function describeStatus(status: number, statusText: string): string {
  return statusText === ''
    ? `Answered with status ${status}`
    : `Answered with status ${status} (${statusText})`
}

export const cancelledReason = 'The run was cancelled before it had a verdict'

export const unreadableReason = 'The reason is not known: the details of this result cannot be read'

/** Of results from before reasons were stored: what their details say; null when they do not. */
export function reasonInDetail(detail: unknown): string | null {
  if (!isRecord(detail)) return null
  const { requestError, assertions, response } = detail
  if (typeof requestError === 'string') return requestError
  if (isRecord(response)) {
    const { error, status, statusText } = response
    if (isRecord(error) && typeof error['message'] === 'string') return error['message']
    if (typeof status === 'number' && status >= 400) {
      return describeStatus(status, typeof statusText === 'string' ? statusText : '')
    }
  }
  const failed = (Array.isArray(assertions) ? assertions : []).filter(isRecord).find(hasError)
  if (failed === undefined) return null
  const { source, property, error } = failed
  return describeAssertion({ source: String(source), property: String(property ?? ''), error: String(error) })
}

function hasError({ error }: Record<string, unknown>): boolean {
  return typeof error === 'string'
}
