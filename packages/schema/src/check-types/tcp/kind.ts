import type { CheckKind } from '../check-kind.ts'
import { component } from '../../validation/building-blocks.ts'
import { tcpHistograms, tcpMetrics } from './metrics.ts'
import { requestPart, runConfigOf } from '../../runs/run-config.ts'
import { showEndpoint } from '../url/shown-endpoint.ts'
import { tcpSchemas, tcpSubMinuteSeconds, withStoredNames } from './document.ts'
import { longestTcpAttemptMs, TcpCheckResult, tcpDetailOfError, type TcpRunConfig } from './result.ts'

const fields = ['request', 'shouldFail', 'degradedResponseTime', 'maxResponseTime']

export const tcpKind = {
  checkType: 'TCP',
  segment: 'tcp',
  title: 'TCP monitor',
  article: 'a',
  tag: 'Checks',
  ...tcpSchemas,
  withStoredNames,
  subMinuteSeconds: tcpSubMinuteSeconds,
  analytics: { segment: 'tcp-checks', answer: 'AnalyticsTcpCheckResponse', groupBy: ['runLocation'] },
  secrets: [{ path: ['request', 'data'], holds: 'address' }],
  run: {
    queue: 'uptime',
    image: 'uptime',
    fields,
    config: runConfigOf(tcpSchemas.create, fields),
    needs: { proxy: true },
    // The guarantee behind these casts: the create schema, and the schema of the detail, have validated the values.
    longestAttemptMs: (config) => longestTcpAttemptMs(config as TcpRunConfig),
    detail: TcpCheckResult,
    detailField: 'tcpCheckResult',
    detailAnswer: component('CheckResultTCP', TcpCheckResult),
    storedAs: 'json',
    metrics: tcpMetrics,
    histograms: tcpHistograms,
    textMetrics: [],
    detailOfError: (config, message) => tcpDetailOfError(config as TcpRunConfig, message),
    targetOf: (config) => showEndpoint(requestPart(config, 'hostname'), requestPart(config, 'port')),
  },
} satisfies CheckKind
