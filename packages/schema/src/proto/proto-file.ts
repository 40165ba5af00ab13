/** What one .proto file declares, however it was read: as text, or as a descriptor that a server sent. */
export type ProtoFile = {
  name: string
  package: string
  dependencies: readonly string[]
  messages: readonly MessageDeclaration[]
  enums: readonly EnumDeclaration[]
  services: readonly ServiceDeclaration[]
}

export type MessageDeclaration = {
  name: string
  fields: readonly FieldDeclaration[]
  messages: readonly MessageDeclaration[]
  enums: readonly EnumDeclaration[]
  /** An entry of a map: a message that nobody wrote, with `key` and `value`. */
  isMapEntry: boolean
}

export const scalarTypes = [
  'double',
  'float',
  'int64',
  'uint64',
  'int32',
  'fixed64',
  'fixed32',
  'bool',
  'string',
  'bytes',
  'uint32',
  'sfixed32',
  'sfixed64',
  'sint32',
  'sint64',
] as const
export type ScalarType = (typeof scalarTypes)[number]

export type FieldDeclaration = {
  name: string
  jsonName: string
  number: number
  /** The name of a message or an enum is looked up from where the field stands, unless it begins with a dot. */
  type: { scalar: ScalarType } | { named: string }
  isRepeated: boolean
  isPacked: boolean
  /** Written between two tags instead of behind a length. */
  isGroup: boolean
  /** Whether "not set" differs from the default value; always so for messages. */
  hasPresence: boolean
  /** Of the members of one, at most one is set. */
  oneof: string | null
}

export type EnumDeclaration = { name: string; values: readonly EnumValue[] }
export type EnumValue = { name: string; number: number }

export type ServiceDeclaration = { name: string; methods: readonly MethodDeclaration[] }

export type MethodDeclaration = {
  name: string
  request: string
  response: string
  isClientStreaming: boolean
  isServerStreaming: boolean
}

/** A file that makes no sense, in words for whoever wrote it. */
export class ProtoMistake extends Error {
  override readonly name = 'ProtoMistake'
}

/** As protoc makes them: `user_id` is `userId`. */
export function jsonNameOf(name: string): string {
  return name.replaceAll(/_+([a-zA-Z0-9]?)/g, (_, next: string) => next.toUpperCase())
}

/** Names of types and packages are searched scope by scope: what is longer than this is an attack. */
export const longestName = 512
