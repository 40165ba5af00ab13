import {
  longestName,
  ProtoMistake,
  type EnumDeclaration,
  type FieldDeclaration,
  type MessageDeclaration,
  type ProtoFile,
  type ScalarType,
} from './proto-file.ts'
import { wellKnownProtos } from './well-known-protos.ts'

export type EnumType = {
  kind: 'enum'
  name: string
  /** The first of the values that share a number. */
  names: ReadonlyMap<number, string>
  numbers: ReadonlyMap<string, number>
  first: number
}

export type MessageType = {
  kind: 'message'
  name: string
  fields: readonly ProtoField[]
  byNumber: ReadonlyMap<number, ProtoField>
  /** By the name in JSON and by the name in the file: readers of JSON take both. */
  byName: ReadonlyMap<string, ProtoField>
  isMapEntry: boolean
}

export type ProtoField = Omit<FieldDeclaration, 'type'> & { value: FieldValue }

export type FieldValue =
  | { kind: 'scalar'; type: ScalarType }
  | EnumType
  | MessageType
  /** Declared in a file that nobody gave us. */
  | { kind: 'unknown'; name: string }

export type Method = {
  /** `package.Service/Method`. */
  name: string
  request: FieldValue
  response: FieldValue
  isClientStreaming: boolean
  isServerStreaming: boolean
}

export type ProtoTypes = {
  types: ReadonlyMap<string, EnumType | MessageType>
  methods: ReadonlyMap<string, Method>
  /** Names that are used and nowhere declared, each with where it stands. */
  missing: readonly string[]
}

/** Named of all the types that are missing. */
const mostMissing = 10

/** Every name is looked for in each scope around it. */
const deepestScope = 50

/** Puts declarations together: every name of a type becomes the type. Throws a `ProtoMistake`. */
export function linkProtos(ownFiles: readonly ProtoFile[]): ProtoTypes {
  const files = [...ownFiles, ...wellKnownProtos().filter((file) => !isOwnFile(file, ownFiles))]
  const types = new Map<string, EnumType | MessageType>()
  const unlinked: { declaration: MessageDeclaration; type: OpenMessage }[] = []
  const missing: string[] = []

  function declare(name: string, type: EnumType | MessageType): void {
    if (name.length > longestName || name.split('.').length > deepestScope) {
      throw new ProtoMistake(`the name "${name.slice(0, 50)}…" is too long`)
    }
    if (types.has(name)) throw new ProtoMistake(`"${name}" is declared twice`)
    types.set(name, type)
  }

  function declareAll(
    scope: string,
    messages: readonly MessageDeclaration[],
    enums: readonly EnumDeclaration[],
  ) {
    for (const declaration of enums) {
      const name = within(scope, declaration.name)
      declare(name, enumOf(name, declaration))
    }
    for (const declaration of messages) {
      const name = within(scope, declaration.name)
      const type = openMessage(name, declaration)
      declare(name, type)
      unlinked.push({ declaration, type })
      declareAll(name, declaration.messages, declaration.enums)
    }
  }

  /** From the innermost scope outwards, as the language wants it. */
  function find(name: string, scope: string, user: string): FieldValue {
    if (name.startsWith('.')) {
      const found = types.get(name.slice(1))
      if (found !== undefined) return found
    } else {
      for (let from = scope; ; from = from.slice(0, Math.max(0, from.lastIndexOf('.')))) {
        const found = types.get(within(from, name))
        if (found !== undefined) return found
        if (from === '') break
      }
    }
    if (missing.length < mostMissing) missing.push(`${user}: there is no type "${name}"`)
    return { kind: 'unknown', name }
  }

  for (const file of files) declareAll(file.package, file.messages, file.enums)
  for (const { declaration, type } of unlinked) {
    for (const { type: named, ...rest } of declaration.fields) {
      const value: FieldValue =
        'scalar' in named ? { kind: 'scalar', type: named.scalar } : find(named.named, type.name, type.name)
      addField(type, { ...rest, ...adjusted(rest, value), value })
    }
  }
  const methods = new Map<string, Method>()
  for (const file of files) {
    for (const service of file.services) {
      const serviceName = within(file.package, service.name)
      for (const { request, response, ...method } of service.methods) {
        const name = `${serviceName}/${method.name}`
        if (methods.has(name)) throw new ProtoMistake(`"${name}" is declared twice`)
        methods.set(name, {
          ...method,
          name,
          request: find(request, file.package, name),
          response: find(response, file.package, name),
        })
      }
    }
  }
  return { types, methods, missing }
}

/** What only the type of a field decides. */
function adjusted(
  field: Omit<FieldDeclaration, 'type'>,
  value: FieldValue,
): Pick<ProtoField, 'hasPresence' | 'isPacked' | 'isGroup'> {
  const isMessage = value.kind === 'message'
  return {
    hasPresence: field.hasPresence || (isMessage && !field.isRepeated),
    isPacked: field.isPacked && field.isRepeated && (value.kind === 'scalar' || value.kind === 'enum'),
    isGroup: field.isGroup && isMessage,
  }
}

type OpenMessage = MessageType & {
  fields: ProtoField[]
  byNumber: Map<number, ProtoField>
  byName: Map<string, ProtoField>
}

function openMessage(name: string, { isMapEntry }: MessageDeclaration): OpenMessage {
  return { kind: 'message', name, fields: [], byNumber: new Map(), byName: new Map(), isMapEntry }
}

function addField(type: OpenMessage, field: ProtoField): void {
  const twice = type.byNumber.get(field.number)
  if (twice !== undefined) {
    throw new ProtoMistake(
      `"${type.name}" gives the number ${field.number} to "${twice.name}" and to "${field.name}"`,
    )
  }
  if (type.byName.get(field.name)?.name === field.name) {
    throw new ProtoMistake(`"${type.name}" has two fields "${field.name}"`)
  }
  type.fields.push(field)
  type.byNumber.set(field.number, field)
  for (const name of [field.jsonName, field.name]) if (!type.byName.has(name)) type.byName.set(name, field)
}

function enumOf(name: string, { values }: EnumDeclaration): EnumType {
  const names = new Map<number, string>()
  const numbers = new Map<string, number>()
  for (const value of values) {
    if (!names.has(value.number)) names.set(value.number, value.name)
    numbers.set(value.name, value.number)
  }
  return { kind: 'enum', name, names, numbers, first: values[0]?.number ?? 0 }
}

/** Who declares a type of such a file, under whatever name, has the whole file. */
function isOwnFile(wellKnown: ProtoFile, ownFiles: readonly ProtoFile[]): boolean {
  const names = new Set(wellKnown.messages.map(({ name }) => name))
  return ownFiles.some(
    (file) => file.package === wellKnown.package && file.messages.some(({ name }) => names.has(name)),
  )
}

function within(scope: string, name: string): string {
  return scope === '' ? name : `${scope}.${name}`
}
