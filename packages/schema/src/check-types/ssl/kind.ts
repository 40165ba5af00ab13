import { isRecord } from '@sonde/ground/is-record.ts'
import type { CheckKind } from '../check-kind.ts'
import { requestPart, runConfigOf } from '../../runs/run-config.ts'
import { showEndpoint } from '../url/shown-endpoint.ts'
import { SslCheckResult, type SslRunConfig, longestSslAttemptMs, sslDetailOfError } from './result.ts'
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
    metrics: [
      {
        name: 'handshakeTimeMs',
        column: 'response_time',
        unit: 'milliseconds',
        label: 'Time of the TLS handshake',
      },
      { name: 'daysUntilExpiry', column: 'metric_1', unit: 'count', label: 'Days until expiry' },
      { name: 'keySizeBits', column: 'metric_2', unit: 'count', label: 'Size of the key in bits' },
      { name: 'hostnameVerified', column: 'metric_3', unit: 'count', label: 'Name covered (0 or 1)' },
      { name: 'chainTrusted', column: 'metric_4', unit: 'count', label: 'Chain trusted (0 or 1)' },
      { name: 'ocspStapled', column: 'metric_5', unit: 'count', label: 'OCSP answer stapled (0 or 1)' },
    ],
    metricValues: (detail) => {
      const { response, daysUntilExpiry, hostnameVerified, chainTrusted } = detail as SslCheckResult
      return {
        metric_1: daysUntilExpiry,
        metric_2: response?.certificate?.keySizeBits ?? null,
        metric_3: oneOrZero(hostnameVerified),
        metric_4: oneOrZero(chainTrusted),
        metric_5: oneOrZero(response?.ocspStapled ?? null),
      }
    },
    textMetrics: [
      textMetric('tlsVersion', 'TLS version', ({ tlsVersion }) => tlsVersion),
      textMetric('cipherSuite', 'Cipher suite', ({ cipherSuite }) => cipherSuite),
      textMetric('baselineVerdict', 'Verdict of the baseline', ({ baselineVerdict }) => baselineVerdict),
      textMetric('baselineGrade', 'Grade of the baseline', ({ baselineGrade }) => baselineGrade),
    ],
    detailOfError: (config, message) => sslDetailOfError(config as SslRunConfig, message),
    targetOf: (config) => {
      const sslConfig = requestPart(config, 'sslConfig')
      return isRecord(sslConfig) ? showEndpoint(sslConfig['hostname'], sslConfig['port']) : null
    },
  },
} satisfies CheckKind

function textMetric(name: string, label: string, valueOf: (detail: SslCheckResult) => string | null) {
  // Safe like the casts above.
  return { name, label, valueOf: (detail: unknown) => valueOf(detail as SslCheckResult) }
}

function oneOrZero(flag: boolean | null): number | null {
  return flag === null ? null : Number(flag)
}
