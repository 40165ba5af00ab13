import assert from 'node:assert/strict'
import { isRecord } from '@sonde/ground/is-record.ts'
import { createValidator, type Validate } from '@sonde/schema/validation/validator.ts'
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
  const validator = createValidator()
  const schemas = record(closed(valueAt(document, 'components.schemas')))
  const paths = record(valueAt(document, 'paths'))
  const judges = new Map<unknown, Validate>()
  // By their text: hundreds of operations answer a mistake alike.
  const distinctJudges = new Map<string, Validate>()

  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(record(item)).map(([method, described]) => operationOf(method, path, described)),
  )

  function judgeOf(content: unknown): Validate {
    const judge = judges.get(content) ?? judgeBy(record(closed(valueAt(content, 'schema'))))
    judges.set(content, judge)
    return judge
  }

  function judgeBy(schema: Schema): Validate {
    const text = JSON.stringify(schema)
    // References lead to the root of the schema that is compiled, and compiling reads all that is below it.
    const components = { schemas: referredTo(text, schemas) }
    const judge =
      distinctJudges.get(text) ?? validator.compile({ ...schema, components }, { complete: false })
    distinctJudges.set(text, judge)
    return judge
  }

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
      assert.deepEqual(judgeOf(content[type])(value), [], `${what} ${answer.text}`)
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

/** The named schemas that a text refers to, and those that they refer to. */
function referredTo(text: string, schemas: Schema): Schema {
  const reached = new Map<string, unknown>()
  const read = (part: string): void => {
    for (const [, name = ''] of part.matchAll(/"#\/components\/schemas\/([^"/]+)"/g)) {
      if (reached.has(name)) continue
      reached.set(name, schemas[name])
      read(JSON.stringify(schemas[name]))
    }
  }
  read(text)
  return Object.fromEntries(reached)
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
