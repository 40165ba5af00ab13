import type { CheckKind } from '../check-kind.ts'
import { component } from '../../validation/building-blocks.ts'
import { dnsHistograms, dnsMetrics } from './metrics.ts'
import { dnsSchemas, dnsSubMinuteSeconds } from './document.ts'
import { fillDnsDefaults } from './defaults.ts'
import { DnsCheckResult, dnsDetailOfError, type DnsRunConfig, longestDnsAttemptMs } from './result.ts'
import { requestField, requestPart, runConfigOf } from '../../runs/run-config.ts'
import { showEndpoint } from '../url/shown-endpoint.ts'

const fields = ['request', 'shouldFail', 'degradedResponseTime', 'maxResponseTime']

export const dnsKind = {
  checkType: 'DNS',
  segment: 'dns',
  title: 'DNS monitor',
  article: 'a',
  tag: 'Monitors',
  ...dnsSchemas,
  fillDefaults: fillDnsDefaults,
  subMinuteSeconds: dnsSubMinuteSeconds,
  analytics: { segment: 'dns', answer: 'AnalyticsDnsMonitorResponse', groupBy: ['runLocation'] },
  secrets: [],
  run: {
    queue: 'uptime',
    image: 'uptime',
    fields,
    config: runConfigOf(dnsSchemas.create, fields),
    longestAttemptMs: () => longestDnsAttemptMs,
    detail: DnsCheckResult,
    detailField: 'dnsCheckResult',
    detailAnswer: component('CheckResultDNS', DnsCheckResult),
    storedAs: 'json',
    metrics: dnsMetrics,
    histograms: dnsHistograms,
    textMetrics: [],
    // The guarantee behind this cast: the create schema has validated the values.
    detailOfError: (config, message) => dnsDetailOfError(config as DnsRunConfig, message),
    targetOf: questionOf,
  },
} satisfies CheckKind

/** `www.example.org (AAAA) @ns1.example.org`; null rather than an error, whatever is there. */
function questionOf(config: unknown): string | null {
  const query = requestField(config, 'query')
  if (query === null) return null
  const recordType = requestField(config, 'recordType')
  const port = requestPart(config, 'port')
  const server = showEndpoint(requestPart(config, 'nameServer'), port === 53 ? null : port)
  return [
    query,
    ...(recordType === null ? [] : [`(${recordType})`]),
    ...(server === null ? [] : [`@${server}`]),
  ].join(' ')
}
