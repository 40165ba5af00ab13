import { createProtoCursor, type ProtoCursor } from './proto-cursor.ts'
import { featuresOf, withFeature, type ProtoFeatures, type ProtoSyntax } from './proto-features.ts'
import {
  jsonNameOf,
  scalarTypes,
  type EnumDeclaration,
  type FieldDeclaration,
  type MessageDeclaration,
  type MethodDeclaration,
  type ProtoFile,
  type ScalarType,
  type ServiceDeclaration,
} from './proto-file.ts'
import { tokenizeProto } from './tokenize-proto.ts'

const deepestMessage = 32

type Body = { messages: MessageDeclaration[]; enums: EnumDeclaration[] }
type MessageBody = Body & { fields: FieldDeclaration[] }
type Context = { syntax: ProtoSyntax; features: ProtoFeatures; depth: number }

/**
 * Reads the text of a .proto file. Written here because the libraries compile a message of 15,000 fields, which
 * anybody may send us, in more than 20 s. Throws a `ProtoMistake`.
 */
export function parseProto(text: string, name = 'file.proto'): ProtoFile {
  const cursor = createProtoCursor(tokenizeProto(text))
  const syntax = parseSyntax(cursor)
  const context: Context = { syntax, features: featuresOf[syntax], depth: 0 }
  const dependencies: string[] = []
  const services: ServiceDeclaration[] = []
  const body: Body = { messages: [], enums: [] }
  let packageName = ''
  while (cursor.peek().kind !== 'end') {
    if (cursor.tryTake(';')) continue
    const { text: word } = cursor.peek()
    switch (word) {
      case 'import':
        dependencies.push(parseImport(cursor))
        break
      case 'package':
        cursor.take('package')
        packageName = cursor.takeDottedName('the name of a package')
        cursor.take(';')
        break
      case 'option':
        context.features = parseOption(cursor, context.features)
        break
      case 'service':
        services.push(parseService(cursor))
        break
      case 'extend':
        parseExtend(cursor, context, body)
        break
      default:
        if (!parseType(cursor, context, body)) cursor.fail('a message, an enum or a service')
    }
  }
  return { name, package: packageName, dependencies, services, ...body }
}

function parseSyntax(cursor: ProtoCursor): ProtoSyntax {
  if (cursor.tryTake('edition')) {
    cursor.take('=')
    cursor.takeString('an edition')
    cursor.take(';')
    return 'editions'
  }
  if (!cursor.tryTake('syntax')) return 'proto2'
  cursor.take('=')
  const { text } = cursor.peek()
  if (text !== 'proto2' && text !== 'proto3') cursor.fail('"proto2" or "proto3"')
  cursor.takeString('a syntax')
  cursor.take(';')
  return text
}

function parseImport(cursor: ProtoCursor): string {
  cursor.take('import')
  if (cursor.peek().kind === 'name') cursor.takeName('public or weak')
  const file = cursor.takeString('the name of a file')
  cursor.take(';')
  return file
}

/** `option features.x = Y;` changes what follows; every other option is for generated code. */
function parseOption(cursor: ProtoCursor, features: ProtoFeatures): ProtoFeatures {
  cursor.take('option')
  const parts: string[] = []
  while (parts.length < 4 && (cursor.peek().kind === 'name' || cursor.peek().text === '.')) {
    parts.push(cursor.peek().text)
    cursor.take(cursor.peek().text)
  }
  const value = cursor.peek().text === '=' ? cursor.peek(1).text : ''
  cursor.skipStatement()
  return withFeature(features, parts.join(''), value)
}

/** A message or an enum, if one begins here. */
function parseType(cursor: ProtoCursor, context: Context, { messages, enums }: Body): boolean {
  const isQualified = ['export', 'local'].includes(cursor.peek().text)
  const word = cursor.peek(isQualified ? 1 : 0)
  const name = cursor.peek(isQualified ? 2 : 1)
  if ((word.text !== 'message' && word.text !== 'enum') || name.kind !== 'name') return false
  if (isQualified) cursor.take(cursor.peek().text)
  cursor.take(word.text)
  if (word.text === 'enum') enums.push(parseEnum(cursor))
  else messages.push(parseMessage(cursor, cursor.takeName('the name of a message'), context))
  return true
}

