import { BlockList, isIP } from 'node:net'
import { addressText, expandIpv6 } from './icmp-engine/socket-address.ts'
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
    const isDenied = meaningsOf(address).some((meant) => denied.check(meant, familyOf(meant)))
    if (!isDenied) return resolution
    const message = `Target ${address} is not allowed at this location`
    return { kind: 'failed', error: { code: 'EACCES', message, hostname, address } }
  }
}

/** Every address that a connection to this one may end at: the unspecified one is this machine. */
function meaningsOf(address: string): string[] {
  const [plain = ''] = address.split('%')
  const meanings = [plain]
  if (isIP(plain) === 6) {
    const groups = expandIpv6(plain)
    const embedded = embeddedIpv4(groups)
    if (embedded !== null) meanings.push(embedded)
    if (groups.every((group) => group === 0)) meanings.push('0.0.0.0')
  }
  if (meanings.includes('0.0.0.0')) meanings.push('127.0.0.1', '::1')
  return meanings
}

/** The IPv4 address that a gateway, or this machine itself, would make of an IPv6 address. */
function embeddedIpv4(groups: readonly number[]): string | null {
  const [first = 0, second = 0, third = 0, fourth = 0, fifth = 0, sixth = 0, seventh = 0, last = 0] = groups
  const areZero = (...some: readonly number[]): boolean => some.every((group) => group === 0)
  // 6to4, RFC 3056.
  if (first === 0x2002) return ipv4Text(second, third)
  if (!areZero(third, fourth, fifth)) return null
  const isMapped = areZero(first, second) && sixth === 0xffff
  const isCompatible = areZero(first, second, sixth) && (seventh > 0 || last > 1)
  // RFC 6052.
  const isNat64 = first === 0x64 && second === 0xff9b && sixth === 0
  return isMapped || isCompatible || isNat64 ? ipv4Text(seventh, last) : null
}

function ipv4Text(high: number, low: number): string {
  return addressText(Uint8Array.of(high >> 8, high & 0xff, low >> 8, low & 0xff))
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4'
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
  list.addSubnet(address, prefix, familyOf(address))
}

function splitRange(range: string): { address: string; prefix: number } {
  const [address = '', prefix, ...more] = range.split('/')
  if (prefix === undefined) return { address, prefix: isIP(address) === 6 ? 128 : 32 }
  return { address, prefix: more.length === 0 && /^\d{1,3}$/.test(prefix) ? Number(prefix) : Number.NaN }
}
