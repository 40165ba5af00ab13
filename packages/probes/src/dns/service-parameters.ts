import { showIpv4, showIpv6 } from './show-address.ts'
import { MalformedMessage, WireReader } from './wire-reader.ts'

const keyNames = ['mandatory', 'alpn', 'no-default-alpn', 'port', 'ipv4hint', 'ech', 'ipv6hint', 'dohpath']

/** The parameters of SVCB and HTTPS records as RFC 9460 writes them, each value in quotes. */
export function showServiceParameters(reader: WireReader, end: number): string {
  const shown: string[] = []
  while (reader.at < end) {
    const key = reader.uint16()
    const value = reader.slice(reader.uint16())
    if (reader.at > end) throw new MalformedMessage('a parameter runs past its record')
    shown.push(showParameter(key, value))
  }
  return shown.join(' ')
}

function showParameter(key: number, value: Buffer): string {
  const name = nameOfKey(key)
  if (value.length === 0) return name
  return `${name}="${showValue(key, value)}"`
}

function showValue(key: number, value: Buffer): string {
  switch (key) {
    case 0:
      return listOf(value, 2, (item) => nameOfKey(item.readUInt16BE(0)))
    case 1:
      return showProtocols(value)
    case 3:
      return listOf(value, 2, (item) => String(item.readUInt16BE(0)))
    case 4:
      return listOf(value, 4, showIpv4)
    case 5:
      return value.toString('base64')
    case 6:
      return listOf(value, 16, showIpv6)
    default:
      return quoted(value)
  }
}

function nameOfKey(key: number): string {
  return keyNames[key] ?? `key${key}`
}

function listOf(value: Buffer, size: number, show: (item: Buffer) => string): string {
  if (value.length % size !== 0) throw new MalformedMessage('a parameter has a wrong length')
  return Array.from({ length: value.length / size }, (_, index) =>
    show(value.subarray(index * size, (index + 1) * size)),
  ).join(',')
}

/** Commas inside an item, and backslashes, are escaped once for the list and once for the quotes. */
function showProtocols(value: Buffer): string {
  const reader = new WireReader(value)
  const items: string[] = []
  while (reader.at < value.length) {
    const item = reader.slice(reader.byte()).toString('latin1')
    items.push(quoted(Buffer.from(item.replaceAll(/[\\,]/g, String.raw`\$&`), 'latin1')))
  }
  return items.join(',')
}

function quoted(value: Buffer): string {
  return Array.from(value, (byte) => {
    if (byte === 0x22 || byte === 0x5c) return `\\${String.fromCharCode(byte)}`
    return byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : `\\${String(byte).padStart(3, '0')}`
  }).join('')
}
