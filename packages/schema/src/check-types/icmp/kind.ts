import type { CheckKind } from '../check-kind.ts'
import { component } from '../../validation/building-blocks.ts'
import { icmpHistograms, icmpMetrics } from './metrics.ts'
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
  secrets: [],
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
    detailAnswer: component('CheckResultICMP', IcmpCheckResult),
    storedAs: 'icmp',
    metrics: icmpMetrics,
    histograms: icmpHistograms,
    textMetrics: [],
    detailOfError: (config, message) => icmpDetailOfError(config as IcmpRunConfig, message),
    targetOf: (config) => requestField(config, 'hostname'),
  },
} satisfies CheckKind
