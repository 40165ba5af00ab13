import type { FormSchema, SourceRules } from '../schema-form/form-schema.ts'

export type AssertionRow = Readonly<Record<string, unknown>>

const anything = { kind: 'any' }

export function propertyRuleFor(schema: FormSchema, row: AssertionRow): SourceRules['property'] {
  return rulesFor(schema, row)?.property ?? anything
}

/** The comparisons that the source, and where it matters the property, of a row knows. */
export function comparisonsFor(schema: FormSchema, row: AssertionRow): readonly string[] {
  const rules = rulesFor(schema, row)
  const comparisons = (schema.properties?.['comparison']?.enum ?? []).filter((one) => typeof one === 'string')
  if (rules === undefined) return comparisons
  const property = String(row['property'] ?? '').toLowerCase()
  const own = Object.entries(rules.byProperty ?? {}).find(([name]) => name.toLowerCase() === property)
  return (own?.[1] ?? rules).comparisons
}

/** The row with whatever no longer goes with its source or its property put right. */
export function fittingRow(schema: FormSchema, row: AssertionRow): AssertionRow {
  const source = row['source'] ?? schema.properties?.['source']?.enum?.[0]
  const withSource = { ...row, source }
  const withProperty = { ...withSource, property: fittingProperty(schema, withSource) }
  const comparisons = comparisonsFor(schema, withProperty)
  const comparison = comparisons.find((one) => one === row['comparison']) ?? comparisons[0]
  return { ...withProperty, comparison }
}

function fittingProperty(schema: FormSchema, row: AssertionRow): unknown {
  const { kind, names = [] } = propertyRuleFor(schema, row)
  const property = row['property'] ?? ''
  if (kind === 'empty') return ''
  if (kind !== 'one-of') return property
  const isKnown = names.some((name) => name.toLowerCase() === String(property).toLowerCase())
  return isKnown ? property : names[0]
}

function rulesFor(schema: FormSchema, { source }: AssertionRow): SourceRules | undefined {
  const sources = schema['x-sources'] ?? {}
  return typeof source === 'string' && Object.hasOwn(sources, source) ? sources[source] : undefined
}
