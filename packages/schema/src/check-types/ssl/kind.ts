import { isRecord } from '@sonde/ground/is-record.ts'
import type { CheckKind } from '../check-kind.ts'
import { component } from '../../validation/building-blocks.ts'
import { sslHistograms, sslMetrics } from './metrics.ts'
import { requestPart, runConfigOf } from '../../runs/run-config.ts'
import { showEndpoint } from '../url/shown-endpoint.ts'
import {
  SslCheckResult,
  SslResultAnswer,
  type SslRunConfig,
  longestSslAttemptMs,
  sslDetailOfError,
} from './result.ts'
import { sslMonitor, sslSubMinuteSeconds } from './document.ts'

const fields = ['request', 'shouldFail', 'degradedResponseTime', 'maxResponseTime']

export const sslKind = {
  checkType: 'SSL',
  segment: 'ssl',
  title: 'SSL monitor',
  article: 'an',
  tag: 'Monitors',
  ...sslMonitor,
  subMinuteSeconds: sslSubMinuteSeconds,
  analytics: { segment: 'ssl', answer: 'AnalyticsSslMonitorResponse', groupBy: ['runLocation'] },
  secrets: [],
  run: {
    queue: 'uptime',
    image: 'main',
    fields,
    config: runConfigOf(sslMonitor.create, fields),
    needs: { proxy: true, clientCertificates: true, namedClientCertificate: true },
    // The guarantee behind these casts: the create schema, and the schema of the detail, have validated the values.
    longestAttemptMs: (config) => longestSslAttemptMs(config as SslRunConfig),
    detail: SslCheckResult,
    detailField: 'sslCheckResult',
    detailAnswer: component('CheckResultSsl', SslResultAnswer),
    storedAs: 'json',
    metrics: sslMetrics,
    histograms: sslHistograms,
    textMetrics: [
      textMetric('tlsVersion', 'TLS version', ({ tlsVersion }) => tlsVersion),
      textMetric('cipherSuite', 'Cipher suite', ({ cipherSuite }) => cipherSuite),
      textMetric('baselineVerdict', 'Baseline verdict', ({ baselineVerdict }) => baselineVerdict),
      textMetric('baselineGrade', 'Baseline grade', ({ baselineGrade }) => baselineGrade),
    ],
    ownCertificate: (detail) => expiryIn(detail as SslCheckResult | null),
    detailOfError: (config, message) => sslDetailOfError(config as SslRunConfig, message),
    targetOf: (config) => {
      const sslConfig = requestPart(config, 'sslConfig')
      return isRecord(sslConfig) ? showEndpoint(sslConfig['hostname'], sslConfig['port']) : null
    },
  },
} satisfies CheckKind

/** Null when no certificate came, and when a secret that is part of the date was masked. */
function expiryIn(detail: SslCheckResult | null): { notAfterAt: number } | null {
  const notAfterAt = Date.parse(detail?.response?.certificate?.notAfter ?? '')
  return Number.isNaN(notAfterAt) ? null : { notAfterAt }
}

function textMetric(name: string, label: string, valueOf: (detail: SslCheckResult) => string | null) {
  // Safe like the casts above.
  return { name, label, valueOf: (detail: unknown) => valueOf(detail as SslCheckResult) }
}
