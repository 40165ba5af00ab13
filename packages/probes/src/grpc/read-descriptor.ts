import { featuresOf, type ProtoFeatures } from '@sonde/schema/proto/proto-features.ts'
import {
  jsonNameOf,
  type EnumDeclaration,
  type FieldDeclaration,
  type MessageDeclaration,
  type MethodDeclaration,
  type ProtoFile,
  type ScalarType,
  type ServiceDeclaration,
} from '@sonde/schema/proto/proto-file.ts'
import { MalformedMessage, readFields, spend, type ValueBudget, type WireField } from './wire-reader.ts'

const deepestMessage = 32

type Context = { features: ProtoFeatures; budget: ValueBudget; depth: number }

/** A `google.protobuf.FileDescriptorProto`, as servers send it: the numbers below are those of descriptor.proto. */
export function readFileDescriptor(bytes: Buffer, budget: ValueBudget): ProtoFile {
  const fields = collect(bytes, budget)
  const syntax = textOf(fields, 12)
  const base =
    syntax === 'proto3' ? featuresOf.proto3 : syntax === 'editions' ? featuresOf.editions : featuresOf.proto2
  const features = optionFeatures(base, fields, { options: 8, features: 50 }, budget)
  const context: Context = { features, budget, depth: 0 }
  return {
    name: textOf(fields, 1),
    package: textOf(fields, 2),
    dependencies: bytesOf(fields, 3).map((name) => name.toString()),
    messages: bytesOf(fields, 4).map((message) => readMessage(message, context)),
    enums: bytesOf(fields, 5).map((declared) => readEnum(declared, budget)),
    services: bytesOf(fields, 6).map((service) => readService(service, budget)),
  }
}

function readMessage(bytes: Buffer, outer: Context): MessageDeclaration {
  if (outer.depth >= deepestMessage) throw new MalformedMessage('messages are declared too deep')
  const fields = collect(bytes, outer.budget)
  const features = optionFeatures(outer.features, fields, { options: 7, features: 12 }, outer.budget)
  const context = { ...outer, features, depth: outer.depth + 1 }
  const oneofs = bytesOf(fields, 8).map((oneof) => textOf(collect(oneof, outer.budget), 1))
  return {
    name: textOf(fields, 1),
    fields: bytesOf(fields, 2).map((field) => readField(field, context, oneofs)),
    messages: bytesOf(fields, 3).map((message) => readMessage(message, context)),
    enums: bytesOf(fields, 4).map((declared) => readEnum(declared, outer.budget)),
    isMapEntry: optionsOf(fields, 7, outer.budget).some(
      ({ number, ...field }) => number === 7 && field.kind === 'varint' && field.value !== 0n,
    ),
  }
}

const scalars: Readonly<Record<number, ScalarType>> = {
  1: 'double',
  2: 'float',
  3: 'int64',
  4: 'uint64',
  5: 'int32',
  6: 'fixed64',
  7: 'fixed32',
  8: 'bool',
  9: 'string',
  12: 'bytes',
  13: 'uint32',
  15: 'sfixed32',
  16: 'sfixed64',
  17: 'sint32',
  18: 'sint64',
}

const group = 10

function readField(
  bytes: Buffer,
  { features: outer, budget }: Context,
  oneofs: readonly string[],
): FieldDeclaration {
  const fields = collect(bytes, budget)
  const type = numberOf(fields, 5) ?? 0
  const scalar = scalars[type]
  const isRepeated = numberOf(fields, 4) === 3
  const isProto3Optional = (numberOf(fields, 17) ?? 0) !== 0
  const features = fieldFeatures(outer, fields, budget)
  const oneofIndex = numberOf(fields, 9)
  // A proto3 `optional` is written as a oneof of its own, which is not declared.
  const oneof = oneofIndex === null || isProto3Optional ? null : (oneofs[oneofIndex] ?? null)
  const name = textOf(fields, 1)
  return {
    name,
    jsonName: textOf(fields, 10) || jsonNameOf(name),
    number: numberOf(fields, 3) ?? 0,
    type: scalar === undefined ? { named: textOf(fields, 6) } : { scalar },
    isRepeated,
    isPacked: features.isPacked && scalar !== 'string' && scalar !== 'bytes',
    isGroup: type === group || features.isDelimited,
    hasPresence: !isRepeated && (oneof !== null || isProto3Optional || !features.isImplicit),
    oneof,
  }
}

