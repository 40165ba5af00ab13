/** As much of an OpenAPI 3.0 document as types are written from. */
export type ApiDocument = {
  paths: Readonly<Record<string, Readonly<Record<string, DocumentOperation>>>>
  components: { schemas: Readonly<Record<string, DocumentSchema>> }
}

type DocumentOperation = {
  parameters?: readonly { name: string; in: string; required?: boolean; schema: DocumentSchema }[]
  requestBody?: { required?: boolean; content: Content }
  responses: Readonly<Record<string, { content?: Content }>>
}

type Content = Readonly<Record<string, { schema?: DocumentSchema }>>

type DocumentSchema = {
  $ref?: string
  type?: string
  nullable?: boolean
  enum?: readonly unknown[]
  anyOf?: readonly DocumentSchema[]
  items?: DocumentSchema
  properties?: Readonly<Record<string, DocumentSchema>>
  required?: readonly string[]
  additionalProperties?: boolean | DocumentSchema
}

const json = 'application/json'
const refPrefix = '#/components/schemas/'

/**
 * The types of every operation of the API, by method and path, and of the schemas that they name. Answers are those of
 * success: a failure has one form, which `ApiError` knows.
 */
export function writeApiTypes(document: ApiDocument): string {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      operation,
    })),
  )
  const entries = operations.map(({ name, operation }) => ({ name, type: operationType(operation) }))
  const schemas = schemasReachedFrom(
    document,
    entries.map(({ type }) => type),
  )
  return [
    '// Written by `npm run api-types` from the API document. Change the document, not this file.',
    '',
    `export type Schemas = ${objectOf(schemas)}`,
    '',
    `export type Operations = ${objectOf(entries)}`,
    '',
  ].join('\n')
}

function operationType(operation: DocumentOperation): string {
  const { requestBody } = operation
  const params = parametersType(operation, 'path')
  const query = parametersType(operation, 'query')
  const body = requestBody?.content[json]?.schema
  const request = [
    ...(params === null ? [] : [{ name: 'params', type: params.type }]),
    ...(query === null ? [] : [{ name: 'query', isOptional: query.isOptional, type: query.type }]),
    ...(body === undefined
      ? []
      : [{ name: 'body', isOptional: requestBody?.required !== true, type: typeOf(body) }]),
  ]
  return objectOf([
    { name: 'request', type: objectOf(request) },
    { name: 'answer', type: answerType(operation) },
  ])
}

function parametersType(
  { parameters = [] }: DocumentOperation,
  place: 'path' | 'query',
): { type: string; isOptional: boolean } | null {
  const members = parameters
    .filter((parameter) => parameter.in === place)
    .map(({ name, required, schema }) => ({ name, isOptional: required !== true, type: typeOf(schema) }))
  if (members.length === 0) return null
  return { type: objectOf(members), isOptional: members.every(({ isOptional }) => isOptional) }
}

function answerType({ responses }: DocumentOperation): string {
  const contents = Object.entries(responses)
    .filter(([status]) => status.startsWith('2'))
    .map(([, { content }]) => content)
  const types = contents.map((content) => {
    if (content === undefined) return 'undefined'
    // Pictures, streams and tables are read as what they are, not as a value.
    const schema = content[json]?.schema
    return schema === undefined ? 'unknown' : typeOf(schema)
  })
  return [...new Set(types)].join(' | ')
}

function typeOf(schema: DocumentSchema): string {
  const type = plainTypeOf(schema)
  return schema.nullable === true && !(schema.enum ?? []).includes(null) ? `${type} | null` : type
}

function plainTypeOf(schema: DocumentSchema): string {
  if (schema.$ref !== undefined) return `Schemas['${schema.$ref.slice(refPrefix.length)}']`
  if (schema.enum !== undefined) return schema.enum.map(literal).join(' | ')
  if (schema.anyOf !== undefined) {
    const choices = [...new Set(schema.anyOf.map(typeOf))].join(' | ')
    return schema.properties === undefined ? choices : `${objectType(schema)} & (${choices})`
  }
  switch (schema.type) {
    case 'string':
    case 'boolean':
      return schema.type
    case 'number':
    case 'integer':
      return 'number'
    case 'array': {
      const { items = {} } = schema
      return isCompound(items) ? `(${typeOf(items)})[]` : `${typeOf(items)}[]`
    }
    case 'object':
      return objectType(schema)
    case undefined:
      return 'unknown'
    default:
      throw new Error(`The document has a schema of type '${schema.type}', which is not known here`)
  }
}

function objectType({ properties, required = [], additionalProperties }: DocumentSchema): string {
  const members = Object.entries(properties ?? {}).map(([name, property]) => ({
    name,
    isOptional: !required.includes(name),
    type: typeOf(property),
  }))
  const others = typeof additionalProperties === 'object' ? typeOf(additionalProperties) : 'unknown'
  if (members.length === 0) return `{ [name: string]: ${others} }`
  return objectOf(
    members,
    additionalProperties === undefined || additionalProperties === false ? null : others,
  )
}

type Member = { name: string; type: string; isOptional?: boolean }

function objectOf(members: readonly Member[], others: string | null = null): string {
  if (members.length === 0 && others === null) return '{}'
  const lines = members.map(
    ({ name, type, isOptional = false }) => `${propertyName(name)}${isOptional ? '?' : ''}: ${type}`,
  )
  if (others !== null) lines.push(`[name: string]: ${others}`)
  return `{\n${lines.map((line) => indent(line)).join('\n')}\n}`
}

function indent(text: string): string {
  return text.replaceAll(/^/gm, '  ')
}

function propertyName(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : literal(name)
}

function literal(value: unknown): string {
  return typeof value === 'string'
    ? `'${value.replaceAll(/[\\']/g, (character) => `\\${character}`)}'`
    : JSON.stringify(value)
}

/** Whether its type is a union or an intersection, around which brackets are needed. */
function isCompound({ nullable, enum: values = [], anyOf }: DocumentSchema): boolean {
  return nullable === true || values.length > 1 || anyOf !== undefined
}

/** Those that the operations name, and those that these name: errors are named by none of them. */
function schemasReachedFrom(document: ApiDocument, types: readonly string[]): Member[] {
  const reached = new Map<string, string>()
  const reach = (type: string): void => {
    for (const [, name = ''] of type.matchAll(/Schemas\['([^']+)'\]/g)) {
      if (reached.has(name)) continue
      const schema = document.components.schemas[name]
      if (schema === undefined) throw new Error(`The document has no schema '${name}', which it names`)
      const reachedType = typeOf(schema)
      reached.set(name, reachedType)
      reach(reachedType)
    }
  }
  for (const type of types) reach(type)
  return [...reached]
    .map(([name, type]) => ({ name, type }))
    .toSorted((left, right) => (left.name < right.name ? -1 : 1))
}
