import { isRecord } from '@sonde/ground/is-record.ts'
import type { FormSchema } from '../../schema-form/form-schema.ts'

export type Fields = Record<string, unknown>

/** What stands in the place of a value that the server keeps to itself. */
const maskPattern = /^\*+$/

/**
 * What somebody has chosen: the fields of a stored check that creating one takes, without those that say what it would
 * be anyway. Values that the server does not tell are left as placeholders.
 */
export function chosenFields(check: Readonly<Fields>, schema: FormSchema): Fields {
  const fields: Fields = {}
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const value = chosenValue(check[name], property, name)
    const isRequired = schema.required?.includes(name) === true
    if (value !== undefined) fields[name] = value
    else if (isRequired && check[name] !== undefined) fields[name] = check[name]
  }
  return fields
}

/** Undefined when it need not be said. */
function chosenValue(value: unknown, schema: FormSchema, name: string): unknown {
  if (value === undefined || isSame(value, schema.default)) return undefined
  if (value === null) return schema.default === undefined ? undefined : null
  if (Array.isArray(value)) {
    if (value.length === 0 && schema.default === undefined) return undefined
    return value.map((item) => withPlaceholders(item, name))
  }
  if (isRecord(value)) {
    if (schema.properties === undefined) return withPlaceholders(value, name)
    const inner = chosenFields(value, schema)
    return Object.keys(inner).length === 0 ? undefined : inner
  }
  return withPlaceholders(value, name)
}

function withPlaceholders(value: unknown, name: string): unknown {
  if (typeof value === 'string') return maskPattern.test(value) ? `<${name}>` : value
  if (Array.isArray(value)) return value.map((item) => withPlaceholders(item, name))
  if (!isRecord(value)) return value
  const { key, secret, locked } = value
  const isHidden = (secret === true || locked === true) && typeof key === 'string'
  return Object.fromEntries(
    Object.entries(value).map(([field, inner]) => [
      field,
      isHidden && field === 'value' ? `<value of ${key}>` : withPlaceholders(inner, field),
    ]),
  )
}

function isSame(left: unknown, right: unknown): boolean {
  if (Object.is(left, right)) return true
  if (Array.isArray(left) && Array.isArray(right)) {
    return left.length === right.length && left.every((item, index) => isSame(item, right[index]))
  }
  if (!isRecord(left) || !isRecord(right)) return false
  const names = new Set([...Object.keys(left), ...Object.keys(right)])
  return [...names].every((name) => isSame(left[name], right[name]))
}
