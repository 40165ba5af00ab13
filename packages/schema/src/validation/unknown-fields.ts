import type { TSchema } from 'typebox'
import { isRecord } from '@sonde/ground/is-record.ts'
import { isAcceptedOnly } from './annotations.ts'
import { propertiesOf } from './shape.ts'

type Parts = { items?: TSchema; additionalProperties?: TSchema | boolean; properties?: unknown }

/** The paths of what the schema does not list, or accepts without any effect, at every depth. */
export function unknownFields(schema: TSchema, value: unknown): string[] {
  const paths: string[] = []
  collect(schema, value, '', paths)
  return paths
}

function collect(schema: TSchema, value: unknown, path: string, paths: string[]): void {
  const { items, additionalProperties: others, properties } = schema as Parts
  const below = (name: string | number) => (path === '' ? String(name) : `${path}.${name}`)
  if (Array.isArray(value)) {
    if (items !== undefined)
      for (const [index, item] of value.entries()) collect(items, item, below(index), paths)
    return
  }
  if (!isRecord(value) || others === true || (properties === undefined && others === undefined)) return
  const known = propertiesOf(schema)
  for (const [name, field] of Object.entries(value)) {
    const inner = Object.hasOwn(known, name) ? known[name] : undefined
    if (inner !== undefined && !isAcceptedOnly(inner)) collect(inner, field, below(name), paths)
    else if (inner === undefined && isRecord(others)) collect(others, field, below(name), paths)
    else paths.push(below(name))
  }
}
