import type { Assertion } from '@sonde/schema/check-types/assertion.ts'
import type { AssertionResult } from '@sonde/schema/check-types/assertion-result.ts'
import { compare, describeHidden, type FoundValue } from './comparison.ts'
import { cutText } from './cut-text.ts'
import { hiddenValue } from './hidden-value.ts'
import { writeBeginning } from './json-beginning.ts'
import { createWorkBudget, type WorkBudget } from './work-budget.ts'

/** The second limit is for bytes that are no text: as JSON, each of them can be six characters. */
const longestActual = { bytes: 10_240, json: 16_384 }

/**
 * Of a value that is shown as it is. The service takes no message of agents that is nested deeper than a hundred
 * levels or holds more than 300,000 values, and a check may have a hundred assertions.
 */
const mostOfActual = { depth: 32, values: 1_000 }

/** Finds what an assertion looks at. */
export type FindValue = (assertion: Assertion, budget: WorkBudget) => FoundValue

/** All of them, in their order, whatever became of the ones before. They share one budget. */
export function evaluateAssertions(
  assertions: readonly Assertion[],
  find: FindValue,
  budget: WorkBudget = createWorkBudget(),
): AssertionResult[] {
  return assertions.map((assertion, order) => evaluate(assertion, order, { find, budget }))
}

/**
 * Without a document there is nothing to evaluate. `error` is null when the missing answer was what the check
 * wants.
 */
export function listUnevaluated(
  assertions: readonly Assertion[],
  error: 'not evaluated' | null,
): AssertionResult[] {
  return assertions.map((assertion, order) => ({ ...describe(assertion, order), actual: null, error }))
}

function evaluate(
  assertion: Assertion,
  order: number,
  { find, budget }: { find: FindValue; budget: WorkBudget },
): AssertionResult {
  const described = describe(assertion, order)
  try {
    const found = withUnit(find(assertion, budget), assertion)
    const { comparison, target } = assertion
    const error = compare(found, comparison, target, budget)
    if (found.kind === 'one' && found.isHidden === true) {
      const shown = error === null ? null : describeHidden(comparison, target)
      return { ...described, actual: hiddenValue, error: shown }
    }
    return { ...described, actual: cutActual(found), error }
  } catch (error) {
    // Too much work, or values nested a hundred thousand deep, which overflow the stack of whatever looks at them.
    if (!(error instanceof RangeError)) throw error
    return { ...described, actual: null, error: `could not be evaluated: ${error.message}` }
  }
}

/** What these look at is a time in every type of check. */
const timeSources: ReadonlySet<string> = new Set(['RESPONSE_TIME', 'LATENCY'])

function withUnit(found: FoundValue, { source }: Assertion): FoundValue {
  return found.kind === 'one' && timeSources.has(source) ? { ...found, unit: 'milliseconds' } : found
}

function describe({ source, property, comparison, target, regex }: Assertion, order: number) {
  return { order, source, property, comparison, target, regex }
}

function cutActual(found: FoundValue): unknown {
  switch (found.kind) {
    case 'missing':
    case 'unreadable':
      return null
    case 'one':
      return cutValue(found.value)
    case 'several':
      return cutValue(found.values)
    default:
      return found satisfies never
  }
}

/** What is too long becomes the beginning of its text. */
function cutValue(value: unknown): unknown {
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return value
  if (typeof value === 'string') return cutText(value, longestActual)
  const text = writeBeginning(value, longestActual.bytes + 1)
  const isShownWhole = Buffer.byteLength(text) <= longestActual.bytes && isSmall(value)
  return isShownWhole ? value : cutText(text, longestActual)
}

/** Whether a value neither nests deep nor has many parts. */
function isSmall(value: unknown): boolean {
  let left = mostOfActual.values
  function fits(part: unknown, depth: number): boolean {
    left -= 1
    if (left < 0 || depth > mostOfActual.depth) return false
    return (
      typeof part !== 'object' ||
      part === null ||
      Object.values(part).every((inner) => fits(inner, depth + 1))
    )
  }
  return fits(value, 0)
}
