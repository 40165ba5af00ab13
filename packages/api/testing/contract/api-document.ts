import assert from 'node:assert/strict'
import { isRecord } from '@sonde/ground/is-record.ts'
import { createValidator } from '@sonde/schema/validation/validator.ts'
import type { Violation } from '@sonde/schema/validation/violation.ts'
import { valueAt, type Answer } from '../http-client.ts'

type Schema = Readonly<Record<string, unknown>>

export type Operation = {
  operationId: string
  method: string
  path: string
  isPublic: boolean
  /** It answers with a stream of events, which ends only with whoever reads it. */
  isEndless: boolean
  parameters: readonly { name: string; in: string; schema: Schema }[]
  /** The schema of the JSON body; null when there is none. */
  body: Schema | null
}

/** The document that the server serves, read by a program that knows nothing else about the server. */
export type ApiDocument = {
  operations: readonly Operation[]
  resolve(reference: string): Schema
  /** Fails when the document does not describe the answer, field by field. */
  validate(operation: Operation, answer: Answer): void
}

export function readApiDocument(document: unknown): ApiDocument {
  const schemas = record(closed(valueAt(document, 'components.schemas')))
  const paths = record(valueAt(document, 'paths'))
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(record(item)).map(([method, described]) => operationOf(method, path, described)),
  )

  let judges: ((content: unknown, value: unknown) => Violation[]) | null = null

  return {
    operations,
    resolve: (reference) => record(valueAt(document, reference.slice(2).replaceAll('/', '.'))),
    validate({ method, path }, answer) {
      const response = valueAt(paths[path], `${method.toLowerCase()}.responses.${answer.status}`)
      const what = `${method} ${path} ${answer.status}`
      assert.ok(isRecord(response), `${what} is not described: ${answer.text}`)
      const { content } = response
      if (content === undefined) {
        assert.equal(answer.text, '')
        return
      }
      const type = String(answer.headers['content-type']).split(';', 1)[0] ?? ''
      assert.ok(isRecord(content) && type in content, `${what} is not described as ${type}`)
      const value = type === 'application/json' ? answer.body : answer.text
      judges ??= judgesOf(paths, schemas)
      assert.deepEqual(judges(content[type], value), [], `${what} ${answer.text}`)
    },
  }
}

function operationOf(method: string, path: string, described: unknown): Operation {
  const security = valueAt(described, 'security')
  const parameters = valueAt(described, 'parameters')
  const body = valueAt(valueAt(described, 'requestBody.content'), 'application/json')
  return {
    operationId: String(valueAt(described, 'operationId')),
    method: method.toUpperCase(),
    path,
    isPublic: Array.isArray(security) && security.length === 0,
    isEndless: valueAt(valueAt(described, 'responses.200.content'), 'text/event-stream') !== undefined,
    parameters: (Array.isArray(parameters) ? parameters : []).map((parameter: unknown) => ({
      name: String(valueAt(parameter, 'name')),
      in: String(valueAt(parameter, 'in')),
      schema: record(valueAt(parameter, 'schema')),
    })),
    body: body === undefined ? null : record(valueAt(body, 'schema')),
  }
}

/**
 * Judges a value by what a response is described with. All of them are properties of one schema: references lead to its
 * root, and what hundreds of answers refer to is compiled once and not for each of them.
 */
function judgesOf(paths: Schema, schemas: Schema): (content: unknown, value: unknown) => Violation[] {
  // By their text: hundreds of operations answer a mistake alike.
  const names = new Map<string, string>()
  const nameOf = (content: unknown): string => {
    const text = JSON.stringify(valueAt(content, 'schema'))
    const name = names.get(text) ?? `answer${names.size}`
    names.set(text, name)
    return name
  }
  const properties: Record<string, unknown> = {}
  for (const item of Object.values(paths))
    for (const described of Object.values(record(item)))
      for (const response of Object.values(record(valueAt(described, 'responses'))))
        for (const content of Object.values(record(valueAt(response, 'content') ?? {})))
          properties[nameOf(content)] ??= closed(valueAt(content, 'schema'))
  const judge = createValidator().compile({ properties, components: { schemas } }, { complete: false })
  return (content, value) => judge({ [nameOf(content)]: value })
}

function record(value: unknown): Schema {
  assert.ok(isRecord(value), 'the document lacks an object where one belongs')
  return value
}

/**
 * The schemas of OpenAPI 3.0 as JSON Schema, and closed: an answer shows nothing that is not described.
 * `nullable` is left to the validator, which knows it.
 */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed)
  if (!isRecord(schema)) return schema
  const copy = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value)]))
  if (copy['exclusiveMinimum'] === true) {
    copy['exclusiveMinimum'] = copy['minimum']
    delete copy['minimum']
  }
  if (copy['type'] === 'object' && isRecord(copy['properties'])) copy['additionalProperties'] ??= false
  return copy
}
