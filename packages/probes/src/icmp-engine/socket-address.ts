import { isIPv4, isIPv6 } from 'node:net'
import { networkInterfaces } from 'node:os'
import type { IpFamily } from '@sonde/schema/ip-family.ts'
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
