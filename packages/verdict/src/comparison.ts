import { isRecord } from '@sonde/ground/is-record.ts'
import { showResponseTime } from '@sonde/ground/shown-time.ts'
import type { Comparison } from '@sonde/schema/check-types/assertion.ts'
import { containsText } from './contains-text.ts'
import { hiddenValue } from './hidden-value.ts'
import { isSameJson, parseJson } from './json-value.ts'
import { showTarget, showValue } from './show-value.ts'
import { createWorkBudget, type WorkBudget } from './work-budget.ts'

/**
 * What an assertion looks at. `several` comes from paths that can yield more than one value, however many they
 * did yield; `unreadable` means that nobody can say what is there.
 */
export type FoundValue =
  | { kind: 'missing' }
  | {
      kind: 'one'
      value: unknown
      spelling?: Spelling
      unit?: 'milliseconds'
      /** It is compared, and shown to nobody. */
      isHidden?: boolean
    }
  | { kind: 'several'; values: readonly unknown[] }
  | { kind: 'unreadable'; why: string }

/** How targets are read that people write in several ways, as they do with versions and fingerprints. */
export type Spelling = {
  normalize(target: string): string
  /** All values in their order, for those that are greater or less than others without being numbers. */
  scale?: readonly string[]
}

/** Why the comparison does not hold, or null when it does. */
export function compare(
  found: FoundValue,
  comparison: Comparison,
  target: string,
  budget: WorkBudget = createWorkBudget(),
): string | null {
  const rule = rules[comparison]
  const question = { rule, target, budget }
  switch (found.kind) {
    case 'unreadable':
      return `expected a value ${rule.wanted(target)}, but ${found.why}`
    case 'missing':
      return compareNothing(rule, target)
    case 'one':
      return found.spelling === undefined
        ? compareOne({ ...question, unit: found.unit }, found.value)
        : compareSpelled(question, found.value, found.spelling)
    case 'several':
      return compareSeveral(question, found.values)
    default:
      return found satisfies never
  }
}

/** Why it does not hold for a value that nobody may see. */
export function describeHidden(comparison: Comparison, target: string): string {
  return `expected ${hiddenValue} ${rules[comparison].wanted(target)}`
}

/** Yes, no, or no with the reason why the question makes no sense. */
type Answer = boolean | { nonsense: string }

type Rule = {
  /** Completes "expected 24.1 …". */
  wanted: (target: string, show?: (target: string) => string) => string
  holds: (value: unknown, target: string, budget: WorkBudget) => Answer
  ifMissing: boolean
  /** Looks at an array as one thing. Otherwise the rule must hold for each of its elements. */
  takesArray: (target: string) => boolean
  /**
   * What several values must be. For `any` and `none` they are one collection, so that a value which is the
   * target itself counts as well.
   */
  among: 'every' | 'any' | 'none'
  /** Of rules that compare sizes. */
  order?: (actual: number, limit: number) => boolean
}

/** What is asked of each value. */
type Question = { rule: Rule; target: string; budget: WorkBudget; unit?: 'milliseconds' | undefined }

function compareNothing(rule: Rule, target: string): string | null {
  return rule.ifMissing ? null : `expected a value ${rule.wanted(target)}, but found none`
}

function compareOne(question: Question, value: unknown): string | null {
  const { rule, target } = question
  if (!Array.isArray(value) || rule.takesArray(target)) return compareValue(question, value)
  return compareEvery(question, value, (element) => compareValue(question, element))
}

function compareSpelled(question: Question, value: unknown, spelling: Spelling): string | null {
  const { rule, target } = question
  const wanted = spelling.normalize(target)
  const { scale } = spelling
  if (rule.order === undefined || scale === undefined) {
    return compareValue({ ...question, target: wanted }, value)
  }
  const limit = scale.indexOf(wanted)
  const expected = `expected ${showValue(value)} ${rule.wanted(wanted)}`
  if (limit === -1) return `${expected}, but the target is not one of ${scale.join(', ')}`
  return rule.order(scale.indexOf(String(value)), limit) ? null : expected
}

