import type { CheckKind } from '../check-kind.ts'
import { component } from '../../validation/building-blocks.ts'
import { tracerouteHistograms, tracerouteMetrics } from './metrics.ts'
import { requestField, runConfigOf } from '../../runs/run-config.ts'
import { tracerouteSchemas, tracerouteSubMinuteSeconds } from './document.ts'
import { fillTracerouteDefaults } from './defaults.ts'
import {
  longestTracerouteAttemptMs,
  completeTracerouteRequest,
  TracerouteCheckResult,
  tracerouteDetailOfError,
  type TracerouteRunConfig,
} from './result.ts'

const fields = ['request', 'shouldFail', 'degradedResponseTime', 'maxResponseTime']

export const tracerouteKind = {
  checkType: 'TRACEROUTE',
  segment: 'traceroute',
  title: 'traceroute monitor',
  article: 'a',
  tag: 'Monitors',
  ...tracerouteSchemas,
  fillDefaults: fillTracerouteDefaults,
  subMinuteSeconds: tracerouteSubMinuteSeconds,
  analytics: {
    segment: 'traceroute',
    answer: 'AnalyticsTracerouteMonitorResponse',
    groupBy: ['runLocation'],
  },
  secrets: [],
  run: {
    queue: 'uptime',
    image: 'main',
    fields,
    config: runConfigOf(tracerouteSchemas.create, fields),
    // The guarantee behind these casts: the create schema, and the schema of the detail, have validated the values.
    longestAttemptMs: (config) =>
      longestTracerouteAttemptMs(completeTracerouteRequest(config as TracerouteRunConfig).timeout),
    detail: TracerouteCheckResult,
    detailField: 'tracerouteCheckResult',
    detailAnswer: component('CheckResultTraceroute', TracerouteCheckResult),
    storedAs: 'json',
    metrics: tracerouteMetrics,
    histograms: tracerouteHistograms,
    textMetrics: [],
    detailOfError: (config, message) => tracerouteDetailOfError(config as TracerouteRunConfig, message),
    targetOf: (config) => requestField(config, 'url'),
  },
} satisfies CheckKind
