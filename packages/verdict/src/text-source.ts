import type { Assertion } from '@sonde/schema/check-types/assertion.ts'
import type { FoundValue } from './comparison.ts'
import { extractFirst } from './regex.ts'
import type { WorkBudget } from './work-budget.ts'

/** What an assertion looks at in a text: all of it, or what the first match of its pattern gives. */
export function findInText(
  text: string,
  { property, regex }: Pick<Assertion, 'property' | 'regex'>,
  budget: WorkBudget,
): FoundValue {
  const pattern = property === '' ? (regex ?? '') : property
  if (pattern === '') return { kind: 'one', value: text }
  const found = extractFirst(pattern, text, budget)
  switch (found.kind) {
    case 'text':
      return { kind: 'one', value: found.text }
    case 'no-match':
      return { kind: 'missing' }
    case 'bad-pattern':
      return { kind: 'unreadable', why: 'its pattern is not supported' }
    default:
      return found satisfies never
  }
}
