import type { IpFamily } from '@sonde/schema/check-types/ip-family.ts'
import type { TraceProtocol } from '@sonde/schema/check-types/traceroute/traceroute-path.ts'
import type { ProbeAnswer } from './trace-book.ts'

/** What an ICMP error says about the path; null when it says nothing. */
export function classifyIcmpError(error: {
  family: IpFamily
  protocol: TraceProtocol
  type: number
  code: number
  isFromTarget: boolean
}): ProbeAnswer['kind'] | null {
  const { family, protocol, type, code, isFromTarget } = error
  const isIpv4 = family === 'IPv4'
  // Code 1 is about fragments that did not come together.
  if (type === (isIpv4 ? 11 : 3)) return code === 0 ? 'router' : null
  // A closed port of the target is what probes without a handshake of their own are made to find.
  const provesArrival = isFromTarget && (protocol === 'UDP' || protocol === 'SCTP')
  // Over IPv6, a protocol that the target does not have is a parameter that it cannot read.
  if (!isIpv4 && type === 4 && code === 1) return provesArrival ? 'target' : null
  if (type !== (isIpv4 ? 3 : 1)) return null
  // Too big for a link that may not fragment: our probes are smaller than any link may be.
  if (isIpv4 && code === 4) return null
  return provesArrival ? 'target' : 'unreachable'
}
