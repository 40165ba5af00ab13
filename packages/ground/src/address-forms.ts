import { addressBytes, isInRange, readRange } from './ip-address.ts'

/** IPv6 addresses that lead to an IPv4 address, and where in them it stands. */
const carriers = [
  { range: readRange('::ffff:0:0/96'), positions: [12, 13, 14, 15] },
  { range: readRange('::ffff:0:0:0/96'), positions: [12, 13, 14, 15] },
  { range: readRange('::/96'), positions: [12, 13, 14, 15] },
  { range: readRange('64:ff9b::/96'), positions: [12, 13, 14, 15] },
  { range: readRange('64:ff9b:1::/48'), positions: [6, 7, 9, 10] },
  { range: readRange('64:ff9b:1::/48'), positions: [12, 13, 14, 15] },
  { range: readRange('2002::/16'), positions: [2, 3, 4, 5] },
]

/**
 * The bytes of an address, and of every IPv4 address that it leads to, so that no other way of writing one gets by;
 * empty when the text is no address.
 */
export function addressForms(address: string): (readonly number[])[] {
  const bytes = addressBytes(address)
  return bytes === null ? [] : [bytes, ...carriedIn(bytes)]
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