/** An empty list has nothing to compare: a limit that nothing was held against was not kept. */
function compareEvery(
  { rule, target }: Question,
  values: readonly unknown[],
  explain: (value: unknown) => string | null,
): string | null {
  if (values.length === 0) return compareNothing(rule, target)
  for (const [index, value] of values.entries()) {
    const error = explain(value)
    if (error !== null)
      return values.length === 1 ? error : `${error} (value ${index + 1} of ${values.length})`
  }
  return null
}

function compareSeveral(question: Question, values: readonly unknown[]): string | null {
  const { rule, target, budget } = question
  if (rule.among === 'every') {
    return compareEvery(question, values, (node) => compareOne(question, node))
  }
  if (values.length === 0) return compareNothing(rule, target)
  const found = values.filter(
    (value) => hasMember(value, target, budget) || isEqual(value, target, budget),
  ).length
  if (found > 0 === (rule.among === 'any')) return null
  const count = found === 0 ? 'none does' : found === 1 ? 'one does' : `${found} do`
  return `expected ${values.length} values ${rule.wanted(target)}, but ${count}`
}

function compareValue({ rule, target, budget, unit }: Question, value: unknown): string | null {
  budget.spend(workOf(value, target))
  const answer = rule.holds(value, target, budget)
  if (answer === true) return null
  const limit = unit === undefined ? null : toNumber(target)
  const expected =
    typeof value === 'number' && limit !== null
      ? expectedTime(rule, { value, limit, target })
      : `expected ${showValue(value)} ${rule.wanted(target)}`
  return answer === false ? expected : `${expected}, but ${answer.nonsense}`
}

/** Times as people read them: `expected 1.12 s to be below 1 s`. What would read the same keeps all its digits. */
function expectedTime(
  rule: Rule,
  { value, limit, target }: { value: number; limit: number; target: string },
): string {
  const isTold = value === limit || showResponseTime(value) !== showResponseTime(limit)
  const show = isTold ? showResponseTime : (ms: number) => `${ms} ms`
  return `expected ${show(value)} ${rule.wanted(target, () => show(limit))}`
}

/** A negated rule passes wherever the rule itself does not hold, whatever the value is. */
function negate(rule: Rule, wanted: Rule['wanted']): Rule {
  return {
    wanted,
    holds: (value, target, budget) => rule.holds(value, target, budget) !== true,
    ifMissing: !rule.ifMissing,
    takesArray: rule.takesArray,
    among: rule.among === 'any' ? 'none' : 'every',
  }
}

const elementByElement = () => false
const asOneThing = () => true

const equals: Rule = {
  wanted: (target, show = showTarget) => `to equal ${show(target)}`,
  holds: isEqual,
  ifMissing: false,
  // Whoever writes a list means the whole of it.
  takesArray: (target) => Array.isArray(readTarget(target)),
  among: 'every',
}

const contains: Rule = {
  wanted: (target) => `to contain ${showTarget(target)}`,
  holds: doesContain,
  ifMissing: false,
  takesArray: asOneThing,
  among: 'every',
}

const isEmpty: Rule = {
  wanted: () => 'to be empty',
  holds: (value) =>
    value === null ||
    value === '' ||
    (Array.isArray(value) && value.length === 0) ||
    (isRecord(value) && Object.keys(value).length === 0),
  ifMissing: true,
  takesArray: asOneThing,
  among: 'every',
}

const isNull: Rule = {
  wanted: () => 'to be null',
  holds: (value) => value === null,
  ifMissing: true,
  takesArray: asOneThing,
  among: 'every',
}

const hasKey: Rule = {
  wanted: (target) => `to have the key ${showValue(target)}`,
  holds: (value, target) => isRecord(value) && Object.hasOwn(value, target),
  ifMissing: false,
  takesArray: elementByElement,
  among: 'every',
}

