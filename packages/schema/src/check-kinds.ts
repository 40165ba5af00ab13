import type { CheckKind } from './check-kind.ts'
import type { CheckType } from './check-type.ts'
import { dnsKind } from './dns-kind.ts'
import { grpcKind } from './grpc-kind.ts'
import { heartbeatKind } from './heartbeat-kind.ts'
import { icmpKind } from './icmp-kind.ts'
import { sslKind } from './ssl-kind.ts'
import { tcpKind } from './tcp-kind.ts'
import { tracerouteKind } from './traceroute-kind.ts'
import { urlKind } from './url-kind.ts'

/** Every type of check that can be made. */
export const checkKinds: readonly CheckKind[] = [
  icmpKind,
  urlKind,
  tcpKind,
  dnsKind,
  sslKind,
  tracerouteKind,
  grpcKind,
  heartbeatKind,
]

const byType = new Map(checkKinds.map((kind) => [kind.checkType, kind]))

export function kindOf(checkType: CheckType): CheckKind | undefined {
  return byType.get(checkType)
}
