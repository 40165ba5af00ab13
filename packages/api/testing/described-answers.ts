import assert from 'node:assert/strict'
import { createValidator } from '@sonde/schema/validator.ts'
import { isRecord } from '@sonde/schema/violation.ts'
import { valueAt, type Answer } from './http-client.ts'

export type DescribedOperation = { operationId: string; method: string; path: string; isPublic: boolean }

/** An API document that judges answers: what it does not describe is a mistake of the document. */
export function readDocument(document: unknown) {
  const validator = createValidator()
  const schemas = closed(valueAt(document, 'components.schemas'))
  const paths = valueAt(document, 'paths')
  assert.ok(isRecord(paths))

  const operations = Object.entries(paths).flatMap(([path, item]): DescribedOperation[] =>
    Object.entries(isRecord(item) ? item : {}).map(([method, operation]) => ({
      operationId: String(valueAt(operation, 'operationId')),
      method: method.toUpperCase(),
      path,
      isPublic: Array.isArray(valueAt(operation, 'security')),
    })),
  )

  const judge = ({ method, path }: DescribedOperation, answer: Answer): void => {
    const item = paths[path]
    const response = valueAt(item, `${method.toLowerCase()}.responses.${answer.status}`)
    assert.ok(
      isRecord(response),
      `${method} ${path} does not describe the status ${answer.status}: ${answer.text}`,
    )
    const { content } = response
    if (content === undefined) {
      assert.equal(answer.text, '')
      return
    }
    const type = String(answer.headers['content-type']).split(';', 1)[0] ?? ''
    assert.ok(isRecord(content) && type in content, `${method} ${path} does not describe ${type}`)
    const schema = closed(valueAt(content[type], 'schema'))
    // References lead to the root of the schema that is compiled.
    assert.ok(isRecord(schema))
    const judgeValue = validator.compile({ ...schema, components: { schemas } }, { complete: false })
    const value = type === 'application/json' ? answer.body : answer.text
    assert.deepEqual(judgeValue(value), [], `${method} ${path} ${answer.status} ${answer.text}`)
  }

  return { operations, judge }
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
