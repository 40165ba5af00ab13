import type { FastifySchemaCompiler } from 'fastify'
import type { TSchema } from 'typebox'
import type { App } from '../http/app-type.ts'

/** For routes whose body has one of several schemas, known only with the request: they validate it themselves. */
export function bodyValidatedByRoute(app: App): FastifySchemaCompiler<TSchema> {
  return (part) => (part.httpPart === 'body' ? () => true : (app.validatorCompiler?.(part) ?? (() => true)))
}
