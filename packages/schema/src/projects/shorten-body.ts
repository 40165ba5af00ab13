import { isDeepStrictEqual } from 'node:util'
import { isRecord } from '@sonde/ground/is-record.ts'
import { Type, type TSchema } from 'typebox'
import { fillDefaults, propertiesOf } from '../validation/shape.ts'

/**
 * Without what a server fills in by itself, which says nothing in a file; and in the order of the API, so that two
 * exports of the same things are the same text.
 */
export function shortenBody(schema: TSchema, value: unknown): unknown {
  const { items, required = [] } = schema as { items?: TSchema; required?: readonly string[] }
  if (Array.isArray(value))
    return items === undefined ? value : value.map((entry) => shortenBody(items, entry))
  if (!isRecord(value)) return value
  const defaults = fillDefaults(schema, {})
  const properties = propertiesOf(schema)
  const isDefault = (field: string) =>
    isRecord(defaults) &&
    defaults[field] !== undefined &&
    !required.includes(field) &&
    isDeepStrictEqual(value[field], defaults[field])
  return Object.fromEntries(
    [...Object.keys(properties).filter((field) => field in value), ...Object.keys(value)]
      .filter((field) => !isDefault(field))
      .map((field) => [field, shortenBody(properties[field] ?? Type.Unknown(), value[field])]),
  )
}
