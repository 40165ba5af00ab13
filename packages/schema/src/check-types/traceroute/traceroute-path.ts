/** Apart from the schemas: the engine that traces needs these names and numbers and nothing else. */
export const traceProtocols = ['TCP', 'UDP', 'ICMP', 'SCTP'] as const
export type TraceProtocol = (typeof traceProtocols)[number]

/** Why a trace ended. */
export const truncationReasons = [
  'destinationReached',
  'maxHops',
  'maxUnknownHops',
  'timeout',
  'unreachable',
] as const
export type TruncationReason = (typeof truncationReasons)[number]

export const mostHops = 64
export const probesPerHop = 3

/** Null for a protocol without ports. */
export function defaultPortOf(protocol: TraceProtocol): number | null {
  if (protocol === 'ICMP') return null
  return protocol === 'TCP' ? 443 : 33_434
}

export function defaultUnknownHops(maxHops: number): number {
  return Math.min(15, maxHops)
}
