import type { MessageType, ProtoField, ProtoTypes } from '@sonde/schema/proto/link-protos.ts'
import type { ScalarType } from '@sonde/schema/proto/proto-file.ts'
import {
  MalformedMessage,
  readFields,
  readVarint,
  spend,
  type ValueBudget,
  type WireField,
} from './wire-reader.ts'
import { writeWellKnown } from './well-known-json.ts'

export type DecodeContext = { types: ProtoTypes['types']; budget: ValueBudget }

const deepestValue = 100

/**
 * A message as proto3 JSON, default values shown. Interpreted, not compiled: the types come from the target, and
 * the libraries turn them into code that runs here.
 */
export function decodeMessage(type: MessageType, bytes: Buffer, context: DecodeContext, depth = 0): unknown {
  if (depth > deepestValue) throw new MalformedMessage('the message is nested too deep')
  const written = collectFields(type, bytes, context.budget)
  const decoded = (field: ProtoField, occurrences: readonly WireField[]) =>
    decodeField(field, occurrences, context, depth)
  const wellKnown = writeWellKnown(type, {
    value: (name) => {
      const field = type.byName.get(name)
      const occurrences = field === undefined ? undefined : written.get(field)
      if (field === undefined) return undefined
      return occurrences === undefined ? defaultOf(field) : decoded(field, occurrences)
    },
    isSet: (name) => {
      const field = type.byName.get(name)
      return field !== undefined && written.has(field)
    },
    decodeAny: (typeName, packed) => {
      const inner = context.types.get(typeName)
      return inner?.kind === 'message'
        ? { inner, json: decodeMessage(inner, packed, context, depth + 1) }
        : null
    },
  })
  if (wellKnown !== null) return wellKnown.json
  // Without a prototype: a field may be called `__proto__`.
  const json: Record<string, unknown> = Object.create(null)
  for (const field of type.fields) {
    const occurrences = written.get(field)
    if (occurrences !== undefined) json[field.jsonName] = decoded(field, occurrences)
    else if (!field.hasPresence && field.value.kind !== 'unknown') {
      spend(context.budget, 1)
      json[field.jsonName] = defaultOf(field)
    }
  }
  return json
}

/** Of each field what was written for it; of the members of a oneof the last. */
function collectFields(type: MessageType, bytes: Buffer, budget: ValueBudget): Map<ProtoField, WireField[]> {
  const written = new Map<ProtoField, WireField[]>()
  const members = new Map<string, ProtoField>()
  for (const wire of readFields(bytes)) {
    spend(budget, 1)
    const field = type.byNumber.get(wire.number)
    if (field === undefined || field.value.kind === 'unknown') continue
    if (field.oneof !== null) {
      const before = members.get(field.oneof)
      if (before !== undefined && before !== field) written.delete(before)
      members.set(field.oneof, field)
    }
    const known = written.get(field)
    if (known === undefined) written.set(field, [wire])
    else known.push(wire)
  }
  return written
}

function decodeField(
  field: ProtoField,
  occurrences: readonly WireField[],
  context: DecodeContext,
  depth: number,
): unknown {
  const { value } = field
  if (value.kind === 'message') {
    const bodies = occurrences.map(bodyOf)
    if (!field.isRepeated) return decodeMessage(value, join(bodies), context, depth + 1)
    if (value.isMapEntry) return decodeMap(value, bodies, context, depth)
    return bodies.map((body) => decodeMessage(value, body, context, depth + 1))
  }
  const scalar = value.kind === 'scalar' ? value.type : 'enum'
  const show = (wire: WireField): unknown => showValue(field, decodeScalar(scalar, wire))
  if (!field.isRepeated) {
    const last = occurrences.at(-1)
    return last === undefined ? defaultOf(field) : show(last)
  }
  // Packed or one by one, whatever the type says: readers take both.
  return occurrences.flatMap((wire) =>
    wire.kind === 'bytes' && scalar !== 'string' && scalar !== 'bytes'
      ? unpack(scalar, wire.bytes, context.budget).map(show)
      : [show(wire)],
  )
}

/** Parts of one message that were written apart belong together, and later ones win: just as in one piece. */
function join(bodies: readonly Buffer[]): Buffer {
  const [only] = bodies
  return bodies.length === 1 && only !== undefined ? only : Buffer.concat(bodies)
}

function bodyOf(wire: WireField): Buffer {
  if (wire.kind === 'bytes' || wire.kind === 'group') return wire.bytes
  throw new MalformedMessage(`field ${wire.number} is not a message`)
}

