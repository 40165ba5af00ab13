import type { CheckType, CheckTypeName } from '@sonde/schema/check-types/check-type.ts'
import type { CheckTypeEntry, DetailField } from './check-type.ts'
import { apiType } from './api/type.ts'
import { browserType } from './browser/type.ts'
import { dnsType } from './dns/type.ts'
import { grpcType } from './grpc/type.ts'
import { heartbeatType } from './heartbeat/type.ts'
import { icmpType } from './icmp/type.ts'
import { multistepType } from './multistep/type.ts'
import { sslType } from './ssl/type.ts'
import { suiteType } from './suite/type.ts'
import { tcpType } from './tcp/type.ts'
import { tracerouteType } from './traceroute/type.ts'
import { urlType } from './url/type.ts'

/** The types of check that can be made, in the order in which they are offered. One without an entry does not compile. */
export const checkTypes: Readonly<Record<CheckType, CheckTypeEntry>> = {
  URL: urlType,
  API: apiType,
  BROWSER: browserType,
  MULTI_STEP: multistepType,
  PLAYWRIGHT: suiteType,
  ICMP: icmpType,
  TCP: tcpType,
  DNS: dnsType,
  SSL: sslType,
  GRPC: grpcType,
  TRACEROUTE: tracerouteType,
  HEARTBEAT: heartbeatType,
}

/** Those that the API can name in a filter, and that cannot be made. */
const otherNames: Readonly<Record<Exclude<CheckTypeName, CheckType>, string>> = {
  AGENTIC: 'Agentic',
}

export function isMakeable(checkType: CheckTypeName): checkType is CheckType {
  return Object.hasOwn(checkTypes, checkType)
}

/** As people call the type. */
export function checkTypeName(checkType: CheckTypeName): string {
  return isMakeable(checkType) ? checkTypes[checkType].name : otherNames[checkType]
}

/** Of every type that leaves results. */
export const detailFields: readonly DetailField[] = [
  ...new Set(
    Object.values(checkTypes).flatMap(({ view }) => (view.kind === 'runs' ? [view.detailField] : [])),
  ),
]
