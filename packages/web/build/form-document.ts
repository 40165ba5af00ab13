import { assertionSourcesOf } from '@sonde/schema/check-types/assertion.ts'
import { isAcceptedOnly, isReplacedWhole } from '@sonde/schema/validation/annotations.ts'
import type { TSchema } from 'typebox'

type Node = TSchema & {
  properties?: Record<string, TSchema>
  required?: readonly string[]
  items?: TSchema
  anyOf?: readonly TSchema[]
}

/**
 * A schema as forms need it: without the fields that are accepted and ignored, which have no place in a form, and
 * with what the API keeps under symbols and a form has to know.
 */
export function formDocument(schema: TSchema): TSchema {
  const node: Node = schema
  const properties = Object.entries(node.properties ?? {}).filter(([, property]) => !isAcceptedOnly(property))
  const names = new Set(properties.map(([name]) => name))
  const sources = assertionSourcesOf(schema)
  return {
    ...schema,
    ...(node.properties && {
      properties: Object.fromEntries(properties.map(([name, property]) => [name, formDocument(property)])),
    }),
    ...(node.required && { required: node.required.filter((name) => names.has(name)) }),
    ...(node.items && { items: formDocument(node.items) }),
    ...(node.anyOf && { anyOf: node.anyOf.map(formDocument) }),
    ...(sources && { 'x-sources': sources }),
    ...(isReplacedWhole(schema) && { 'x-replaced-whole': true }),
  }
}
