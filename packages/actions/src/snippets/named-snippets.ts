import type { Violation } from '@sonde/schema/validation/violation.ts'
import { keepSnippet } from '@sonde/store/variables/snippets.ts'
import type { Db } from '@sonde/store/engine/store.ts'

const fields = ['setupSnippetId', 'tearDownSnippetId'] as const

/** Snippets that a check or a group names must exist in its account. Inside `write`, they stay until it ends. */
export async function unknownSnippets(
  db: Db,
  accountId: string,
  document: Readonly<Record<string, unknown>>,
): Promise<Violation[]> {
  const violations: Violation[] = []
  for (const path of fields) {
    const id = document[path] ?? null
    if (id === null) continue
    const isKnown = typeof id === 'number' && (await keepSnippet(db, { accountId, id }))
    if (!isKnown) violations.push({ path, message: 'is not a snippet of this account' })
  }
  return violations
}
