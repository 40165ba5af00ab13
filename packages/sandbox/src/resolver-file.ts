import { addressBytes } from '@sonde/ground/ip-address.ts'
import { readOrNull } from './process-table.ts'

/** Where systemd-resolved writes down the servers that it asks itself. */
const upstreamFile = '/run/systemd/resolve/resolv.conf'
const systemFile = '/etc/resolv.conf'

/**
 * The list of DNS servers for a network that does not reach the machine's loopback; null: the servers are there, and
 * nowhere else.
 */
export function findResolverFile(read: (path: string) => string | null = readOrNull): string | null {
  const isUsable = (path: string) => {
    const servers = nameservers(read(path) ?? '')
    return servers.length > 0 && !servers.every(isLoopback)
  }
  if (isUsable(systemFile) || nameservers(read(systemFile) ?? '').length === 0) return systemFile
  return isUsable(upstreamFile) ? upstreamFile : null
}

function nameservers(file: string): string[] {
  return [...file.matchAll(/^\s*nameserver\s+(\S+)/gm)].map(([, address]) => address ?? '')
}

function isLoopback(address: string): boolean {
  const bytes = addressBytes(address)
  if (bytes?.length === 4) return bytes[0] === 127
  return bytes !== null && bytes.every((byte, index) => byte === (index === 15 ? 1 : 0))
}
