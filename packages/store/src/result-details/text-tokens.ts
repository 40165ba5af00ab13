import { type ByteReader, createByteReader } from './byte-writer.ts'
import { addressText } from './ip-address-bytes.ts'

/**
 * Writes the parts of a JSON text that nothing can deflate (fingerprints, dates, times) as bytes. JSON has no
 * character below 32 that is not escaped, so such a byte begins a token. A part becomes a token only when its bytes
 * give the same text again. Numbers of tokens are stored: they never change their meaning.
 */
const token = {
  /** 32 bytes, written as 64 hexadecimal digits. */
  hash: 1,
  /** A number of thousandths, such as 12.345. */
  thousandths: 2,
  /** Seconds since 1970 as headers write them: `Mon, 16 Nov 2026 09:37:32 GMT`. */
  headerDate: 3,
  addressV4: 4,
  /** Seconds since 1970: `2026-11-16T09:37:32.000Z`. */
  isoDate: 5,
  /** The same without milliseconds. */
  shortIsoDate: 6,
  /** A number that a column of the row holds, by the number of its metric. */
  column: 7,
  /** A whole number that is too long for a double, such as a serial number: how many bytes, and they. */
  longNumber: 8,
} as const

const parts =
  /[0-9a-f]{64}|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.000)?Z|[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT|\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}|\d{1,9}\.\d{1,3}(?!\d)|\d{20,60}/g

/** The numbers of a row that its detail need not repeat, each by the number of its metric. */
export type ColumnValues = ReadonlyMap<number, number>

/** In between, a byte is a character: that is the quickest way to put them together. */
export function writeTokens(text: string, columns: ColumnValues): Uint8Array {
  const tokenByText = new Map<string, string>()
  for (const [number, value] of columns) tokenByText.set(String(value), characters(token.column, number))
  const bytes = beyondAscii.test(text) ? Buffer.from(text).toString('latin1') : text
  const written = bytes.replace(parts, (part) => tokenByText.get(part) ?? tokenFor(part) ?? part)
  return Buffer.from(written, 'latin1')
}

const beyondAscii = /[^ -~]/

const characters = String.fromCharCode

/** Null when no token stands for this very text. */
function tokenFor(part: string): string | null {
  if (part.endsWith('Z')) return dateToken(part, part.includes('.') ? token.isoDate : token.shortIsoDate)
  if (part.endsWith('T')) return dateToken(part, token.headerDate)
  const point = part.indexOf('.')
  if (point === -1) return part.length === 64 ? hashToken(part) : longNumberToken(part)
  return point === part.lastIndexOf('.') ? thousandthsToken(part) : addressToken(part)
}

type DateToken = typeof token.headerDate | typeof token.isoDate | typeof token.shortIsoDate

function dateToken(part: string, kind: DateToken): string | null {
  const seconds = Date.parse(part) / 1000
  if (!(seconds >= 0 && seconds <= 0xffff_ffff) || showDate(seconds, kind) !== part) return null
  const [high, low] = [Math.floor(seconds / 0x1_0000), seconds % 0x1_0000]
  return characters(kind, high >> 8, high & 0xff, low >> 8, low & 0xff)
}

function showDate(seconds: number, kind: DateToken): string {
  const date = new Date(seconds * 1000)
  if (kind === token.headerDate) return date.toUTCString()
  return kind === token.isoDate ? date.toISOString() : date.toISOString().replace('.000Z', 'Z')
}

function hashToken(part: string): string {
  return characters(token.hash) + Buffer.from(part, 'hex').toString('latin1')
}

function thousandthsToken(part: string): string | null {
  const thousandths = Math.round(Number(part) * 1000)
  return String(thousandths / 1000) === part ? characters(token.thousandths) + varint(thousandths) : null
}

/** As a `ByteReader` reads it. */
function varint(value: number): string {
  let written = ''
  let rest = value
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) written += characters((rest % 0x80) | 0x80)
  return written + characters(rest)
}

function addressToken(part: string): string | null {
  const bytes = part.split('.').map(Number)
  const isAddress = bytes.every((byte) => byte <= 0xff) && bytes.join('.') === part
  return isAddress ? characters(token.addressV4, ...bytes) : null
}

function longNumberToken(part: string): string | null {
  if (part.startsWith('0')) return null
  const digits = BigInt(part).toString(16)
  const bytes = Buffer.from(digits.length % 2 === 0 ? digits : `0${digits}`, 'hex')
  return characters(token.longNumber, bytes.length) + bytes.toString('latin1')
}

export function readTokens(bytes: Uint8Array, columns: ColumnValues): string {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const pieces: string[] = []
  let position = 0
  for (;;) {
    const start = position
    while (position < text.length && (text[position] ?? 0) >= 0x20) position += 1
    pieces.push(text.toString('utf8', start, position))
    if (position === text.length) return pieces.join('')
    const reader = createByteReader(text.subarray(position))
    pieces.push(readToken(reader, columns))
    position += reader.position()
  }
}

function readToken(reader: ByteReader, columns: ColumnValues): string {
  const kind = reader.byte()
  switch (kind) {
    case token.hash:
      return Buffer.from(reader.bytes(32)).toString('hex')
    case token.thousandths:
      return String(reader.varint() / 1000)
    case token.headerDate:
    case token.isoDate:
    case token.shortIsoDate:
      return showDate(Buffer.from(reader.bytes(4)).readUInt32BE(), kind)
    case token.addressV4:
      return addressText(reader.bytes(4))
    case token.longNumber:
      return BigInt(`0x${Buffer.from(reader.bytes(reader.byte())).toString('hex')}`).toString()
    case token.column:
      return columnText(columns, reader.byte())
    default:
      throw new Error(`a stored detail has an unknown token: ${kind}`)
  }
}

function columnText(columns: ColumnValues, number: number): string {
  const value = columns.get(number)
  if (value === undefined) throw new Error(`a stored detail refers to metric ${number}, which its row lacks`)
  return String(value)
}
