import { readFileSync } from 'node:fs'
import { networkInterfaces } from 'node:os'
import type { IcmpCapability } from '@sonde/probes/icmp-engine/ping-run.ts'
import type { RegisterRequest } from '@sonde/schema/agent-protocol.ts'

/** The bit of NET_RAW in the kernel's sets of capabilities. */
const netRawBit = 13n

/** What this process may do on this machine. */
export function findCapabilities({ ipv4, ipv6, missing }: IcmpCapability): RegisterRequest['capabilities'] {
  return { icmp: ipv4 === 'none' ? ipv6 : ipv4, ipv6: hasIpv6(), rawSockets: hasNetRaw(), missing }
}

/** An address beyond this machine and its cable. */
function hasIpv6(): boolean {
  const addresses = Object.values(networkInterfaces()).flatMap((entries) => entries ?? [])
  return addresses.some(({ family, internal, address }) => {
    return family === 'IPv6' && !internal && !/^fe[89ab]/i.test(address)
  })
}

function hasNetRaw(): boolean {
  if (process.platform !== 'linux') return false
  const effective = /^CapEff:\s*([0-9a-f]+)$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]
  return effective !== undefined && ((BigInt(`0x${effective}`) >> netRawBit) & 1n) === 1n
}
