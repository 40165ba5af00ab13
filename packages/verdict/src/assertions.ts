import type { Assertion } from '@sonde/schema/assertion.ts'
import type { AssertionResult } from '@sonde/schema/assertion-result.ts'
import { compare, type FoundValue } from './comparison.ts'

/** Bytes of UTF-8. */
const longestActual = 10_240

/** All of them, in their order, whatever became of the ones before. */
export function evaluateAssertions(
  assertions: readonly Assertion[],
  find: (assertion: Assertion) => FoundValue,
): AssertionResult[] {
  return assertions.map((assertion, order) => evaluate(assertion, order, find))
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
  find: (assertion: Assertion) => FoundValue,
): AssertionResult {
  const described = describe(assertion, order)
  try {
    const found = find(assertion)
    const error = compare(found, assertion.comparison, assertion.target)
    return { ...described, actual: cutActual(found), error }
  } catch (error) {
    // Values nested a hundred thousand deep overflow the stack of whatever looks at them.
    if (!(error instanceof RangeError)) throw error
    return { ...described, actual: null, error: `could not be evaluated: ${error.message}` }
  }
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
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  // No character takes more than three bytes for each of its units.
  if (text.length * 3 <= longestActual) return value
  const bytes = Buffer.from(text.slice(0, longestActual + 1))
  if (bytes.length <= longestActual) return value
  let end = longestActual
  while (isContinuation(bytes[end])) end -= 1
  return bytes.toString('utf8', 0, end)
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80
}
