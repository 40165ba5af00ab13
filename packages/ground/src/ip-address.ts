import { isIPv4, isIPv6 } from 'node:net'

/** The 4 or 16 bytes of an address; null when the text is none. A zone (`%eth0`) is left out. */
export function addressBytes(text: string): readonly number[] | null {
  const [address = ''] = text.split('%')
  if (isIPv4(address)) return address.split('.').map(Number)
  if (!isIPv6(address)) return null
  const [head = '', tail] = address.split('::')
  const before = groupsOf(head)
  const after = tail === undefined ? [] : groupsOf(tail)
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => 0)
  return [...before, ...zeros, ...after].flatMap((group) => [group >> 8, group & 0xff])
}

/** Groups of 16 bits; the last may be written as an IPv4 address, which makes two. */
function groupsOf(text: string): number[] {
  if (text === '') return []
  return text.split(':').flatMap((group) => {
    if (!group.includes('.')) return [Number.parseInt(group, 16)]
    const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number)
    return [a * 256 + b, c * 256 + d]
  })
}

export type AddressRange = { bytes: readonly number[]; prefix: number }

/** `10.0.0.0/8`, `::1`; null when the text is no address or range. */
export function parseRange(text: string): AddressRange | null {
  const [address = '', prefixText, ...more] = text.split('/')
  const bytes = address.includes('%') ? null : addressBytes(address)
  if (bytes === null || more.length > 0) return null
  if (prefixText === undefined) return { bytes, prefix: bytes.length * 8 }
  const prefix = /^\d{1,3}$/.test(prefixText) ? Number(prefixText) : Number.POSITIVE_INFINITY
  return prefix <= bytes.length * 8 ? { bytes, prefix } : null
}

export function isInRange(address: readonly number[], { bytes, prefix }: AddressRange): boolean {
  if (address.length !== bytes.length) return false
  return bytes.every((byte, position) => {
    const bits = Math.min(8, Math.max(0, prefix - position * 8))
    const mask = (0xff << (8 - bits)) & 0xff
    return ((address[position] ?? 0) & mask) === (byte & mask)
  })
}

export function isInAnyRange(address: readonly number[], ranges: readonly AddressRange[]): boolean {
  return ranges.some((range) => isInRange(address, range))
}

/** Of ranges that were validated where they came in. */
export function readRanges(texts: readonly string[]): AddressRange[] {
  return texts.map(readRange)
}

export function readRange(text: string): AddressRange {
  const range = parseRange(text)
  if (range === null) throw new Error(`"${text}" is not an address or a CIDR range`)
  return range
}
