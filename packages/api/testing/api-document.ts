import { Ajv, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import { isRecord } from '@sonde/schema/violation.ts'

type Json = Readonly<Record<string, unknown>>

export type Operation = {
  method: string
  path: string
  isPublic: boolean
  parameters: readonly { name: string; in: string; schema: Json }[]
  body: Json | null
}

/** The document that the server serves, read by a program that knows nothing else about the server. */
export type ApiDocument = {
  operations: readonly Operation[]
  resolve(reference: string): Json
  /** What is wrong with a body, by the document alone; null when nothing is. */
  mistakesOf(operation: Operation, status: number, body: unknown): string | null
}

export function readApiDocument(document: unknown): ApiDocument {
  const root = record(document)
  const schemas = record(record(root['components'])['schemas'])
  const ajv = new Ajv({ strict: false, allErrors: true })
  const install = addFormats as unknown as (target: Ajv) => Ajv
  install(ajv)
  ajv.addSchema(record(jsonSchema({ $id: 'document', components: { schemas } })), 'document')
  const compiled = new Map<string, ValidateFunction>()

  const operations = Object.entries(record(root['paths'])).flatMap(([path, item]) =>
    Object.entries(record(item)).map(([method, described]) => operationOf(method, path, record(described))),
  )

  function validatorOf(operation: Operation, status: number): ValidateFunction | null {
    const name = `${operation.method} ${operation.path} ${status}`
    const known = compiled.get(name)
    if (known) return known
    const item = record(record(root['paths'])[operation.path])
    const responses = record(record(item[operation.method.toLowerCase()])['responses'])
    const content = record(record(responses[String(status)])['content'])
    const media = record(content['application/json'])
    if (!isRecord(media['schema'])) return null
    const made = ajv.compile(record(jsonSchema(media['schema'])))
    compiled.set(name, made)
    return made
  }

  return {
    operations,
    resolve: (reference) => record(schemas[reference.replace('#/components/schemas/', '')]),
    mistakesOf(operation, status, body) {
      const validate = validatorOf(operation, status)
      if (!validate || validate(body)) return null
      return ajv.errorsText(validate.errors)
    },
  }
}

function operationOf(method: string, path: string, described: Json): Operation {
  const parameters = Array.isArray(described['parameters']) ? described['parameters'].map(record) : []
  const content = record(record(described['requestBody'])['content'])
  const body = record(content['application/json'])['schema']
  return {
    method: method.toUpperCase(),
    path,
    isPublic: Array.isArray(described['security']) && described['security'].length === 0,
    parameters: parameters.map((parameter) => ({
      name: String(parameter['name']),
      in: String(parameter['in']),
      schema: record(parameter['schema']),
    })),
    body: isRecord(body) ? body : null,
  }
}

function record(value: unknown): Json {
  return isRecord(value) ? value : {}
}

/** OpenAPI 3.0 in the words of JSON Schema: boolean `exclusiveMinimum`, `nullable`, local references. */
function jsonSchema(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(jsonSchema)
  if (!isRecord(value)) return value
  const copy = Object.fromEntries(Object.entries(value).map(([key, item]) => [key, jsonSchema(item)]))
  if (copy['exclusiveMinimum'] === true) {
    copy['exclusiveMinimum'] = copy['minimum']
    delete copy['minimum']
  }
  if (typeof copy['$ref'] === 'string') copy['$ref'] = copy['$ref'].replace(/^#/, 'document#')
  return copy
}
