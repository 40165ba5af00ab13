import { ApiCheckResult, UrlRunDetail } from '../api-check-result.ts'
import type { CheckKind } from '../check-kind.ts'
import { component } from '../../validation/building-blocks.ts'
import { urlHistograms, urlMetrics } from './metrics.ts'
import { requestField, runConfigOf } from '../../runs/run-config.ts'
import { certificateSeenIn, httpsHostOf } from '../http-certificate.ts'
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
    detail: UrlRunDetail,
    detailField: 'apiCheckResult',
    detailAnswer: component('CheckResultAPI', ApiCheckResult),
    storedAs: 'json',
    metrics: urlMetrics,
    histograms: urlHistograms,
    // The status of no answer at all is 0.
    statusCodeOf: (detail) => (detail as UrlRunDetail).response.status || null,
    textMetrics: [],
    certificate: { domainOf: httpsHostOf, seenIn: certificateSeenIn },
    detailOfError: (config, message) => urlDetailOfError(config as UrlRunConfig, message),
    targetOf: (config) => {
      const url = requestField(config, 'url')
      return url === null ? null : showUrl(url)
    },
  },
} satisfies CheckKind
