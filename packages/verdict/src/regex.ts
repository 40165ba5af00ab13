import { RE2JS } from 're2js'
import {
  isPatternTooLarge,
  patternSteps,
  regularExpressionMistake,
} from '@sonde/schema/check-types/regular-expression.ts'
import { TooMuchWork, type WorkBudget } from './work-budget.ts'

/** Of compiling one step of a pattern, compared with running it for one character. */
const compileWork = 50

/** Compiling costs more than most matches, and the same check comes again every few seconds. */
const compiled = new Map<string, RE2JS>()
const mostCompiled = 500

/**
 * The linear-time form of a pattern, or null for one that does not exist there. Patterns are validated when a check
 * is saved, but one may also come out of a document or out of a variable: one that is too large is too much work.
 */
export function compileRegex(pattern: string, budget: WorkBudget): RE2JS | null {
  const known = compiled.get(pattern)
  if (known !== undefined) return known
  budget.spend(pattern.length)
  if (isPatternTooLarge(pattern)) throw new TooMuchWork()
  budget.spend(compileWork * patternSteps(pattern))
  if (regularExpressionMistake(pattern) !== null) return null
  const regex = RE2JS.compile(pattern)
  if (compiled.size >= mostCompiled) compiled.clear()
  compiled.set(pattern, regex)
  return regex
}

/** The same for a pattern as people write it: surrounding slashes are dropped, since nobody means them. */
function compileWritten(pattern: string, budget: WorkBudget): RE2JS | null {
  return compileRegex(/^\/(.+)\/$/s.exec(pattern)?.[1] ?? pattern, budget)
}

export type Extract = { kind: 'text'; text: string } | { kind: 'no-match' } | { kind: 'bad-pattern' }

/** What the first match of a pattern gives: its first capture group, or all of it when there is no group. */
export function extractFirst(pattern: string, text: string, budget: WorkBudget): Extract {
  const regex = compileWritten(pattern, budget)
  if (regex === null) return { kind: 'bad-pattern' }
  spendOnMatch(regex, text, budget)
  const matcher = regex.matcher(text)
  if (!matcher.find()) return { kind: 'no-match' }
  const found = matcher.group(regex.groupCount() > 0 ? 1 : 0)
  return found === null ? { kind: 'no-match' } : { kind: 'text', text: found }
}

/** Linear time still means every step of a pattern for every character: a large one on a megabyte takes a minute. */
export function spendOnMatch(regex: RE2JS, { length }: string, budget: WorkBudget): void {
  budget.spend(regex.programSize() * (length + 1))
}