const hasValue: Rule = {
  wanted: (target) => `to have the value ${showTarget(target)}`,
  holds: hasMember,
  ifMissing: false,
  takesArray: asOneThing,
  among: 'any',
}

const rules: Readonly<Record<Comparison, Rule>> = {
  EQUALS: equals,
  NOT_EQUALS: negate(equals, (target, show = showTarget) => `not to equal ${show(target)}`),
  GREATER_THAN: orderRule('above', (actual, limit) => actual > limit),
  LESS_THAN: orderRule('below', (actual, limit) => actual < limit),
  CONTAINS: contains,
  NOT_CONTAINS: negate(contains, (target) => `not to contain ${showTarget(target)}`),
  IS_EMPTY: isEmpty,
  NOT_EMPTY: negate(isEmpty, () => 'not to be empty'),
  IS_NULL: isNull,
  NOT_NULL: negate(isNull, () => 'not to be null'),
  HAS_KEY: hasKey,
  NOT_HAS_KEY: negate(hasKey, (target) => `not to have the key ${showValue(target)}`),
  HAS_VALUE: hasValue,
  NOT_HAS_VALUE: negate(hasValue, (target) => `not to have the value ${showTarget(target)}`),
}

function orderRule(side: string, isInOrder: (actual: number, limit: number) => boolean): Rule {
  return {
    wanted: (target, show = showTarget) => `to be ${side} ${show(target)}`,
    holds: (value, target) => {
      const limit = toNumber(target)
      if (limit === null) return { nonsense: 'the target is not a number' }
      const actual = typeof value === 'string' ? toNumber(value) : value
      return typeof actual === 'number' ? isInOrder(actual, limit) : { nonsense: 'it is not a number' }
    },
    ifMissing: false,
    takesArray: elementByElement,
    among: 'every',
    order: isInOrder,
  }
}

/** The type of what was found decides how the target is read. */
function isEqual(value: unknown, target: string, budget: WorkBudget): boolean {
  budget.spend(workOf(value, target))
  switch (typeof value) {
    case 'string':
      return value === target
    case 'number':
      return value === toNumber(target)
    case 'boolean':
      return String(value) === target
    default: {
      if (value === null) return target === 'null'
      const parsed = readTarget(target)
      return parsed !== undefined && isSameJson(value, parsed)
    }
  }
}

function doesContain(value: unknown, target: string, budget: WorkBudget): boolean {
  if (typeof value === 'string') return containsText(value, target)
  if (typeof value === 'number' || typeof value === 'boolean') return String(value).includes(target)
  return Array.isArray(value) && hasMember(value, target, budget)
}

function hasMember(value: unknown, target: string, budget: WorkBudget): boolean {
  const members = Array.isArray(value) ? value : isRecord(value) ? Object.values(value) : []
  return members.some((member) => isEqual(member, target, budget))
}

function toNumber(text: string): number | null {
  const number = text.trim() === '' ? Number.NaN : Number(text)
  return Number.isFinite(number) ? number : null
}

/** Looking at so many characters takes about as long as one step of a pattern. */
const charactersPerUnit = 16

/** Of each name of an object that is listed. */
const nameWork = 10

/** Of one look at a value and a target. Members count when it is their turn, beside the list of their names. */
function workOf(value: unknown, target: string): number {
  const size =
    typeof value === 'string'
      ? value.length / charactersPerUnit
      : Array.isArray(value)
        ? 0
        : isRecord(value)
          ? nameWork * Object.keys(value).length
          : 0
  return 1 + size + target.length / charactersPerUnit
}

let lastTarget: { text: string; value: unknown } = { text: 'null', value: null }

/** One target is compared with many values. */
function readTarget(text: string): unknown {
  if (lastTarget.text !== text) lastTarget = { text, value: parseJson(text) }
  return lastTarget.value
}
