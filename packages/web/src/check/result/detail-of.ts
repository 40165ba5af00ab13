import type { ApiCheckResult } from '@sonde/schema/check-types/api-check-result.ts'
import type { AssertionResult } from '@sonde/schema/check-types/assertion-result.ts'
import type { CheckType } from '@sonde/schema/check-types/check-type.ts'
import type { ProbeError } from '@sonde/schema/runs/outcome.ts'
import type { DetailField } from '../../check-types/kind-facts.ts'
import type { ListedResult } from '../../resources/check-result.ts'

/** The types whose runs leave a result that can be shown; heartbeats have events instead. */
export type RunType = 'ICMP' | 'URL' | 'TCP' | 'DNS' | 'SSL' | 'GRPC' | 'TRACEROUTE'

/** Where a result keeps what belongs to its type alone. */
export const detailFieldOf = {
  ICMP: 'icmpCheckResult',
  URL: 'apiCheckResult',
  TCP: 'tcpCheckResult',
  DNS: 'dnsCheckResult',
  SSL: 'sslCheckResult',
  GRPC: 'grpcCheckResult',
  TRACEROUTE: 'tracerouteCheckResult',
} as const satisfies Record<RunType, DetailField>

export function isRunType(type: CheckType): type is RunType {
  return Object.hasOwn(detailFieldOf, type)
}

export type AnyDetail = {
  requestError: string | null
  assertions: readonly AssertionResult[]
  response: { error?: ProbeError } | ApiCheckResult['response'] | null
}

/** What all types have in common; null when the result says nothing of its own. */
export function detailOf(result: ListedResult): AnyDetail | null {
  for (const field of Object.values(detailFieldOf)) {
    const detail = result[field]
    if (detail !== null && detail !== undefined) return detail
  }
  return null
}
