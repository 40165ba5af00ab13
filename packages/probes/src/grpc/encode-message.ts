import { isRecord } from '@sonde/ground/is-record.ts'
import type {
  EnumType,
  FieldValue,
  MessageType,
  ProtoField,
  ProtoTypes,
} from '@sonde/schema/proto/link-protos.ts'
import type { ScalarType } from '@sonde/schema/proto/proto-file.ts'
import { readWellKnown } from './read-well-known.ts'
import { lengthDelimited, tag, varint } from './wire-writer.ts'

/** JSON that is no message of its type, in words for whoever wrote it. */
export class MessageMismatch extends Error {
  override readonly name = 'MessageMismatch'
}

const deepestValue = 100

/** Proto3 JSON as the bytes of a message. Throws a `MessageMismatch`. */
export function encodeMessage(
  type: MessageType,
  json: unknown,
  types: ProtoTypes['types'],
  path: readonly string[] = [],
): Buffer {
  if (path.length > deepestValue) throw mismatch(path.slice(0, 5), 'is nested too deep')
  const spelledOut = readWellKnown(type, json, {
    fail: (why) => {
      throw mismatch(path, why)
    },
    packAny: (typeName, inner) => {
      const packed = types.get(typeName)
      return packed?.kind === 'message'
        ? { type: packed, encode: () => encodeMessage(packed, inner, types, path) }
        : null
    },
  })
  if (!isRecord(spelledOut)) throw mismatch(path, `must be an object (${type.name})`)
  const parts: Buffer[] = []
  const oneofs = new Map<string, string>()
  for (const [name, value] of Object.entries(spelledOut)) {
    const field = type.byName.get(name)
    const inside = [...path, name]
    if (field === undefined) throw mismatch(inside, `is not a field of ${type.name}`)
    // JSON null is "not set", save for the one type whose only value it is.
    if (value === null && !isNullValue(field.value)) continue
    if (field.oneof !== null) {
      const other = oneofs.get(field.oneof)
      if (other !== undefined) throw mismatch(inside, `cannot be set together with ${other}`)
      oneofs.set(field.oneof, name)
    }
    parts.push(...encodeField(field, value, types, inside))
  }
  return Buffer.concat(parts)
}

function isNullValue(value: FieldValue): boolean {
  return (
    (value.kind === 'enum' && value.name === 'google.protobuf.NullValue') ||
    (value.kind === 'message' && value.name === 'google.protobuf.Value')
  )
}

function encodeField(
  field: ProtoField,
  json: unknown,
  types: ProtoTypes['types'],
  path: readonly string[],
): Buffer[] {
  const { value, number } = field
  if (value.kind === 'unknown') throw mismatch(path, `is of the type ${value.name}, which is not declared`)
  if (value.kind === 'message' && value.isMapEntry && field.isRepeated) {
    if (!isRecord(json)) throw mismatch(path, 'must be an object')
    return Object.entries(json).map(([key, item]) =>
      lengthDelimited(number, encodeEntry(value, key, item, types, [...path, key])),
    )
  }
  if (!field.isRepeated) return [encodeOne(field, json, types, path)]
  if (!Array.isArray(json)) throw mismatch(path, 'must be a list')
  if (field.isPacked && value.kind !== 'message') {
    const values = json.map((item, index) => encodeScalar(value, item, [...path, String(index)]))
    return values.length === 0 ? [] : [lengthDelimited(number, Buffer.concat(values))]
  }
  return json.map((item, index) => encodeOne(field, item, types, [...path, String(index)]))
}

function encodeEntry(
  entry: MessageType,
  key: string,
  value: unknown,
  types: ProtoTypes['types'],
  path: readonly string[],
): Buffer {
  const keyField = entry.byNumber.get(1)
  const isBoolean = keyField?.value.kind === 'scalar' && keyField.value.type === 'bool'
  const valueField = entry.byNumber.get(2)
  if (value === null && !(valueField && isNullValue(valueField.value))) {
    throw mismatch(path, 'must not be null')
  }
  return encodeMessage(entry, { key: isBoolean ? key === 'true' : key, value }, types, path)
}

function encodeOne(
  { number, value, isGroup }: ProtoField,
  json: unknown,
  types: ProtoTypes['types'],
  path: readonly string[],
): Buffer {
  if (value.kind === 'unknown') throw mismatch(path, `is of the type ${value.name}, which is not declared`)
  if (value.kind !== 'message') {
    const bytes = encodeScalar(value, json, path)
    return Buffer.concat([tag(number, wireTypeOf(value)), bytes])
  }
  const body = encodeMessage(value, json, types, path)
  return isGroup ? Buffer.concat([tag(number, 3), body, tag(number, 4)]) : lengthDelimited(number, body)
}

