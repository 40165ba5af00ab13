import { CannotSend } from '../cannot-send.ts'
import type { Helper } from './helper.ts'
import type { Value } from './template-tree.ts'
import { isTruthy, textOf } from './value.ts'

type Comparison = 'gt' | 'gte' | 'lt' | 'lte'

/** Each answers true or false: as a block it chooses the branch, as `{{#if (eq A B)}}` it is a value. */
export const comparisonHelpers: Readonly<Record<string, Helper>> = {
  eq: ([a, b], options) => isSame(a, b ?? options.get('compare')),
  is: ([a, b]) => isAlike(a, b),
  isnt: ([a, b]) => !isAlike(a, b),
  gt: ([a, b]) => compares(a, 'gt', b),
  gte: ([a, b]) => compares(a, 'gte', b),
  lt: ([a, b]) => compares(a, 'lt', b),
  lte: ([a, b]) => compares(a, 'lte', b),
  unlessEq: ([a, b]) => !isSame(a, b),
  unlessGt: ([a, b]) => !compares(a, 'gt', b),
  unlessGteq: ([a, b]) => !compares(a, 'gte', b),
  unlessLt: ([a, b]) => !compares(a, 'lt', b),
  unlessLteq: ([a, b]) => !compares(a, 'lte', b),
  compare: ([a, operator, b]) => compareBy(a, textOf(operator), b),
  and: (values) => values.every(isTruthy),
  or: (values) => values.some(isTruthy),
  not: ([value]) => !isTruthy(value),
  neither: (values) => !values.some(isTruthy),
  isTruthy: ([value]) => isTruthy(value),
  isFalsey: ([value]) => !isTruthy(value),
  contains: ([collection, value]) => contains(collection, value),
  has: ([collection, value]) => contains(collection, value),
  ifEven: ([value]) => remainder(value, 2) === 0,
  ifOdd: ([value]) => Math.abs(remainder(value, 2) ?? 0) === 1,
  ifNth: ([step, value]) => remainder(value, numberOf(step)) === 0,
}

function compareBy(a: Value, operator: string, b: Value): boolean {
  switch (operator) {
    case '==':
      return isAlike(a, b)
    case '!=':
      return !isAlike(a, b)
    case '===':
      return isSame(a, b)
    case '!==':
      return !isSame(a, b)
    case '<':
      return compares(a, 'lt', b)
    case '>':
      return compares(a, 'gt', b)
    case '<=':
      return compares(a, 'lte', b)
    case '>=':
      return compares(a, 'gte', b)
    case 'typeof':
      return typeof a === textOf(b)
    default:
      throw new CannotSend(`the template uses "${operator.slice(0, 20)}", which is not a comparison operator`)
  }
}

/** An absent value and null are the same to somebody who writes a template. */
function isSame(a: Value, b: Value): boolean {
  return a === b || ((a ?? null) === null && (b ?? null) === null)
}

function isAlike(a: Value, b: Value): boolean {
  return textOf(a) === textOf(b)
}

/** As numbers when both are; a value that is absent compares with nothing. */
function compares(a: Value, comparison: Comparison, b: Value): boolean {
  const [left, right] = [numberOf(a), numberOf(b)]
  if (left !== null && right !== null) return holds(left, comparison, right)
  if (typeof a === 'string' && typeof b === 'string') return holds(a, comparison, b)
  return false
}

function holds<T extends string | number>(a: T, comparison: Comparison, b: T): boolean {
  switch (comparison) {
    case 'gt':
      return a > b
    case 'gte':
      return a >= b
    case 'lt':
      return a < b
    case 'lte':
      return a <= b
    default:
      return comparison satisfies never
  }
}

function numberOf(value: Value): number | null {
  if (typeof value === 'number') return value
  return typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value.trim()) ? Number(value) : null
}

function remainder(value: Value, step: number | null): number | null {
  const number = numberOf(value)
  return number === null || step === null || step === 0 ? null : number % step
}

function contains(collection: Value, value: Value): boolean {
  if (Array.isArray(collection)) return collection.some((entry: Value) => isAlike(entry, value))
  if (typeof collection === 'string') return textOf(value) !== '' && collection.includes(textOf(value))
  return false
}
