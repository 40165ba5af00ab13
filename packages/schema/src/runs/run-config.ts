import { Type, type TSchema } from 'typebox'
import { isRecord } from '@sonde/ground/is-record.ts'
import { propertiesOf } from '../validation/shape.ts'

/** The schema of these fields of a check, all of them there: what is stored is complete. */
export function runConfigOf(create: TSchema, fields: readonly string[]): TSchema {
  const properties = propertiesOf(create)
  const picked = fields.map((field) => {
    const property = properties[field]
    if (property === undefined) throw new Error(`a check has no field "${field}" that its runs could need`)
    return [field, Type.Unsafe<unknown>(property)] as const
  })
  return Type.Object(Object.fromEntries(picked))
}

/** A text in the request of a check, as far as there is one: for people, who rather see nothing than an error. */
export function requestField(config: unknown, field: string): string | null {
  const value = requestPart(config, field)
  return typeof value === 'string' ? value : null
}

/** Whatever stands there. */
export function requestPart(config: unknown, field: string): unknown {
  const request = isRecord(config) ? config['request'] : null
  return isRecord(request) ? request[field] : null
}