type Simple = { kind: 'scalar'; type: ScalarType } | EnumType

function wireTypeOf(value: Simple): number {
  if (value.kind === 'enum') return 0
  switch (value.type) {
    case 'double':
    case 'fixed64':
    case 'sfixed64':
      return 1
    case 'string':
    case 'bytes':
      return 2
    case 'float':
    case 'fixed32':
    case 'sfixed32':
      return 5
    default:
      return 0
  }
}

function encodeScalar(value: Simple, json: unknown, path: readonly string[]): Buffer {
  if (value.kind === 'enum') return varint(BigInt(enumNumber(value, json, path)))
  switch (value.type) {
    case 'string': {
      if (typeof json !== 'string') throw mismatch(path, 'must be a string')
      return withLength(Buffer.from(json))
    }
    case 'bytes': {
      if (typeof json !== 'string' || !/^[A-Za-z0-9+/_-]*={0,2}$/.test(json)) {
        throw mismatch(path, 'must be a base64 string')
      }
      return withLength(Buffer.from(json, 'base64'))
    }
    case 'bool':
      if (typeof json !== 'boolean') throw mismatch(path, 'must be true or false')
      return varint(json ? 1n : 0n)
    case 'double': {
      const bytes = Buffer.alloc(8)
      bytes.writeDoubleLE(floatOf(json, path))
      return bytes
    }
    case 'float': {
      const bytes = Buffer.alloc(4)
      bytes.writeFloatLE(floatOf(json, path))
      return bytes
    }
    default:
      return encodeInteger(value.type, json, path)
  }
}

function withLength(bytes: Buffer): Buffer {
  return Buffer.concat([varint(BigInt(bytes.length)), bytes])
}

function enumNumber(type: EnumType, json: unknown, path: readonly string[]): number {
  if (json === null && type.name === 'google.protobuf.NullValue') return 0
  const number = typeof json === 'string' ? type.numbers.get(json) : json
  if (typeof number === 'number' && Number.isInteger(number) && Math.abs(number) <= 2 ** 31) return number
  throw mismatch(path, `must be one of ${[...type.numbers.keys()].slice(0, 20).join(', ')}`)
}

function floatOf(json: unknown, path: readonly string[]): number {
  if (json === 'NaN') return Number.NaN
  if (json === 'Infinity' || json === '-Infinity') return Number(json)
  const number = typeof json === 'string' && json.trim() !== '' ? Number(json) : json
  if (typeof number !== 'number' || !Number.isFinite(number)) throw mismatch(path, 'must be a number')
  return number
}

type IntegerType = Exclude<ScalarType, 'string' | 'bytes' | 'bool' | 'double' | 'float'>

function encodeInteger(type: IntegerType, json: unknown, path: readonly string[]): Buffer {
  const isUnsigned = type === 'uint32' || type === 'uint64' || type === 'fixed32' || type === 'fixed64'
  const bits = type.endsWith('32') ? 32n : 64n
  const [lowest, highest] = isUnsigned
    ? [0n, 2n ** bits - 1n]
    : [-(2n ** (bits - 1n)), 2n ** (bits - 1n) - 1n]
  const value = integerOf(json)
  if (value === null || value < lowest || value > highest) {
    throw mismatch(path, `must be a whole number from ${lowest} to ${highest}`)
  }
  switch (type) {
    case 'fixed32':
    case 'sfixed32': {
      const bytes = Buffer.alloc(4)
      bytes.writeUInt32LE(Number(BigInt.asUintN(32, value)))
      return bytes
    }
    case 'fixed64':
    case 'sfixed64': {
      const bytes = Buffer.alloc(8)
      bytes.writeBigUInt64LE(BigInt.asUintN(64, value))
      return bytes
    }
    case 'sint32':
    case 'sint64':
      return varint(BigInt.asUintN(64, (value << 1n) ^ (value >> 63n)))
    default:
      return varint(value)
  }
}

/** Texts too: JSON numbers are not exact beyond 53 bits. */
function integerOf(json: unknown): bigint | null {
  if (typeof json === 'number') return Number.isSafeInteger(json) ? BigInt(json) : null
  return typeof json === 'string' && /^-?\d{1,20}$/.test(json) ? BigInt(json) : null
}

function mismatch(path: readonly string[], why: string): MessageMismatch {
  const dotted = path.join('.')
  const shown = dotted.length > 200 ? `${dotted.slice(0, 200)}…` : dotted
  const where = path.length === 0 ? 'The message' : `Field "${shown}" of the message`
  return new MessageMismatch(`${where} ${why.slice(0, 500)}`)
}
