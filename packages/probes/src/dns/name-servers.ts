import { isIP, isIPv6 } from 'node:net'
import type { DnsRunConfig } from '@sonde/schema/check-types/dns/result.ts'

export type NameServer = { host: string; port: number }

/** As many as the resolver of the system itself would use. */
const mostSystemServers = 3

/** The servers that a run asks, in their order, until one gives what is wanted. */
export function nameServersOf(
  { nameServer, port }: DnsRunConfig['request'],
  resolvers: readonly string[],
  systemServers: () => readonly string[],
): NameServer[] {
  if (typeof nameServer === 'string' && nameServer !== '') return [{ host: nameServer, port: port ?? 53 }]
  return resolvers
    .flatMap((entry) => (entry === 'system' ? systemServers().slice(0, mostSystemServers) : [entry]))
    .map(splitServer)
}

/** `host`, `host:port`, an IPv6 address, or one in brackets with a port: settings have been validated when they were read. */
export function splitServer(entry: string): NameServer {
  if (isIPv6(entry)) return { host: entry, port: 53 }
  const {
    bracketed,
    plain = '',
    port,
  } = /^(?:\[(?<bracketed>.+)\]|(?<plain>[^:]+))(?::(?<port>\d+))?$/.exec(entry)?.groups ?? {}
  return { host: bracketed ?? plain, port: port === undefined ? 53 : Number(port) }
}

export function isAddress({ host }: NameServer): boolean {
  return isIP(host) !== 0
}
