import type { TSchema } from 'typebox'
import type { RunQueue } from './agent-protocol.ts'
import { icmpMetricValues, type MetricValues } from './check-metrics.ts'
import type { CheckType } from './check-type.ts'
import {
  IcmpMonitorCreate,
  IcmpMonitorPatch,
  IcmpMonitorUpdate,
  MonitorICMP,
  MonitorICMPV2,
  MonitorICMPV3,
  icmpSubMinuteSeconds,
} from './icmp.ts'
import {
  IcmpCheckResult,
  icmpDetailOfError,
  type IcmpRunConfig,
  longestIcmpAttemptMs,
} from './icmp-result.ts'
import { isRecord } from './violation.ts'

/** All that the API has to know about one type of check. */
export type CheckKind = {
  checkType: CheckType
  /** Its place in the path: `/v1/checks/<segment>`. */
  segment: string
  /** What people call it. */
  title: string
  tag: 'Checks' | 'Monitors' | 'Heartbeats'
  /** Body of a create. With its defaults filled in, it is also the shape that is stored. */
  create: TSchema
  /** Body of an update that is read by the letter. */
  update: TSchema
  /** Body of an update that is read leniently. */
  patch: TSchema
  answers: { v1: TSchema; v2: TSchema; v3: TSchema }
  subMinuteSeconds: readonly number[]
  /** Null for a type that never reaches an agent. */
  run: RunKind | null
}

/** How checks of a type are run, and what comes of it. */
export type RunKind = {
  queue: RunQueue
  /** The fields of the check that its probe and its verdict need. */
  fields: readonly string[]
  /** When an attempt has certainly ended; `config` are the `fields` of a saved check. */
  longestAttemptMs(config: unknown): number
  /** The part of a result that only this type has. */
  detail: TSchema
  detailField: string
  /** The numbers in a detail that `detail` has accepted. */
  metricValues(detail: unknown): MetricValues
  /** The detail of a run that measured nothing; `config` are the `fields` of a saved check. */
  detailOfError(config: unknown, message: string): unknown
  /** What the check looks at, in the word that its owner gave. Null rather than an error: no alert may fail for it. */
  targetOf(config: unknown): string | null
}

const icmp: CheckKind = {
  checkType: 'ICMP',
  segment: 'icmp',
  title: 'ICMP monitor',
  tag: 'Monitors',
  create: IcmpMonitorCreate,
  update: IcmpMonitorUpdate,
  patch: IcmpMonitorPatch,
  answers: { v1: MonitorICMP, v2: MonitorICMPV2, v3: MonitorICMPV3 },
  subMinuteSeconds: icmpSubMinuteSeconds,
  run: {
    queue: 'uptime',
    fields: [
      'request',
      'shouldFail',
      'degradedResponseTime',
      'maxResponseTime',
      'degradedPacketLossThreshold',
      'maxPacketLossThreshold',
    ],
    // The guarantee behind these casts: the create schema, and the schema of the detail, have judged the values.
    longestAttemptMs: (config) => longestIcmpAttemptMs((config as IcmpRunConfig).request.pingCount ?? 10),
    detail: IcmpCheckResult,
    detailField: 'icmpCheckResult',
    metricValues: (detail) => icmpMetricValues(detail as IcmpCheckResult),
    detailOfError: (config, message) => icmpDetailOfError(config as IcmpRunConfig, message),
    targetOf: (config) => {
      const request = isRecord(config) ? config['request'] : null
      const hostname = isRecord(request) ? request['hostname'] : null
      return typeof hostname === 'string' ? hostname : null
    },
  },
}

export const checkKinds: readonly CheckKind[] = [icmp]

const byType = new Map(checkKinds.map((kind) => [kind.checkType, kind]))

export function kindOf(checkType: CheckType): CheckKind | undefined {
  return byType.get(checkType)
}
