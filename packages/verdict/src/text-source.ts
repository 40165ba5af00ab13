import type { Assertion } from '@sonde/schema/check-types/assertion.ts'
import type { FoundValue } from './comparison.ts'
import { compileWritten, extractFirst } from './regex.ts'

/**
 * Linear time still means every step of a pattern for every character: a large pattern on a megabyte takes a
 * minute, and nothing else runs meanwhile. So much work in all takes a second or two in the worst case.
 */
const mostWork = 50_000_000

/** What the patterns of one run may cost together, in steps of the pattern times characters. */
export type PatternBudget = { left: number }

export function createPatternBudget(): PatternBudget {
  return { left: mostWork }
}

/**
 * What an assertion looks at in a text: all of it, or what the first match of its pattern gives. The assertions of
 * one run share a budget.
 */
export function findInText(
  text: string,
  { property, regex }: Pick<Assertion, 'property' | 'regex'>,
  budget: PatternBudget = createPatternBudget(),
): FoundValue {
  const pattern = property === '' ? (regex ?? '') : property
  if (pattern === '') return { kind: 'one', value: text }
  const steps = compileWritten(pattern)?.programSize()
  if (steps === undefined) return { kind: 'unreadable', why: 'its pattern is not supported' }
  budget.left -= steps * text.length
  if (budget.left < 0) {
    return {
      kind: 'unreadable',
      why: `the patterns of this check are too much work for a text of ${text.length} characters`,
    }
  }
  const found = extractFirst(pattern, text)
  return found.kind === 'text' ? { kind: 'one', value: found.text } : { kind: 'missing' }
}
