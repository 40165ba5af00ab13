import { Type, type TSchema } from 'typebox'
import { withRules, type Rule } from '../validation/annotations.ts'
import { Nullable, OneOf, component } from '../validation/building-blocks.ts'
import { jsonPathMistake } from './json-path.ts'
import { regularExpressionMistake } from './regular-expression.ts'
import type { Violation } from '../validation/violation.ts'

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
  property: PropertyRule
  target: TargetRule
  /** Of some sources each property has comparisons and targets of its own. */
  byProperty?: Readonly<Record<string, { comparisons: readonly Comparison[]; target: TargetRule }>>
}

type PropertyRule =
  | { kind: 'one-of'; names: readonly string[] }
  | { kind: 'json-path' }
  /** A regular expression whose first group, or whole match, is looked at; empty: the whole text. */
  | { kind: 'regex' }
  /** The name of a header or the like; where it is optional, an empty one means all of them. */
  | { kind: 'name'; isOptional?: true }
  /** Whatever is there has no meaning. */
  | { kind: 'ignored' }
  | { kind: 'empty' }

type TargetRule =
  | 'number'
  | 'boolean'
  | 'text'
  | { kind: 'integer'; minimum: number; maximum: number }
  | { kind: 'number'; minimum: number; maximum: number }

/** Of one check. */
export const mostAssertions = 100

/** Compiling is the one thing in a body whose cost can grow faster than its length. */
const longestExpression = 2_000

export const numberComparisons = ['EQUALS', 'NOT_EQUALS', 'GREATER_THAN', 'LESS_THAN'] as const

/** The assertion schema of a check type, with the rules of its sources. */
export function assertionSchema(
  name: string,
  sources: Readonly<Record<string, AssertionSource>>,
  { isPropertyRequired = false }: { isPropertyRequired?: boolean } = {},
) {
  const property = Type.String({
    maxLength: longestExpression,
    description: 'The part to compare: an aggregate such as avg, a name, a JSONPath or a regular expression.',
  })
  const rule: Rule = (assertion) => {
    const { source: named } = assertion
    // Own names only: every object also has a `constructor`.
    const source = typeof named === 'string' && Object.hasOwn(sources, named) ? sources[named] : undefined
    return [...(source ? sourceMistakes(source, assertion) : []), ...regexMistakes(assertion)]
  }
  const schema = withRules(
    component(
      name,
      Type.Object({
        source: OneOf(Object.keys(sources)),
        property: isPropertyRequired ? property : Type.Optional({ ...property, default: '' }),
        comparison: OneOf(comparisons),
        target: Type.Optional(Type.String({ maxLength: longestExpression, default: '' })),
        regex: Type.Optional(Nullable(Type.String({ maxLength: longestExpression }), { default: '' })),
      }),
    ),
    rule,
  )
  return { ...schema, [sourcesKey]: sources }
}

/** Under a symbol, so that neither the API document nor the serialiser sees it. */
const sourcesKey = Symbol('sources')

/** What an assertion of this schema may say about each source: forms offer that and nothing else. */
export function assertionSourcesOf(schema: TSchema): Readonly<Record<string, AssertionSource>> | undefined {
  return (schema as TSchema & { [sourcesKey]?: Readonly<Record<string, AssertionSource>> })[sourcesKey]
}

function sourceMistakes(source: AssertionSource, assertion: Readonly<Record<string, unknown>>): Violation[] {
  const { property = '', comparison, target } = assertion
  const mistakes: Violation[] = []
  if (typeof property === 'string' && property.length <= longestExpression) {
    const message = propertyMistake(source.property, property)
    if (message !== null) mistakes.push({ path: 'property', message })
  }
  const allowed = ownRules(source, property) ?? source
  const known = comparisons.find((name) => name === comparison)
  if (known !== undefined && !allowed.comparisons.includes(known)) {
    mistakes.push({ path: 'comparison', message: `must be one of ${allowed.comparisons.join(', ')}` })
  }
  const message = known !== undefined && hasNoTarget(known) ? null : targetMistake(allowed.target, target)
  if (message !== null) mistakes.push({ path: 'target', message })
  return mistakes
}

function ownRules({ byProperty = {} }: AssertionSource, property: unknown) {
  const name = Object.keys(byProperty).find(
    (known) => typeof property === 'string' && known.toLowerCase() === property.toLowerCase(),
  )
  return name === undefined ? undefined : byProperty[name]
}

/** Comparisons that look at the value alone. */
function hasNoTarget(comparison: Comparison): boolean {
  return ['IS_EMPTY', 'NOT_EMPTY', 'IS_NULL', 'NOT_NULL'].includes(comparison)
}

function propertyMistake(rule: PropertyRule, property: string): string | null {
  switch (rule.kind) {
    case 'json-path':
      return jsonPathMistake(property)
    case 'regex':
      return property === '' ? null : regularExpressionMistake(property)
    case 'empty':
      return property === '' ? null : 'must be empty for this source'
    case 'one-of': {
      const isKnown = rule.names.some((name) => name.toLowerCase() === property.toLowerCase())
      return isKnown ? null : `must be one of ${rule.names.join(', ')}`
    }
    case 'name':
      return property === '' && rule.isOptional !== true ? 'must say which part to compare' : null
    case 'ignored':
      return null
    default:
      return rule satisfies never
  }
}

/** A target of another type than string is the schema's business, and a placeholder is filled in before a run. */
function targetMistake(rule: TargetRule, target: unknown): string | null {
  if (rule === 'text') return null
  if (target !== undefined && (typeof target !== 'string' || target.includes('{{'))) return null
  const text = target ?? ''
  if (rule === 'boolean') return text === 'true' || text === 'false' ? null : 'must be true or false'
  const number = text.trim() === '' ? Number.NaN : Number(text)
  if (rule === 'number') return Number.isFinite(number) ? null : 'must be a number'
  const isInRange = number >= rule.minimum && number <= rule.maximum
  const isWhole = rule.kind !== 'integer' || Number.isInteger(number)
  const kind = rule.kind === 'integer' ? 'a whole number' : 'a number'
  return isInRange && isWhole ? null : `must be ${kind} from ${rule.minimum} to ${rule.maximum}`
}

function regexMistakes({ regex }: Readonly<Record<string, unknown>>): Violation[] {
  if (typeof regex !== 'string' || regex === '' || regex.length > longestExpression) return []
  const message = regularExpressionMistake(regex)
  return message === null ? [] : [{ path: 'regex', message }]
}
