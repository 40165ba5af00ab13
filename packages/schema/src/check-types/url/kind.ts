import { ApiCheckResult, ApiRunDetail } from '../api-check-result.ts'
import type { CheckKind } from '../check-kind.ts'
import { component } from '../../validation/building-blocks.ts'
import { urlHistograms, urlMetrics } from './metrics.ts'
import { requestField, runConfigOf } from '../../runs/run-config.ts'
import { httpsHostIn } from './url-address.ts'
import { showUrl, type UrlRunConfig, longestUrlAttemptMs, urlDetailOfError } from './result.ts'
import { urlMonitor, urlSubMinuteSeconds } from './document.ts'

const fields = ['request', 'shouldFail', 'degradedResponseTime', 'maxResponseTime']

export const urlKind = {
  checkType: 'URL',
  segment: 'url',
  title: 'URL monitor',
  article: 'a',
  tag: 'Monitors',
  ...urlMonitor,
  subMinuteSeconds: urlSubMinuteSeconds,
  analytics: {
    segment: 'url-monitors',
    answer: 'AnalyticsUrlMonitorResponse',
    groupBy: ['runLocation', 'statusCode'],
  },
  secrets: [{ path: ['request', 'url'], holds: 'address' }],
  run: {
    queue: 'uptime',
    image: 'uptime',
    fields,
    config: runConfigOf(urlMonitor.create, fields),
    needs: { proxy: true, clientCertificates: true, addresses: ['url'] },
    // The guarantee behind these casts: the create schema, and the schema of the detail, have validated the values.
    longestAttemptMs: (config) => longestUrlAttemptMs(config as UrlRunConfig),
    detail: ApiRunDetail,
    detailField: 'apiCheckResult',
    detailAnswer: component('CheckResultAPI', ApiCheckResult),
    storedAs: 'json',
    metrics: urlMetrics,
    histograms: urlHistograms,
    // The status of no answer at all is 0.
    statusCodeOf: (detail) => (detail as ApiRunDetail).response.status || null,
    textMetrics: [],
    certificate: { domainOf: httpsHostOf, seenIn: certificateSeenIn },
    detailOfError: (config, message) => urlDetailOfError(config as UrlRunConfig, message),
    targetOf: (config) => {
      const url = requestField(config, 'url')
      return url === null ? null : showUrl(url)
    },
  },
} satisfies CheckKind

/**
 * The host, and the port if it is not 443, whose certificate a URL monitor depends on; null for http, and when
 * only a run knows the host.
 */
export function httpsHostOf(config: unknown): string | null {
  const url = requestField(config, 'url')
  return url === null ? null : httpsHostIn(url)
}

function certificateSeenIn(detail: unknown): { fingerprint: string; notAfterAt: number } | null {
  // The same guarantee; null is the detail of a run that failed inside the agent.
  const certificate = (detail as ApiRunDetail | null)?.response.certificate
  if (certificate === undefined) return null
  const notAfterAt = Date.parse(certificate.validTo)
  // A secret that is part of the date was masked.
  return Number.isNaN(notAfterAt) ? null : { fingerprint: certificate.fingerprint, notAfterAt }
}
