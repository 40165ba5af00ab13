import { SerializerSelector } from '@fastify/fast-json-stringify-compiler'
import type { ValidationSource } from '@sonde/schema/validation/error.ts'
import { createValidator } from '@sonde/schema/validation/validator.ts'
import type { TSchema } from 'typebox'
import type { App } from './app-type.ts'
import { invalid } from './refusal.ts'

const sources: Readonly<Record<string, ValidationSource>> = {
  body: 'payload',
  querystring: 'query',
  params: 'params',
  headers: 'headers',
}

/** Judges each part of a request by its schema and by the rules that the schema carries. */
export function validateBySchema(app: App): void {
  const validator = createValidator()
  app.setValidatorCompiler<TSchema>(({ schema, method, httpPart }) => {
    const validate = validator.compile(schema, { complete: method === 'POST' })
    const source = sources[httpPart ?? 'body'] ?? 'payload'
    return (value: unknown) => {
      const violations = validate(value)
      return violations.length === 0 ? { value } : { error: invalid(source, violations) }
    }
  })
}

type Write = (answer: unknown) => string

const compile = SerializerSelector()({}, {})
/** By schema, for all routes and servers that share it. */
const compiledSerializers = new WeakMap<object, Write>()

/** Answers are written by their schema, which also leaves out what it does not list. Compiled at its first use. */
export function serializeBySchema(app: App): void {
  app.setSerializerCompiler<object>((part) => {
    let write: Write | null = null
    return (answer) => (write ??= serializerOf(part))(answer)
  })
}

function serializerOf(part: { schema: object; method: string; url: string; httpStatus?: string }): Write {
  const write =
    compiledSerializers.get(part.schema) ?? compile({ ...part, httpStatus: part.httpStatus ?? '200' })
  compiledSerializers.set(part.schema, write)
  return write
}
