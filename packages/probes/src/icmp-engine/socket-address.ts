import { isIPv4, isIPv6 } from 'node:net'
import { networkInterfaces } from 'node:os'
import type { IpFamily } from '@sonde/schema/check-types/ip-family.ts'
import { AF_INET, AF_INET6 } from './linux-abi.ts'

/** struct sockaddr_in or sockaddr_in6, in words; null when the text is no address of that family. */
export function toSocketAddress(address: string, family: IpFamily): Int32Array<ArrayBuffer> | null {
  const words = new Int32Array(7)
  const view = new DataView(words.buffer)
  if (family === 'IPv4') {
    if (!isIPv4(address)) return null
    view.setUint16(0, AF_INET, true)
    for (const [index, byte] of address.split('.').entries()) view.setUint8(4 + index, Number(byte))
    return words
  }
  if (!isIPv6(address)) return null
  const [text = '', zone] = address.split('%')
  view.setUint16(0, AF_INET6, true)
  for (const [index, group] of expandIpv6(text).entries()) view.setUint16(8 + index * 2, group)
  if (zone !== undefined) {
    const scope = findScope(zone)
    if (scope === null) return null
    view.setUint32(24, scope, true)
  }
  return words
}

/** The address in a struct sockaddr_in or sockaddr_in6, in its shortest text; null for any other family. */
export function readSocketAddress(view: DataView, at: number): string | null {
  const family = view.getUint16(at, true)
  if (family === AF_INET) return addressText(new Uint8Array(view.buffer, view.byteOffset + at + 4, 4))
  if (family === AF_INET6) return addressText(new Uint8Array(view.buffer, view.byteOffset + at + 8, 16))
  return null
}

/** Of the 4 or 16 bytes of an address. */
export function addressText(bytes: Uint8Array): string {
  if (bytes.length === 4) return bytes.join('.')
  const at = (index: number) => bytes[index] ?? 0
  return shortenIpv6(Array.from({ length: 8 }, (_, group) => at(group * 2) * 256 + at(group * 2 + 1)))
}

/** The longest run of two zero groups or more becomes `::` (RFC 5952). */
function shortenIpv6(groups: readonly number[]): string {
  let [start, length] = [0, 1]
  for (let from = 0; from < groups.length; from += 1) {
    let to = from
    while (groups[to] === 0) to += 1
    if (to - from > length) [start, length] = [from, to - from]
  }
  const texts = groups.map((group) => group.toString(16))
  if (length < 2) return texts.join(':')
  return `${texts.slice(0, start).join(':')}::${texts.slice(start + length).join(':')}`
}

/** The eight groups of a valid IPv6 address. */
function expandIpv6(text: string): number[] {
  const [left = '', right] = text.split('::')
  const head = groupsOf(left)
  if (right === undefined) return head
  const tail = groupsOf(right)
  return [...head, ...Array.from({ length: 8 - head.length - tail.length }, () => 0), ...tail]
}

function groupsOf(text: string): number[] {
  if (text === '') return []
  return text.split(':').flatMap((group) => {
    if (!group.includes('.')) return [Number.parseInt(group, 16)]
    const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number)
    return [a * 256 + b, c * 256 + d]
  })
}

/** A zone is the name or the number of an interface. */
function findScope(zone: string): number | null {
  if (/^\d+$/.test(zone)) return Number(zone)
  const addresses = networkInterfaces()[zone] ?? []
  for (const address of addresses) {
    if (address.family === 'IPv6' && address.scopeid > 0) return address.scopeid
  }
  return null
}
