import { isDeepStrictEqual } from 'node:util'

type Json = Record<string, unknown>

/**
 * Schemas are written into each other; the document names the shared ones once, as components. Also turns
 * the few keywords that OpenAPI 3.0 spells differently from JSON Schema. Two different schemas under one
 * name are a mistake of ours, found here and not by a user.
 */
export function hoistComponents<T extends object>(document: T): T {
  const schemas: Json = {}
  const walked = walk(document, schemas) as Json
  const components = { ...(walked['components'] as Json), schemas: sortedByName(schemas) }
  // The shape of the document is unchanged: only schemas inside it were replaced by references to them.
  return { ...walked, components } as unknown as T
}

function walk(value: unknown, schemas: Json): unknown {
  if (Array.isArray(value)) return value.map((item) => walk(item, schemas))
  if (typeof value !== 'object' || value === null) return value
  const { 'x-component': name, ...rest } = value as Json
  const plain = spelledForOpenApi(
    Object.fromEntries(Object.entries(rest).map(([key, item]) => [key, walk(item, schemas)])),
  )
  if (typeof name !== 'string') return plain
  // Where a field is null when left out belongs to the field, and a reference has no room for it.
  if (plain['default'] === null) delete plain['default']
  const existing = schemas[name]
  if (existing !== undefined && !isDeepStrictEqual(existing, plain)) {
    throw new Error(`Two different schemas are called ${name}`)
  }
  schemas[name] = plain
  return { $ref: `#/components/schemas/${name}` }
}

function spelledForOpenApi(schema: Json): Json {
  if (typeof schema['exclusiveMinimum'] !== 'number') return schema
  const { exclusiveMinimum, ...rest } = schema
  return { ...rest, minimum: exclusiveMinimum, exclusiveMinimum: true }
}

function sortedByName(schemas: Json): Json {
  return Object.fromEntries(Object.entries(schemas).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
