import type { TSchema } from 'typebox'
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
}

export const checkKinds: readonly CheckKind[] = [icmp]