function parseEnum(cursor: ProtoCursor): EnumDeclaration {
  const name = cursor.takeName('the name of an enum')
  const values: { name: string; number: number }[] = []
  cursor.take('{')
  while (!cursor.tryTake('}')) {
    if (cursor.tryTake(';')) continue
    const isReserved = cursor.peek().text === 'reserved' && cursor.peek(1).text !== '='
    const isOption = cursor.peek().text === 'option' && cursor.peek(1).text !== '='
    if (isReserved || isOption) {
      cursor.skipStatement()
      continue
    }
    const valueName = cursor.takeName('the name of a value')
    cursor.take('=')
    values.push({ name: valueName, number: cursor.takeInteger('the number of a value') })
    cursor.skipStatement()
  }
  if (values.length === 0) cursor.fail(`a value in the enum "${name}"`)
  return { name, values }
}

function parseMessage(cursor: ProtoCursor, name: string, outer: Context): MessageDeclaration {
  if (outer.depth >= deepestMessage) cursor.fail(`messages at most ${deepestMessage} deep`)
  const context = { ...outer, depth: outer.depth + 1 }
  const body: MessageBody = { fields: [], messages: [], enums: [] }
  cursor.take('{')
  while (!cursor.tryTake('}')) {
    if (cursor.tryTake(';')) continue
    const { text } = cursor.peek()
    const follows = cursor.peek(1)
    if (text === 'option' && (follows.kind === 'name' || follows.text === '(')) {
      context.features = parseOption(cursor, context.features)
    } else if (text === 'extensions' || text === 'reserved') {
      if (follows.kind === 'name' && cursor.peek(2).text === '=') parseField(cursor, context, body, null)
      else cursor.skipStatement()
    } else if (text === 'extend' && (follows.kind === 'name' || follows.text === '.')) {
      parseExtend(cursor, context, body)
    } else if (text === 'oneof' && cursor.peek(2).text === '{') {
      parseOneof(cursor, context, body)
    } else if (!parseType(cursor, context, body)) {
      parseField(cursor, context, body, null)
    }
  }
  return { name, ...body, isMapEntry: false }
}

function parseOneof(cursor: ProtoCursor, context: Context, body: MessageBody): void {
  cursor.take('oneof')
  const name = cursor.takeName('the name of a oneof')
  cursor.take('{')
  while (!cursor.tryTake('}')) {
    if (cursor.tryTake(';')) continue
    if (cursor.peek().text === 'option') cursor.skipStatement()
    else parseField(cursor, context, body, name)
  }
}

/** Fields that somebody adds to messages of others: read, so that mistakes are found, and not used. */
function parseExtend(cursor: ProtoCursor, context: Context, { messages, enums }: Body): void {
  cursor.take('extend')
  cursor.takeDottedName('the name of a message')
  cursor.take('{')
  while (!cursor.tryTake('}')) {
    if (!cursor.tryTake(';')) parseField(cursor, context, { messages, enums, fields: [] }, null)
  }
}

function parseField(cursor: ProtoCursor, context: Context, body: MessageBody, oneof: string | null): void {
  if (cursor.peek().text === 'map' && cursor.peek(1).text === '<') return parseMap(cursor, context, body)
  const label = takeLabel(cursor)
  const isGroup = cursor.peek().text === 'group' && cursor.peek(1).kind === 'name'
  const typeName = isGroup ? takeGroup(cursor) : cursor.takeDottedName('a field')
  const fieldName = isGroup ? typeName.toLowerCase() : cursor.takeName('the name of a field')
  const number = takeNumber(cursor)
  const { features, jsonName } = takeFieldOptions(cursor, context.features)
  if (isGroup) body.messages.push(parseMessage(cursor, typeName, context))
  else cursor.take(';')
  const scalar = scalarOf(typeName)
  const isMessageOrEnum = scalar === null
  body.fields.push({
    name: fieldName,
    jsonName: jsonName ?? jsonNameOf(fieldName),
    number,
    type: scalar === null ? { named: typeName } : { scalar },
    isRepeated: label === 'repeated',
    isPacked: features.isPacked && scalar !== 'string' && scalar !== 'bytes',
    isGroup: isGroup || (features.isDelimited && isMessageOrEnum),
    hasPresence:
      label !== 'repeated' && (oneof !== null || label === 'optional' || isGroup || !features.isImplicit),
    oneof,
  })
}

const labels = ['optional', 'required', 'repeated'] as const

/** A word that begins a field may also be the name of its type. */
function takeLabel(cursor: ProtoCursor): (typeof labels)[number] | null {
  const { text } = cursor.peek()
  const label = labels.find((known) => known === text)
  if (label === undefined || (cursor.peek(1).kind === 'name' && cursor.peek(2).text === '=')) return null
  cursor.take(label)
  return label
}

function takeGroup(cursor: ProtoCursor): string {
  cursor.take('group')
  return cursor.takeName('the name of a group')
}

