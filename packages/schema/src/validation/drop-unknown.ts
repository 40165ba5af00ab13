import type { TSchema } from 'typebox'
import { isRecord } from '@sonde/ground/is-record.ts'
import { propertiesOf } from './shape.ts'

type Parts = { type?: unknown; items?: TSchema; additionalProperties?: TSchema | boolean }

/**
 * Drops every field that the schema does not list, at every depth. Unlike a stored setting, a result holds
 * values of any form, such as what an assertion found: where the schema names no type they stay whole.
 */
export function dropUnknown(schema: TSchema, value: unknown): unknown {
  const { type, items, additionalProperties: others } = schema as Parts
  if (type === undefined) return value
  if (Array.isArray(value)) return items ? value.map((item) => dropUnknown(items, item)) : value
  if (!isRecord(value)) return value
  // A map, such as the headers of an answer: its names are values too.
  if (typeof others === 'object') {
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, dropUnknown(others, item)]))
  }
  const known: Record<string, unknown> = {}
  for (const [name, inner] of Object.entries(propertiesOf(schema))) {
    if (Object.hasOwn(value, name)) known[name] = dropUnknown(inner, value[name])
  }
  return known
}
