import type { CheckKind } from './check-kind.ts'
import { dnsSchemas, dnsSubMinuteSeconds } from './dns.ts'
import { DnsCheckResult, dnsDetailOfError, type DnsRunConfig, longestDnsAttemptMs } from './dns-result.ts'
import { requestField, runConfigOf } from './run-config.ts'

const fields = ['request', 'shouldFail', 'degradedResponseTime', 'maxResponseTime']

export const dnsKind: CheckKind = {
  checkType: 'DNS',
  segment: 'dns',
  title: 'DNS monitor',
  article: 'a',
  tag: 'Monitors',
  ...dnsSchemas,
  subMinuteSeconds: dnsSubMinuteSeconds,
  analytics: { segment: 'dns', answer: 'AnalyticsDnsMonitorResponse', groupBy: ['runLocation'] },
  run: {
    queue: 'uptime',
    fields,
    config: runConfigOf(dnsSchemas.create, fields),
    longestAttemptMs: () => longestDnsAttemptMs,
    detail: DnsCheckResult,
    detailField: 'dnsCheckResult',
    metrics: [{ name: 'total', column: 'response_time', unit: 'milliseconds', label: 'Lookup time' }],
    metricValues: () => ({}),
    textMetrics: [],
    // The guarantee behind this cast: the create schema has judged the values.
    detailOfError: (config, message) => dnsDetailOfError(config as DnsRunConfig, message),
    targetOf: (config) => requestField(config, 'query'),
  },
}
