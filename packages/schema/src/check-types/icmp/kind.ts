import type { CheckKind } from '../check-kind.ts'
import {
  IcmpMonitorCreate,
  IcmpMonitorPatch,
  IcmpMonitorUpdate,
  MonitorICMP,
  MonitorICMPV2,
  MonitorICMPV3,
  icmpSubMinuteSeconds,
} from './document.ts'
import { IcmpCheckResult, icmpDetailOfError, type IcmpRunConfig, longestIcmpAttemptMs } from './result.ts'
import { requestField, runConfigOf } from '../../runs/run-config.ts'

const fields = [
  'request',
  'shouldFail',
  'degradedResponseTime',
  'maxResponseTime',
  'degradedPacketLossThreshold',
  'maxPacketLossThreshold',
]

export const icmpKind = {
  checkType: 'ICMP',
  segment: 'icmp',
  title: 'ICMP monitor',
  article: 'an',
  tag: 'Monitors',
  create: IcmpMonitorCreate,
  update: IcmpMonitorUpdate,
  patch: IcmpMonitorPatch,
  answers: { v1: MonitorICMP, v2: MonitorICMPV2, v3: MonitorICMPV3 },
  subMinuteSeconds: icmpSubMinuteSeconds,
  analytics: { segment: 'icmp', answer: 'AnalyticsIcmpMonitorResponse', groupBy: ['runLocation'] },
  run: {
    queue: 'uptime',
    image: 'uptime',
    fields,
    config: runConfigOf(IcmpMonitorCreate, fields),
    needs: { icmp: true },
    // The guarantee behind these casts: the create schema, and the schema of the detail, have validated the values.
    longestAttemptMs: (config) => longestIcmpAttemptMs((config as IcmpRunConfig).request.pingCount ?? 10),
    detail: IcmpCheckResult,
    detailField: 'icmpCheckResult',
    metrics: [
      { name: 'packetLoss', column: 'metric_1', unit: 'percentage', label: 'Packet loss' },
      { name: 'latencyMin', column: 'metric_2', unit: 'milliseconds', label: 'Minimum latency' },
      { name: 'latencyMax', column: 'metric_3', unit: 'milliseconds', label: 'Maximum latency' },
      { name: 'latencyAvg', column: 'response_time', unit: 'milliseconds', label: 'Average latency' },
      {
        name: 'latencyStdDev',
        column: 'metric_4',
        unit: 'milliseconds',
        label: 'Standard deviation of the latency',
      },
    ],
    metricValues: (detail) => {
      const { response } = detail as IcmpCheckResult
      return {
        metric_1: response?.packetLoss ?? null,
        metric_2: response?.latency?.min ?? null,
        metric_3: response?.latency?.max ?? null,
        metric_4: response?.latency?.stdDev ?? null,
        // No metric of analytics: Prometheus is told of it. An address needs no looking up, and so has none.
        metric_5: response?.dnsResolutionTime || null,
      }
    },
    textMetrics: [],
    detailOfError: (config, message) => icmpDetailOfError(config as IcmpRunConfig, message),
    targetOf: (config) => requestField(config, 'hostname'),
  },
} satisfies CheckKind
