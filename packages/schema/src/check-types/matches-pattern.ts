import { RE2JS } from 're2js'
import { regularExpressionMistake } from './regular-expression.ts'

/** Whether a pattern of a user is found anywhere in a text; one that is none matches nothing. */
export function matchesPattern(pattern: string, text: string): boolean {
  return regularExpressionMistake(pattern) === null && RE2JS.compile(pattern).matcher(text).find()
}
