import { acceptsLoneValue } from '@sonde/schema/validation/annotations.ts'
import { defaultOf, propertiesOf } from '@sonde/schema/validation/shape.ts'
import type { TSchema } from 'typebox'
import type { App } from './app-type.ts'
import { invalid } from './refusal.ts'

/**
 * A query string is text. This gives each parameter the type that its schema names, or leaves it as text
 * for the validator to refuse; nothing is guessed, and what the schema does not name is dropped, unless the schema
 * allows nothing else.
 */
export function readQueries(app: App): void {
  app.addHook('preValidation', (request, _reply, done) => {
    const schema = request.routeOptions.schema?.querystring as TSchema | undefined
    if (schema) request.query = readQuery(schema, request.query as Record<string, string | string[]>)
    done()
  })
}

export function readQuery(
  schema: TSchema,
  raw: Readonly<Record<string, string | string[]>>,
): Record<string, unknown> {
  requireKnown(schema, raw)
  const values: Record<string, unknown> = {}
  for (const [name, property] of Object.entries(propertiesOf(schema))) {
    const texts = [raw[name], raw[`${name}[]`]].flatMap((value) => value ?? [])
    if (texts.some((value) => value.includes('\0'))) {
      throw invalid('query', [{ path: name, message: 'must not contain a NUL character' }])
    }
    if (texts.length === 0) {
      const byDefault = defaultOf(property)
      if (byDefault !== undefined) values[name] = byDefault
    } else {
      values[name] = readValue(property, texts)
    }
  }
  return values
}

function requireKnown(schema: TSchema, raw: Readonly<Record<string, unknown>>): void {
  const { additionalProperties } = schema as { additionalProperties?: unknown }
  if (additionalProperties !== false) return
  const known = new Set(Object.keys(propertiesOf(schema)))
  const unknown = Object.keys(raw).filter((name) => !known.has(name.replace(/\[\]$/, '')))
  if (unknown.length === 0) return
  throw invalid(
    'query',
    unknown.map((name) => ({ path: name, message: 'is not a parameter of this operation' })),
  )
}

function readValue(schema: TSchema, values: readonly string[]): unknown {
  const { type, items } = schema as { type?: string; items?: TSchema }
  if (type === 'array' && items) {
    return acceptsLoneValue(schema) || values.length > 1
      ? values.map((value) => readScalar(items, value))
      : values
  }
  const [only, ...more] = values
  return more.length > 0 || only === undefined ? [...values] : readScalar(schema, only)
}

function readScalar(schema: TSchema, text: string): unknown {
  switch ((schema as { type?: string }).type) {
    case 'integer':
    case 'number':
      return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text
    case 'boolean':
      if (text === 'true' || text === '1') return true
      if (text === 'false' || text === '0') return false
      return text
    default:
      return text
  }
}
