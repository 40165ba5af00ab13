import { isRecord } from '@sonde/ground/is-record.ts'
import type { MessageType } from '@sonde/schema/proto/link-protos.ts'

/** What a type with a JSON form of its own is made of. */
export type DecodedParts = {
  value(field: string): unknown
  isSet(field: string): boolean
  /** Null when the type is not known. */
  decodeAny(typeName: string, packed: Buffer): { inner: MessageType; json: unknown } | null
}

const wrappers = new Set(
  ['Double', 'Float', 'Int64', 'UInt64', 'Int32', 'UInt32', 'Bool', 'String', 'Bytes'].map(
    (name) => `google.protobuf.${name}Value`,
  ),
)

export function isWrapper(type: MessageType): boolean {
  return wrappers.has(type.name)
}

/** The JSON forms that proto3 gives to some types of its own; null for every other type. */
export function writeWellKnown(type: MessageType, parts: DecodedParts): { json: unknown } | null {
  if (isWrapper(type)) return { json: parts.value('value') }
  switch (type.name) {
    case 'google.protobuf.Timestamp':
      return { json: showTimestamp(asBigInt(parts.value('seconds')), asNumber(parts.value('nanos'))) }
    case 'google.protobuf.Duration':
      return { json: showDuration(asBigInt(parts.value('seconds')), asNumber(parts.value('nanos'))) }
    case 'google.protobuf.FieldMask': {
      const paths = parts.value('paths')
      return { json: Array.isArray(paths) ? paths.map((path) => camelPath(String(path))).join(',') : '' }
    }
    case 'google.protobuf.Struct':
      return { json: parts.value('fields') }
    case 'google.protobuf.ListValue':
      return { json: parts.value('values') }
    case 'google.protobuf.Value': {
      const kinds = ['numberValue', 'stringValue', 'boolValue', 'structValue', 'listValue']
      const kind = kinds.find((name) => parts.isSet(name))
      return { json: kind === undefined ? null : parts.value(kind) }
    }
    case 'google.protobuf.Any':
      return { json: showAny(parts) }
    default:
      return null
  }
}

function showAny(parts: DecodedParts): unknown {
  const url = String(parts.value('typeUrl') ?? '')
  if (url === '') return {}
  const packed = String(parts.value('value') ?? '')
  const decoded = parts.decodeAny(url.slice(url.lastIndexOf('/') + 1), Buffer.from(packed, 'base64'))
  // A type that nobody told us about stays what it is: bytes.
  if (decoded === null) return { '@type': url, value: packed }
  const { inner, json } = decoded
  const isPlain = isRecord(json) && !hasOwnForm(inner)
  const named: Record<string, unknown> = Object.assign(Object.create(null), { '@type': url })
  return isPlain ? Object.assign(named, json) : Object.assign(named, { value: json })
}

export function hasOwnForm(type: MessageType): boolean {
  const names = ['Timestamp', 'Duration', 'FieldMask', 'Struct', 'ListValue', 'Value', 'Any', 'Empty']
  return isWrapper(type) || names.some((name) => type.name === `google.protobuf.${name}`)
}

/** RFC 3339 with 0, 3, 6 or 9 digits. What no calendar has is shown as the two numbers it is. */
function showTimestamp(seconds: bigint, nanos: number): unknown {
  const isInCalendar = seconds >= -62_135_596_800n && seconds <= 253_402_300_799n
  if (!isInCalendar || nanos < 0 || nanos > 999_999_999) return { seconds: String(seconds), nanos }
  const whole = new Date(Number(seconds) * 1000).toISOString().slice(0, 19)
  return `${whole}${fraction(nanos)}Z`
}

function showDuration(seconds: bigint, nanos: number): string {
  const isNegative = seconds < 0n || nanos < 0
  const size = seconds < 0n ? -seconds : seconds
  return `${isNegative ? '-' : ''}${size}${fraction(Math.abs(nanos))}s`
}

function fraction(nanos: number): string {
  if (nanos === 0) return ''
  const digits = String(nanos).padStart(9, '0')
  return `.${digits.replace(/(?:000){1,2}$/, '')}`
}

function camelPath(path: string): string {
  return path.replaceAll(/_([a-z0-9])/g, (_, next: string) => next.toUpperCase())
}

function asBigInt(value: unknown): bigint {
  return typeof value === 'string' && /^-?\d+$/.test(value) ? BigInt(value) : 0n
}

function asNumber(value: unknown): number {
  return typeof value === 'number' ? value : 0
}
