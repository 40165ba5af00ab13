import { Type } from 'typebox'
import { withRules, type Rule } from './annotations.ts'
import { Nullable, OneOf, component } from './building-blocks.ts'
import { jsonPathMistake } from './json-path.ts'
import { regularExpressionMistake } from './regular-expression.ts'
import type { Violation } from './violation.ts'

export const comparisons = [
  'EQUALS',
  'NOT_EQUALS',
  'GREATER_THAN',
  'LESS_THAN',
  'CONTAINS',
  'NOT_CONTAINS',
  'IS_EMPTY',
  'NOT_EMPTY',
  'IS_NULL',
  'NOT_NULL',
  'HAS_KEY',
  'NOT_HAS_KEY',
  'HAS_VALUE',
  'NOT_HAS_VALUE',
] as const
export type Comparison = (typeof comparisons)[number]

export type Assertion = {
  source: string
  property: string
  comparison: Comparison
  target: string
  regex: string | null
}

/** What an assertion may say about one source of values. */
export type AssertionSource = {
  comparisons: readonly Comparison[]
  property: { kind: 'one-of'; names: readonly string[] } | { kind: 'json-path' }
  target: 'number' | 'text'
}

/** Of one check. */
export const mostAssertions = 100

/** Compiling is the one thing in a body whose cost can grow faster than its length. */
const longestExpression = 2_000

export const numberComparisons = ['EQUALS', 'NOT_EQUALS', 'GREATER_THAN', 'LESS_THAN'] as const

/** The assertion schema of a check type, with the rules of its sources. */
export function assertionSchema(name: string, sources: Readonly<Record<string, AssertionSource>>) {
  const rule: Rule = (assertion) => {
    const { source: named } = assertion
    // Own names only: every object also has a `constructor`.
    const source = typeof named === 'string' && Object.hasOwn(sources, named) ? sources[named] : undefined
    return [...(source ? sourceMistakes(source, assertion) : []), ...regexMistakes(assertion)]
  }
  return withRules(
    component(
      name,
      Type.Object({
        source: OneOf(Object.keys(sources)),
        property: Type.String({
          maxLength: longestExpression,
          description: 'What to look at: an aggregate such as avg, or a JSONPath.',
        }),
        comparison: OneOf(comparisons),
        target: Type.Optional(Type.String({ maxLength: longestExpression, default: '' })),
        regex: Type.Optional(Nullable(Type.String({ maxLength: longestExpression }), { default: '' })),
      }),
    ),
    rule,
  )
}

function sourceMistakes(source: AssertionSource, assertion: Readonly<Record<string, unknown>>): Violation[] {
  const { property, comparison, target } = assertion
  const mistakes: Violation[] = []
  if (typeof property === 'string' && property.length <= longestExpression) {
    const message = propertyMistake(source, property)
    if (message !== null) mistakes.push({ path: 'property', message })
  }
  if (comparisons.some((known) => known === comparison)) {
    if (!source.comparisons.some((allowed) => allowed === comparison)) {
      mistakes.push({ path: 'comparison', message: `must be one of ${source.comparisons.join(', ')}` })
    }
  }
  if (source.target === 'number' && !isNumberOrPlaceholder(target)) {
    mistakes.push({ path: 'target', message: 'must be a number, written as a string' })
  }
  return mistakes
}

function propertyMistake(source: AssertionSource, property: string): string | null {
  if (source.property.kind === 'json-path') return jsonPathMistake(property)
  const { names } = source.property
  const known = names.some((name) => name.toLowerCase() === property.toLowerCase())
  return known ? null : `must be one of ${names.join(', ')}`
}

/** A target of another type than string is the schema's business. */
function isNumberOrPlaceholder(target: unknown): boolean {
  if (target === undefined) return false
  if (typeof target !== 'string' || target.includes('{{')) return true
  return target.trim() !== '' && Number.isFinite(Number(target))
}

function regexMistakes({ regex }: Readonly<Record<string, unknown>>): Violation[] {
  if (typeof regex !== 'string' || regex === '' || regex.length > longestExpression) return []
  const message = regularExpressionMistake(regex)
  return message === null ? [] : [{ path: 'regex', message }]
}
