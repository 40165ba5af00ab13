import { isRecord } from '@sonde/ground/is-record.ts'
import { defaultsOf } from '../schema-form/defaults-of.ts'
import type { FormSchema } from '../schema-form/form-schema.ts'
import { withValueAt, type FormValue } from '../schema-form/value-at.ts'

/** What a form shows of a stored thing: the fields that its schema knows, and no others. */
export function storedValue(schema: FormSchema, stored: FormValue): FormValue {
  const names = Object.keys(schema.properties ?? {})
  const known = names.filter((name) => stored[name] !== undefined)
  return Object.fromEntries(
    known.map((name) => [name, knownPart(schema.properties?.[name] ?? {}, stored[name])]),
  )
}

/** An answer may show more than a body may say: the address of a heartbeat's pings. */
function knownPart(schema: FormSchema, value: unknown): unknown {
  return isRecord(value) && schema.properties !== undefined && schema.anyOf === undefined
    ? storedValue(schema, value)
    : value
}

/** The start of a copy: what is unique to the original is made anew. */
export function copiedValue(schema: FormSchema, stored: FormValue): FormValue {
  const copy: FormValue = {
    ...defaultsOf(schema),
    ...storedValue(schema, stored),
    name: `${String(stored['name'])} (copy)`,
  }
  const withoutToken = withValueAt(copy, 'heartbeat.pingToken', undefined)
  const settled = schema.properties?.['heartbeat'] === undefined ? copy : withoutToken
  // The phase of the original would put both on the same second.
  return settled['frequency'] === 0 ? settled : withValueAt(settled, 'frequencyOffset', undefined)
}
