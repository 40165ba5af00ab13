import type { CheckKind, TextMetric } from './check-kind.ts'
import type { CheckMetric } from './check-metrics.ts'
import type { CheckType } from './check-type.ts'
import { dnsKind } from './dns/kind.ts'
import { grpcKind } from './grpc/kind.ts'
import { heartbeatKind } from './heartbeat/kind.ts'
import { icmpKind } from './icmp/kind.ts'
import { sslKind } from './ssl/kind.ts'
import { tcpKind } from './tcp/kind.ts'
import { tracerouteKind } from './traceroute/kind.ts'
import { urlKind } from './url/kind.ts'

const kinds = {
  ICMP: icmpKind,
  URL: urlKind,
  TCP: tcpKind,
  DNS: dnsKind,
  SSL: sslKind,
  TRACEROUTE: tracerouteKind,
  GRPC: grpcKind,
  HEARTBEAT: heartbeatKind,
} satisfies Partial<Record<CheckType, CheckKind>>

/** The types of check that can be made: whatever must exist for each of them is a record by it. */
export type CheckKindType = keyof typeof kinds

/** Every type of check that can be made. */
export const checkKinds: readonly CheckKind[] = Object.values(kinds)

const byType = new Map(checkKinds.map((kind) => [kind.checkType, kind]))

export function kindOf(checkType: CheckType): CheckKind | undefined {
  return byType.get(checkType)
}

export function metricsOf(checkType: CheckType): readonly CheckMetric[] {
  return kindOf(checkType)?.run?.metrics ?? []
}

/** Those that are no numbers. */
export function textMetricsOf(checkType: CheckType): readonly TextMetric[] {
  return kindOf(checkType)?.run?.textMetrics ?? []
}
