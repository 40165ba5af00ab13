import type { EgressSettings } from './egress-settings.ts'
import { addressBytes, type AddressRange, isInRange, parseRange } from './ip-address.ts'

/** Whether the service may connect to an address for what its users have set: alerts, traces. */
export type EgressPolicy = (address: string) => boolean

/** Cloud metadata and its neighbours, and what no receiver can have: refused whatever the settings. */
const neverRanges = ranges([
  '0.0.0.0/8',
  '169.254.0.0/16',
  '224.0.0.0/4',
  '255.255.255.255',
  '::',
  'fe80::/10',
  'fd00:ec2::254',
  'ff00::/8',
])

/** Loopback, private, carrier-grade NAT, unique-local, documentation, tunnels: not of the public internet. */
const internalRanges = ranges([
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '240.0.0.0/4',
  '::1',
  '64:ff9b:1::/48',
  '100::/64',
  '100:0:0:1::/64',
  '2001::/23',
  '2001:db8::/32',
  '3fff::/20',
  '5f00::/16',
  'fc00::/7',
  'fec0::/10',
])

/** IPv6 addresses that lead to an IPv4 address, and where in them it stands. */
const carriers = [
  { range: range('::ffff:0:0/96'), positions: [12, 13, 14, 15] },
  { range: range('::ffff:0:0:0/96'), positions: [12, 13, 14, 15] },
  { range: range('::/96'), positions: [12, 13, 14, 15] },
  { range: range('64:ff9b::/96'), positions: [12, 13, 14, 15] },
  { range: range('64:ff9b:1::/48'), positions: [6, 7, 9, 10] },
  { range: range('64:ff9b:1::/48'), positions: [12, 13, 14, 15] },
  { range: range('2002::/16'), positions: [2, 3, 4, 5] },
]

/** Every IPv4 address within an IPv6 address is checked as well, so that no other way of writing it leads there. */
export function createEgressPolicy({ reach, allow }: EgressSettings): EgressPolicy {
  const allowed = ranges(allow)
  return (address) => {
    const bytes = addressBytes(address)
    if (bytes === null) return false
    const forms = [bytes, ...carriedIn(bytes)]
    if (forms.some((form) => isInAny(form, neverRanges))) return false
    if (reach === 'all' || forms.some((form) => isInAny(form, allowed))) return true
    return !forms.some((form) => isInAny(form, internalRanges))
  }
}

function carriedIn(bytes: readonly number[]): number[][] {
  // Loopback and the unspecified address lie in the range of old IPv4-compatible ones.
  const isOneOfTheLow = bytes.length === 16 && bytes.slice(0, 15).every((byte) => byte === 0)
  if (isOneOfTheLow) return []
  const carried = carriers
    .filter((carrier) => isInRange(bytes, carrier.range))
    .map(({ positions }) => positions.map((position) => bytes[position] ?? 0))
  // A local NAT64 puts the address at either of two places and zeros at the other.
  return carried.length > 1 ? carried.filter(([first]) => first !== 0) : carried
}

function isInAny(bytes: readonly number[], list: readonly AddressRange[]): boolean {
  return list.some((entry) => isInRange(bytes, entry))
}

function ranges(texts: readonly string[]): AddressRange[] {
  return texts.map(range)
}

function range(text: string): AddressRange {
  const parsed = parseRange(text)
  if (parsed === null) throw new Error(`"${text}" is not an address or a CIDR range`)
  return parsed
}
