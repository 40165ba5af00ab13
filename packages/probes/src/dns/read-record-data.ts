import { showServiceParameters } from './service-parameters.ts'
import { showIpv4, showIpv6 } from './show-address.ts'
import { MalformedMessage, type WireReader } from './wire-reader.ts'

/** What a record says, in the form that people read. Reads exactly `length` bytes, or the message is malformed. */
export function readRecordData(reader: WireReader, type: number, length: number): string {
  const end = reader.at + length
  const data = readData(reader, type, end)
  if (reader.at !== end) throw new MalformedMessage('a record has a wrong length')
  return data
}

function readData(reader: WireReader, type: number, end: number): string {
  switch (type) {
    case 1:
      return showIpv4(reader.slice(4))
    case 28:
      return showIpv6(reader.slice(16))
    // NS, CNAME, PTR, DNAME
    case 2:
    case 5:
    case 12:
    case 39:
      return reader.name()
    // MX
    case 15:
      return `${reader.uint16()} ${reader.name()}`
    case 16:
      return readTexts(reader, end)
    case 6:
      return readAuthority(reader)
    // SRV
    case 33:
      return `${reader.uint16()} ${reader.uint16()} ${reader.uint16()} ${reader.name()}`
    // SVCB, HTTPS
    case 64:
    case 65: {
      const start = `${reader.uint16()} ${reader.name()}`
      const parameters = showServiceParameters(reader, end)
      return parameters === '' ? start : `${start} ${parameters}`
    }
    default: {
      // As RFC 3597 writes what it does not know.
      const bytes = reader.slice(end - reader.at)
      return bytes.length === 0 ? String.raw`\# 0` : String.raw`\# ${bytes.length} ${bytes.toString('hex')}`
    }
  }
}

/** The strings of one record are one text that was cut into pieces of 255 bytes, perhaps within a character. */
function readTexts(reader: WireReader, end: number): string {
  const parts: Buffer[] = []
  while (reader.at < end) parts.push(reader.slice(reader.byte()))
  const [first] = parts
  return parts.length === 1 && first !== undefined ? first.toString() : Buffer.concat(parts).toString()
}

function readAuthority(reader: WireReader): string {
  const names = `${reader.name()} ${reader.name()}`
  const numbers = Array.from({ length: 5 }, () => reader.uint32())
  return `${names} ${numbers.join(' ')}`
}
