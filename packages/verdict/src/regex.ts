import { RE2JS } from 're2js'
import { regularExpressionMistake } from '@sonde/schema/check-types/regular-expression.ts'

/** Compiling costs more than most matches, and the same check comes again every few seconds. */
const compiled = new Map<string, RE2JS>()
const mostCompiled = 500

/**
 * The linear-time form of a pattern, or null for one that does not exist there or would be too large. Patterns
 * are validated when a check is saved, but one may also come out of a document or out of a variable.
 */
export function compileRegex(pattern: string): RE2JS | null {
  const known = compiled.get(pattern)
  if (known !== undefined) return known
  if (regularExpressionMistake(pattern) !== null) return null
  const regex = RE2JS.compile(pattern)
  if (compiled.size >= mostCompiled) compiled.clear()
  compiled.set(pattern, regex)
  return regex
}

/** The same for a pattern as people write it: surrounding slashes are dropped, since nobody means them. */
export function compileWritten(pattern: string): RE2JS | null {
  return compileRegex(/^\/(.+)\/$/s.exec(pattern)?.[1] ?? pattern)
}

export type Extract = { kind: 'text'; text: string } | { kind: 'no-match' } | { kind: 'bad-pattern' }

/** What the first match of a pattern gives: its first capture group, or all of it when there is no group. */
export function extractFirst(pattern: string, text: string): Extract {
  const regex = compileWritten(pattern)
  if (regex === null) return { kind: 'bad-pattern' }
  const matcher = regex.matcher(text)
  if (!matcher.find()) return { kind: 'no-match' }
  const found = matcher.group(regex.groupCount() > 0 ? 1 : 0)
  return found === null ? { kind: 'no-match' } : { kind: 'text', text: found }
}
