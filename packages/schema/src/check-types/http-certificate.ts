import type { ApiRunDetail } from './api-check-result.ts'
import { requestField } from '../runs/run-config.ts'
import { httpsHostIn } from './url/url-address.ts'

/**
 * The host, and the port if it is not 443, whose certificate a check of an address depends on; null for http, and when
 * only a run knows the host.
 */
export function httpsHostOf(config: unknown): string | null {
  const url = requestField(config, 'url')
  return url === null ? null : httpsHostIn(url)
}

/** What the target showed; null when a run got to see none. */
export function certificateSeenIn(detail: unknown): { fingerprint: string; notAfterAt: number } | null {
  // The schema of the detail has validated it; null is the detail of a run that failed inside the agent.
  const certificate = (detail as ApiRunDetail | null)?.response.certificate
  if (certificate === undefined) return null
  const notAfterAt = Date.parse(certificate.validTo)
  // A secret that is part of the date was masked.
  return Number.isNaN(notAfterAt) ? null : { fingerprint: certificate.fingerprint, notAfterAt }
}