function fieldFeatures(outer: ProtoFeatures, fields: Fields, budget: ValueBudget): ProtoFeatures {
  const packed = optionsOf(fields, 8, budget).find(({ number, kind }) => number === 2 && kind === 'varint')
  const features = optionFeatures(outer, fields, { options: 8, features: 21 }, budget)
  return packed?.kind === 'varint' ? { ...features, isPacked: packed.value !== 0n } : features
}

/** The `FeatureSet` of a file, a message or a field of an edition, over what is around it. */
function optionFeatures(
  outer: ProtoFeatures,
  fields: Fields,
  numbers: { options: number; features: number },
  budget: ValueBudget,
): ProtoFeatures {
  const result = { ...outer }
  for (const option of optionsOf(fields, numbers.options, budget)) {
    if (option.number !== numbers.features || option.kind !== 'bytes') continue
    for (const feature of readFields(option.bytes)) {
      spend(budget, 1)
      if (feature.kind !== 'varint') continue
      if (feature.number === 1) result.isImplicit = feature.value === 2n
      if (feature.number === 3) result.isPacked = feature.value === 1n
      if (feature.number === 5) result.isDelimited = feature.value === 2n
    }
  }
  return result
}

function readEnum(bytes: Buffer, budget: ValueBudget): EnumDeclaration {
  const fields = collect(bytes, budget)
  return {
    name: textOf(fields, 1),
    values: bytesOf(fields, 2).map((value) => {
      const parts = collect(value, budget)
      return { name: textOf(parts, 1), number: numberOf(parts, 2) ?? 0 }
    }),
  }
}

function readService(bytes: Buffer, budget: ValueBudget): ServiceDeclaration {
  const fields = collect(bytes, budget)
  return {
    name: textOf(fields, 1),
    methods: bytesOf(fields, 2).map((method): MethodDeclaration => {
      const parts = collect(method, budget)
      return {
        name: textOf(parts, 1),
        request: textOf(parts, 2),
        response: textOf(parts, 3),
        isClientStreaming: (numberOf(parts, 5) ?? 0) !== 0,
        isServerStreaming: (numberOf(parts, 6) ?? 0) !== 0,
      }
    }),
  }
}

type Fields = ReadonlyMap<number, readonly WireField[]>

export function collect(bytes: Buffer, budget: ValueBudget): Fields {
  const fields = new Map<number, WireField[]>()
  for (const field of readFields(bytes)) {
    spend(budget, 1)
    const known = fields.get(field.number)
    if (known === undefined) fields.set(field.number, [field])
    else known.push(field)
  }
  return fields
}

function optionsOf(fields: Fields, number: number, budget: ValueBudget): WireField[] {
  return bytesOf(fields, number).flatMap((options) => {
    const found = [...readFields(options)]
    spend(budget, found.length)
    return found
  })
}

export function bytesOf(fields: Fields, number: number): Buffer[] {
  return (fields.get(number) ?? []).flatMap((field) => (field.kind === 'bytes' ? [field.bytes] : []))
}

export function textOf(fields: Fields, number: number): string {
  return bytesOf(fields, number).at(-1)?.toString() ?? ''
}

/** A 32-bit number, as all of them are here. */
export function numberOf(fields: Fields, number: number): number | null {
  const field = fields.get(number)?.at(-1)
  return field?.kind === 'varint' ? Number(BigInt.asIntN(32, field.value)) : null
}
