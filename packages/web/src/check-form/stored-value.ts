import { isRecord } from '@sonde/ground/is-record.ts'
import { defaultsOf } from '../schema-form/defaults-of.ts'
import type { FormSchema } from '../schema-form/form-schema.ts'
import { withValueAt, type FormValue } from '../schema-form/value-at.ts'

/** What a form shows of a stored thing: the fields that its schema knows, and no others. */
export function storedValue(schema: FormSchema, document: FormValue): FormValue {
  const names = Object.keys(schema.properties ?? {})
  const fields = names.filter((name) => document[name] !== undefined)
  return Object.fromEntries(
    fields.map((name) => [name, knownPart(schema.properties?.[name] ?? {}, document[name])]),
  )
}

/** The same of a check. Its variables are never sent back as they were shown: what is stored of them stays. */
export function storedCheckValue(schema: FormSchema, document: FormValue): FormValue {
  const { environmentVariables: _stored, ...value } = storedValue(schema, document)
  return value
}

/** An answer may show more than a body may say: the address of a heartbeat's pings. */
function knownPart(schema: FormSchema, value: unknown): unknown {
  return isRecord(value) && schema.properties !== undefined && schema.anyOf === undefined
    ? storedValue(schema, value)
    : value
}

/** The start of a copy: what is unique to the original is made anew. */
export function copiedValue(schema: FormSchema, document: FormValue): FormValue {
  const copy: FormValue = {
    ...defaultsOf(schema),
    ...storedCheckValue(schema, document),
    name: `${String(document['name'])} (copy)`,
  }
  const withoutToken = withValueAt(copy, 'heartbeat.pingToken', undefined)
  const result = schema.properties?.['heartbeat'] === undefined ? copy : withoutToken
  // The phase of the original would put both on the same second.
  return result['frequency'] === 0 ? result : withValueAt(result, 'frequencyOffset', undefined)
}
