import { isRecord } from '@sonde/ground/is-record.ts'

export type Schema = Readonly<Record<string, unknown>>

/** Follows references, and lays the parts of an `allOf` over each other. */
export function createResolver(document: unknown): (schema: Schema) => Schema {
  const components = isRecord(document) && isRecord(document['components']) ? document['components'] : {}
  const schemas = isRecord(components['schemas']) ? components['schemas'] : {}

  function resolve(schema: Schema): Schema {
    const { $ref: reference, allOf, ...rest } = schema
    if (typeof reference === 'string') {
      const named = schemas[reference.replace('#/components/schemas/', '')]
      return resolve({ ...(isRecord(named) ? named : {}), ...rest })
    }
    if (!Array.isArray(allOf)) return schema
    const parts = allOf.filter(isRecord).map(resolve)
    return [...parts, rest].reduce(laidOver, {})
  }
  return resolve
}

function laidOver(below: Schema, above: Schema): Schema {
  const properties = { ...propertiesOf(below), ...propertiesOf(above) }
  const required = [...requiredOf(below), ...requiredOf(above)]
  return {
    ...below,
    ...above,
    ...(Object.keys(properties).length > 0 ? { properties } : {}),
    ...(required.length > 0 ? { required } : {}),
  }
}

export function propertiesOf(schema: Schema): Readonly<Record<string, Schema>> {
  const { properties } = schema
  if (!isRecord(properties)) return {}
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, value]) => (isRecord(value) ? [[name, value]] : [])),
  )
}

export function requiredOf({ required }: Schema): string[] {
  return Array.isArray(required) ? required.map(String) : []
}

/** The schemas of which a value has to fit one; null for a schema that offers no choice. */
export function variantsOf(schema: Schema): Schema[] | null {
  const variants = schema['oneOf'] ?? schema['anyOf']
  return Array.isArray(variants) ? variants.filter(isRecord).filter((variant) => !isOnlyNull(variant)) : null
}

/** Some write "or null" as a variant of its own. */
export function isNullable(schema: Schema): boolean {
  const variants = schema['oneOf'] ?? schema['anyOf']
  return (
    schema['nullable'] === true ||
    (Array.isArray(variants) && variants.filter(isRecord).some((variant) => isOnlyNull(variant)))
  )
}

function isOnlyNull(variant: Schema): boolean {
  return variant['nullable'] === true && Object.keys(variant).length === 1
}
