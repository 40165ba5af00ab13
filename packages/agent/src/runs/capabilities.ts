import { networkInterfaces } from 'node:os'
import type { IcmpCapability } from '@sonde/probes/icmp-engine/ping-run.ts'
import type { TracerouteCapability } from '@sonde/probes/traceroute-engine/trace.ts'
import type { RegisterRequest } from '@sonde/schema/agents/agent-protocol.ts'

/** What this process may do on this machine. */
export function findCapabilities(
  { ipv4, ipv6, missing }: IcmpCapability,
  traceroute: TracerouteCapability,
): RegisterRequest['capabilities'] {
  return {
    icmp: ipv4 === 'none' ? ipv6 : ipv4,
    ipv6: hasIpv6(),
    rawSockets: traceroute.hasRawSockets,
    missing: [...missing, ...traceroute.missing],
  }
}

/** An address beyond this machine and its cable. */
function hasIpv6(): boolean {
  const addresses = Object.values(networkInterfaces()).flatMap((entries) => entries ?? [])
  return addresses.some(({ family, internal, address }) => {
    return family === 'IPv6' && !internal && !/^fe[89ab]/i.test(address)
  })
}
