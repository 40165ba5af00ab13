import type { Violation } from '@sonde/schema/validation/violation.ts'

const fields = ['setupSnippetId', 'tearDownSnippetId'] as const

type Document = Readonly<Record<string, unknown>>

/** The snippets that a check or a group names. */
export function snippetIdsIn(document: Document): number[] {
  return fields.flatMap((field) => {
    const id = document[field]
    return typeof id === 'number' ? [id] : []
  })
}

/** Snippets that a check or a group names must exist in its account: `known` are those that do. */
export function unknownSnippets(document: Document, known: ReadonlySet<number>): Violation[] {
  return fields.flatMap((path): Violation[] => {
    const id = document[path] ?? null
    if (id === null || (typeof id === 'number' && known.has(id))) return []
    return [{ path, message: 'is not a snippet of this account' }]
  })
}
