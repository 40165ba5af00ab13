import type { ValidationSource } from '@sonde/schema/error.ts'
import { createValidator } from '@sonde/schema/validator.ts'
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
    const judge = validator.compile(schema, { complete: method === 'POST' })
    const source = sources[httpPart ?? 'body'] ?? 'payload'
    return (value: unknown) => {
      const violations = judge(value)
      return violations.length === 0 ? { value } : { error: invalid(source, violations) }
    }
  })
}
