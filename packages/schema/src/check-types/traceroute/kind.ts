import type { CheckKind } from '../check-kind.ts'
import { requestField, runConfigOf } from '../../runs/run-config.ts'
import { tracerouteSchemas, tracerouteSubMinuteSeconds } from './document.ts'
import { settleTracerouteFields } from './defaults.ts'
import {
  longestTracerouteAttemptMs,
  settleTracerouteRequest,
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
  settle: settleTracerouteFields,
  subMinuteSeconds: tracerouteSubMinuteSeconds,
  analytics: {
    segment: 'traceroute',
    answer: 'AnalyticsTracerouteMonitorResponse',
    groupBy: ['runLocation'],
  },
  run: {
    queue: 'uptime',
    image: 'main',
    fields,
    config: runConfigOf(tracerouteSchemas.create, fields),
    // The guarantee behind these casts: the create schema, and the schema of the detail, have validated the values.
    longestAttemptMs: (config) =>
      longestTracerouteAttemptMs(settleTracerouteRequest(config as TracerouteRunConfig).timeout),
    detail: TracerouteCheckResult,
    detailField: 'tracerouteCheckResult',
    metrics: [
      {
        name: 'finalHopLatencyAvg',
        column: 'response_time',
        unit: 'milliseconds',
        label: 'Average latency of the target',
      },
      {
        name: 'finalHopPacketLoss',
        column: 'metric_1',
        unit: 'percentage',
        label: 'Packet loss at the target',
      },
      { name: 'totalHops', column: 'metric_2', unit: 'count', label: 'Hops to the target' },
    ],
    metricValues: (detail) => {
      const { response } = detail as TracerouteCheckResult
      // Of a target that was not reached, neither its loss nor its distance is known.
      if (response?.destinationReached !== true) return { metric_1: null, metric_2: null }
      return {
        metric_1: response.hops?.at(-1)?.loss_percentage ?? null,
        metric_2: response.totalHops ?? null,
      }
    },
    textMetrics: [],
    detailOfError: (config, message) => tracerouteDetailOfError(config as TracerouteRunConfig, message),
    targetOf: (config) => requestField(config, 'url'),
  },
} satisfies CheckKind
