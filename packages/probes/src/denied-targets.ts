import { BlockList, isIP } from 'node:net'
import type { ResolveName } from './resolve-name.ts'

/**
 * The service of a cloud that tells any process of a machine its credentials. No check of a data center has any
 * business there; on a network of their own, people may look at what they like.
 */
export const metadataAddresses = ['169.254.169.254', 'fd00:ec2::254'] as const

/** Resolves names, and refuses addresses in these ranges (`10.0.0.0/8`, `192.0.2.1`), however they are written. */
export function denyTargets(resolve: ResolveName, ranges: readonly string[]): ResolveName {
  if (ranges.length === 0) return resolve
  const denied = new BlockList()
  for (const range of ranges) addRange(denied, range)
  return async (hostname, family) => {
    const resolution = await resolve(hostname, family)
    if (resolution.kind === 'failed') return resolution
    const { address } = resolution
    if (!denied.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')) return resolution
    const message = `Target ${address} is not allowed at this location`
    return { kind: 'failed', error: { code: 'EACCES', message, hostname, address } }
  }
}

/** Null for a range that can be denied, else what is wrong with it. */
export function deniedRangeMistake(range: string): string | null {
  const { address, prefix } = splitRange(range)
  const family = isIP(address)
  if (family === 0) return 'is not an IP address or a CIDR range'
  const longest = family === 6 ? 128 : 32
  return Number.isInteger(prefix) && prefix >= 0 && prefix <= longest
    ? null
    : `has a prefix that is not from 0 to ${longest}`
}

function addRange(list: BlockList, range: string): void {
  const { address, prefix } = splitRange(range)
  list.addSubnet(address, prefix, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}

function splitRange(range: string): { address: string; prefix: number } {
  const [address = '', prefix, ...more] = range.split('/')
  if (prefix === undefined) return { address, prefix: isIP(address) === 6 ? 128 : 32 }
  return { address, prefix: more.length === 0 && /^\d{1,3}$/.test(prefix) ? Number(prefix) : Number.NaN }
}
