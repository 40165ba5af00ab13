import { Resolver } from 'node:dns'
import { statSync } from 'node:fs'
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
function splitServer(entry: string): NameServer {
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

/** The servers that this machine asks. They may change under a running agent, so their file is watched. */
export function createSystemServers(file = '/etc/resolv.conf'): () => readonly string[] {
  let servers: readonly string[] | null = null
  let changedMs = 0
  let checkedMs = 0
  return () => {
    const nowMs = performance.now()
    if (servers !== null && nowMs - checkedMs < 1000) return servers
    checkedMs = nowMs
    const nowChangedMs = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0
    if (servers === null || nowChangedMs !== changedMs) servers = new Resolver().getServers()
    changedMs = nowChangedMs
    return servers
  }
}