function decodeMap(
  entry: MessageType,
  bodies: readonly Buffer[],
  context: DecodeContext,
  depth: number,
): Record<string, unknown> {
  const key = entry.byNumber.get(1)
  const value = entry.byNumber.get(2)
  const map: Record<string, unknown> = Object.create(null)
  if (key === undefined || value === undefined) return map
  for (const body of bodies) {
    const written = collectFields(entry, body, context.budget)
    const keyJson = part(key)
    map[String(keyJson)] = part(value)

    function part(field: ProtoField): unknown {
      const occurrences = written.get(field)
      if (occurrences !== undefined) return decodeField(field, occurrences, context, depth + 1)
      return field.value.kind === 'message'
        ? decodeMessage(field.value, Buffer.alloc(0), context, depth + 1)
        : defaultOf(field)
    }
  }
  return map
}

type WireScalar = ScalarType | 'enum'
type Scalar = number | bigint | boolean | string | Buffer

function unpack(scalar: WireScalar, bytes: Buffer, budget: ValueBudget): WireField[] {
  const width = widthOf(scalar)
  const values: WireField[] = []
  let at = 0
  while (at < bytes.length) {
    spend(budget, 1)
    if (width === null) {
      const { value, end } = readVarint(bytes, at)
      values.push({ number: 1, kind: 'varint', value })
      at = end
    } else {
      if (at + width > bytes.length) throw new MalformedMessage('a packed list ends in the middle of a value')
      const kind = width === 8 ? 'fixed64' : 'fixed32'
      values.push({ number: 1, kind, bytes: bytes.subarray(at, at + width) })
      at += width
    }
  }
  return values
}

function widthOf(scalar: WireScalar): 8 | 4 | null {
  switch (scalar) {
    case 'double':
    case 'fixed64':
    case 'sfixed64':
      return 8
    case 'float':
    case 'fixed32':
    case 'sfixed32':
      return 4
    default:
      return null
  }
}

function decodeScalar(scalar: WireScalar, wire: WireField): Scalar {
  if (scalar === 'string' || scalar === 'bytes') {
    if (wire.kind !== 'bytes') throw new MalformedMessage(`field ${wire.number} is not a ${scalar}`)
    return scalar === 'string' ? wire.bytes.toString() : wire.bytes
  }
  const width = widthOf(scalar)
  if (width === null) {
    if (wire.kind !== 'varint') throw new MalformedMessage(`field ${wire.number} is not a ${scalar}`)
    return fromVarint(scalar, wire.value)
  }
  if (wire.kind !== (width === 8 ? 'fixed64' : 'fixed32')) {
    throw new MalformedMessage(`field ${wire.number} is not a ${scalar}`)
  }
  return fromFixed(scalar, wire.bytes)
}

function fromVarint(scalar: WireScalar, value: bigint): Scalar {
  switch (scalar) {
    case 'bool':
      return value !== 0n
    case 'uint64':
      return value
    case 'int64':
      return BigInt.asIntN(64, value)
    case 'sint64':
      return (value >> 1n) ^ -(value & 1n)
    case 'uint32':
      return Number(BigInt.asUintN(32, value))
    case 'sint32': {
      const bits = BigInt.asUintN(32, value)
      return Number(BigInt.asIntN(32, (bits >> 1n) ^ -(bits & 1n)))
    }
    default:
      return Number(BigInt.asIntN(32, value))
  }
}

function fromFixed(scalar: WireScalar, bytes: Buffer): Scalar {
  switch (scalar) {
    case 'double':
      return bytes.readDoubleLE()
    case 'float':
      return shortestFloat(bytes.readFloatLE())
    case 'fixed64':
      return bytes.readBigUInt64LE()
    case 'sfixed64':
      return bytes.readBigInt64LE()
    case 'fixed32':
      return bytes.readUInt32LE()
    default:
      return bytes.readInt32LE()
  }
}

/** 0.1 in 32 bits is 0.10000000149011612 in 64: shown is the shortest number that means the same. */
function shortestFloat(value: number): number {
  if (!Number.isFinite(value)) return value
  for (let digits = 6; digits < 9; digits += 1) {
    const short = Number(value.toPrecision(digits))
    if (Math.fround(short) === value) return short
  }
  return value
}

function showValue({ value: type }: ProtoField, value: Scalar): unknown {
  if (typeof value === 'bigint') return String(value)
  if (Buffer.isBuffer(value)) return value.toString('base64')
  if (type.kind === 'enum' && typeof value === 'number') {
    if (type.name === 'google.protobuf.NullValue') return null
    return type.names.get(value) ?? value
  }
  // JSON has no such numbers.
  return typeof value === 'number' && !Number.isFinite(value) ? String(value) : value
}

function defaultOf(field: ProtoField): unknown {
  const { value } = field
  if (field.isRepeated) return value.kind === 'message' && value.isMapEntry ? {} : []
  if (value.kind === 'enum') return showValue(field, value.first)
  if (value.kind !== 'scalar') return null
  switch (value.type) {
    case 'string':
    case 'bytes':
      return ''
    case 'bool':
      return false
    case 'int64':
    case 'uint64':
    case 'sint64':
    case 'fixed64':
    case 'sfixed64':
      return '0'
    default:
      return 0
  }
}
