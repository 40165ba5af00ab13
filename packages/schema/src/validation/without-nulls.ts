import type { TSchema } from 'typebox'
import { isRecord } from '@sonde/ground/is-record.ts'
import { propertiesOf } from './shape.ts'

/**
 * The value without the fields that are null and must not be by the schema: clients that decode them into a text or an
 * object refuse null, and know a field that is left out.
 */
export function withoutNulls(schema: TSchema, value: unknown): unknown {
  const properties = propertiesOf(schema)
  if (!isRecord(value) || Object.keys(properties).length === 0) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, field]) => {
      const property = properties[name]
      if (property === undefined) return [[name, field]]
      return field === null && forbidsNull(property) ? [] : [[name, withoutNulls(property, field)]]
    }),
  )
}

/** A schema without a type allows anything. */
function forbidsNull(schema: TSchema): boolean {
  const { type, nullable } = schema as { type?: unknown; nullable?: boolean }
  return type !== undefined && nullable !== true
}
