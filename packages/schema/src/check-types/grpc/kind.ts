import type { CheckKind } from '../check-kind.ts'
import { component } from '../../validation/building-blocks.ts'
import { grpcHistograms, grpcMetrics } from './metrics.ts'
import { grpcMonitor, grpcSubMinuteSeconds } from './document.ts'
import { fillGrpcDefaults } from './defaults.ts'
import {
  GrpcCheckResult,
  GrpcResultAnswer,
  grpcDetailOfError,
  type GrpcRunConfig,
  grpcTimeoutSeconds,
  longestGrpcAttemptMs,
} from './result.ts'
import { requestPart, runConfigOf } from '../../runs/run-config.ts'
import { showEndpoint } from '../url/shown-endpoint.ts'

const fields = ['request', 'shouldFail', 'degradedResponseTime', 'maxResponseTime']

export const grpcKind = {
  checkType: 'GRPC',
  segment: 'grpc',
  title: 'gRPC monitor',
  article: 'a',
  tag: 'Monitors',
  ...grpcMonitor,
  fillDefaults: fillGrpcDefaults,
  subMinuteSeconds: grpcSubMinuteSeconds,
  analytics: { segment: 'grpc-checks', answer: 'AnalyticsGrpcMonitorResponse', groupBy: ['runLocation'] },
  secrets: [{ path: ['request', 'grpcConfig', 'metadata'], holds: 'values' }],
  run: {
    queue: 'uptime',
    image: 'main',
    fields,
    config: runConfigOf(grpcMonitor.create, fields),
    needs: { proxy: true, clientCertificates: true },
    // The guarantee behind these casts: the create schema, and the schema of the detail, have validated the values.
    longestAttemptMs: (config) => longestGrpcAttemptMs(grpcTimeoutSeconds((config as GrpcRunConfig).request)),
    detail: GrpcCheckResult,
    detailField: 'grpcCheckResult',
    detailAnswer: component('CheckResultGrpc', GrpcResultAnswer),
    storedAs: 'json',
    metrics: grpcMetrics,
    histograms: grpcHistograms,
    textMetrics: [],
    detailOfError: (config, message) => grpcDetailOfError(config as GrpcRunConfig, message),
    targetOf: (config) => showEndpoint(requestPart(config, 'url'), requestPart(config, 'port')),
  },
} satisfies CheckKind
