import { randomUUID } from 'node:crypto'
import { comparisonsFor, propertyRuleFor } from '@sonde/web/check-form/assertion-rules.ts'
import { fieldKindOf, variantsOf, type FormSchema } from '@sonde/web/schema-form/form-schema.ts'
import { joinPath } from '@sonde/web/schema-form/value-at.ts'

/** Left out of a generated value: it does not go with the rest of it. */
export const absent = Symbol('absent')

/** Values by path, for what a schema alone does not tell: things that must exist, and what goes together. */
export type KnownValues = Readonly<Record<string, unknown>>

/** A value for each field of a schema, and another than its default wherever there is one. */
export function valueFor(schema: FormSchema, known: KnownValues, path = ''): unknown {
  if (Object.hasOwn(known, path)) return known[path]
  if (schema['x-sources'] !== undefined) return assertionFor(schema)
  switch (fieldKindOf(schema)) {
    case 'boolean':
      return schema.default !== true
    case 'choice':
      return otherChoice(schema)
    case 'number':
    case 'number-or-text':
      return numberFor(schema)
    case 'choices':
      return [otherChoice(schema.items ?? {})]
    case 'texts':
    case 'rows':
      return [valueFor(schema.items ?? {}, known, joinPath(path, '*'))]
    case 'object':
      return fieldsFor(schema, known, path)
    case 'variants':
      return valueFor(variantsOf(schema)[0] ?? {}, known, path)
    case 'json':
      return { made: 'by the test' }
    default:
      return textFor(schema, path)
  }
}

function fieldsFor(schema: FormSchema, known: KnownValues, path: string): Record<string, unknown> {
  const fields = Object.entries(schema.properties ?? {}).map(([name, property]) => [
    name,
    valueFor(property, known, joinPath(path, name)),
  ])
  return Object.fromEntries(fields.filter(([, value]) => value !== absent))
}

function otherChoice({ enum: values = [], default: byDefault }: FormSchema): unknown {
  return values.findLast((value) => value !== null && value !== '' && value !== byDefault) ?? values[0]
}

function numberFor({ default: byDefault, minimum = 1, maximum = 1_000_000 }: FormSchema): number {
  return Math.min(maximum, (typeof byDefault === 'number' ? byDefault : minimum) + 1)
}

function textFor({ format, maxLength = 100 }: FormSchema, path: string): string {
  return format === 'uuid' ? randomUUID() : `for ${path}`.slice(0, maxLength)
}

/** An assertion that its type allows, about a source whose property means something if there is one. */
function assertionFor(schema: FormSchema): Record<string, unknown> {
  const sources = Object.keys(schema['x-sources'] ?? {})
  const source =
    sources.find((name) => propertyRuleFor(schema, { source: name }).kind !== 'empty') ?? sources[0]
  const { kind, names = [] } = propertyRuleFor(schema, { source })
  const properties: Readonly<Record<string, string>> = { 'json-path': '$.status', empty: '', regex: 'sta.us' }
  const property = names[0] ?? properties[kind] ?? 'a-name'
  const comparison = comparisonsFor(schema, { source, property }).at(-1)
  return { source, property, comparison, target: '5', regex: '(\\d+)' }
}

/** The path of every field that holds a value of its own; rows as `*`. */
export function leavesOf(schema: FormSchema, path = ''): string[] {
  const kind = fieldKindOf(schema)
  if (kind === 'rows') return leavesOf(schema.items ?? {}, joinPath(path, '*'))
  const [first] = variantsOf(schema)
  if (kind === 'variants' && first !== undefined) return leavesOf(first, path)
  if (kind !== 'object') return [path]
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]) =>
    leavesOf(property, joinPath(path, name)),
  )
}
