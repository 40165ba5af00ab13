import { ApiRunDetail } from '../api-check-result.ts'
import type { CheckKind } from '../check-kind.ts'
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
    metrics: [
      { name: 'responseTime', column: 'response_time', unit: 'milliseconds', label: 'Response time' },
      { name: 'wait', column: 'metric_1', unit: 'milliseconds', label: 'Wait for a socket' },
      { name: 'dns', column: 'metric_2', unit: 'milliseconds', label: 'DNS lookup' },
      { name: 'tcp', column: 'metric_3', unit: 'milliseconds', label: 'TCP connect' },
      { name: 'firstByte', column: 'metric_4', unit: 'milliseconds', label: 'Time to first byte' },
      { name: 'download', column: 'metric_5', unit: 'milliseconds', label: 'Download' },
    ],
    metricValues: (detail) => {
      const { status, timingPhases } = (detail as ApiRunDetail).response
      return {
        metric_1: timingPhases?.wait ?? null,
        metric_2: timingPhases?.dns ?? null,
        metric_3: timingPhases?.tcp ?? null,
        metric_4: timingPhases?.firstByte ?? null,
        metric_5: timingPhases?.download ?? null,
        // No metric: figures are grouped by it.
        metric_6: status === 0 ? null : status,
      }
    },
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
