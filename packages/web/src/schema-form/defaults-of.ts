import { isRecord } from '@sonde/ground/is-record.ts'
import { fieldKindOf, variantsOf, type FormSchema } from './form-schema.ts'
import type { FormValue } from './value-at.ts'

/** The value of a form that nobody has filled in yet: the defaults of the schema, also those within its objects. */
export function defaultsOf(schema: FormSchema): FormValue {
  const value = startValueOf({ ...schema, default: schema.default ?? {} })
  return isRecord(value) ? value : {}
}

/**
 * What a field begins with; `undefined` when the schema says nothing about it. An object that is required, or has a
 * default, begins with the defaults of its fields.
 */
function startValueOf(schema: FormSchema, isRequired = false): unknown {
  const { default: byDefault } = schema
  if (fieldKindOf(schema) !== 'object') return byDefault
  if (byDefault === null || (byDefault === undefined && !isRequired)) return byDefault
  return filledIn(schema, isRecord(byDefault) ? byDefault : {})
}

/** What a new row, or an object that is switched on, begins with. */
export function freshValueOf(schema: FormSchema): unknown {
  const [first] = variantsOf(schema)
  if (first !== undefined) return freshValueOf(first)
  if (fieldKindOf(schema) === 'object')
    return filledIn(schema, isRecord(schema.default) ? schema.default : {})
  if (schema.default !== undefined && schema.default !== null) return schema.default
  if (schema.enum !== undefined) return schema.enum.find((value) => value !== null)
  if (schema.type === 'array') return []
  if (schema.type === 'boolean') return false
  return schema.type === 'string' ? '' : undefined
}

function filledIn(schema: FormSchema, values: FormValue): FormValue {
  const value: Record<string, unknown> = { ...values }
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const start = startOfField(property, value[name], schema.required?.includes(name) === true)
    if (start !== undefined) value[name] = start
  }
  return value
}

function startOfField(property: FormSchema, value: unknown, isRequired: boolean): unknown {
  if (value === undefined) return startValueOf(property, isRequired) ?? requiredStart(property, isRequired)
  return isRecord(value) && fieldKindOf(property) === 'object' ? filledIn(property, value) : value
}

/** A switch shows yes or no: what is required and begins as "no" is sent as that. */
function requiredStart({ type, nullable, default: byDefault }: FormSchema, isRequired: boolean): unknown {
  if (byDefault === null) return null
  return isRequired && type === 'boolean' && nullable !== true ? false : undefined
}