/** A map is a list of entries that have a key and a value. */
function parseMap(cursor: ProtoCursor, context: Context, body: MessageBody): void {
  cursor.take('map')
  cursor.take('<')
  const key = scalarOf(cursor.takeName('the type of a key'))
  if (key === null || ['double', 'float', 'bytes'].includes(key))
    cursor.fail('a key that is no float, bytes, message or enum')
  cursor.take(',')
  const value = cursor.takeDottedName('the type of a value')
  cursor.take('>')
  const name = cursor.takeName('the name of a field')
  const number = takeNumber(cursor)
  const { jsonName } = takeFieldOptions(cursor, context.features)
  cursor.take(';')
  const entry = mapEntryName(name)
  const scalar = scalarOf(value)
  const part = { isRepeated: false, isPacked: false, isGroup: false, hasPresence: false, oneof: null }
  body.messages.push({
    name: entry,
    fields: [
      { ...part, name: 'key', jsonName: 'key', number: 1, type: { scalar: key } },
      {
        ...part,
        name: 'value',
        jsonName: 'value',
        number: 2,
        type: scalar === null ? { named: value } : { scalar },
      },
    ],
    messages: [],
    enums: [],
    isMapEntry: true,
  })
  body.fields.push({
    ...part,
    name,
    jsonName: jsonName ?? jsonNameOf(name),
    number,
    type: { named: entry },
    isRepeated: true,
  })
}

function mapEntryName(field: string): string {
  const camel = jsonNameOf(field)
  return `${camel.slice(0, 1).toUpperCase()}${camel.slice(1)}Entry`
}

const highestNumber = 536_870_911

function takeNumber(cursor: ProtoCursor): number {
  cursor.take('=')
  const number = cursor.takeInteger('the number of a field')
  const isOurs = number < 19_000 || number > 19_999
  if (number < 1 || number > highestNumber || !isOurs)
    cursor.fail(`a field number from 1 to ${highestNumber}, not 19000 to 19999`)
  return number
}

function takeFieldOptions(
  cursor: ProtoCursor,
  outer: ProtoFeatures,
): { features: ProtoFeatures; jsonName: string | null } {
  let features = outer
  let jsonName: string | null = null
  if (!cursor.tryTake('[')) return { features, jsonName }
  let open = 0
  let name = ''
  while (open > 0 || !cursor.tryTake(']')) {
    const { kind, text } = cursor.peek()
    if (kind === 'end') cursor.fail('"]"')
    if (kind === 'symbol' && ['{', '[', '('].includes(text)) open += 1
    if (kind === 'symbol' && ['}', ']', ')'].includes(text)) open -= 1
    if (kind === 'symbol' && text === ',' && open === 0) name = ''
    else if (kind === 'symbol' && text === '=' && open === 0) {
      const value = cursor.peek(1)
      features = withFeature(features, name, value.text)
      if (name === 'json_name' && value.kind === 'string') jsonName = value.text
      name = ''
    } else if (name.length < 100) name += text
    if (kind === 'string') cursor.takeString('a text')
    else cursor.take(text)
  }
  return { features, jsonName }
}

function scalarOf(name: string): ScalarType | null {
  return scalarTypes.find((scalar) => scalar === name) ?? null
}

function parseService(cursor: ProtoCursor): ServiceDeclaration {
  cursor.take('service')
  const name = cursor.takeName('the name of a service')
  const methods: MethodDeclaration[] = []
  cursor.take('{')
  while (!cursor.tryTake('}')) {
    if (cursor.tryTake(';')) continue
    if (cursor.peek().text === 'option') cursor.skipStatement()
    else methods.push(parseMethod(cursor))
  }
  return { name, methods }
}

function parseMethod(cursor: ProtoCursor): MethodDeclaration {
  cursor.take('rpc')
  const name = cursor.takeName('the name of a method')
  const request = parseMethodType(cursor)
  cursor.take('returns')
  const response = parseMethodType(cursor)
  if (cursor.tryTake('{')) {
    while (!cursor.tryTake('}')) {
      if (cursor.tryTake(';')) continue
      if (cursor.peek().text !== 'option') cursor.fail('an option')
      cursor.skipStatement()
    }
  } else cursor.take(';')
  return {
    name,
    request: request.name,
    response: response.name,
    isClientStreaming: request.isStream,
    isServerStreaming: response.isStream,
  }
}

function parseMethodType(cursor: ProtoCursor): { name: string; isStream: boolean } {
  cursor.take('(')
  const isStream = cursor.peek().text === 'stream' && cursor.peek(1).text !== ')'
  if (isStream) cursor.take('stream')
  const name = cursor.takeDottedName('the name of a message')
  cursor.take(')')
  return { name, isStream }
}
