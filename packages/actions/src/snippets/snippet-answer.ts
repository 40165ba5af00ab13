import type { Snippet } from '@sonde/schema/checks/snippet.ts'
import type { SnippetRow } from '@sonde/store/variables/snippets.ts'

export function snippetAnswer({ id, name, script, createdAt, updatedAt }: SnippetRow): Snippet {
  return {
    id,
    name,
    script,
    created_at: new Date(createdAt).toISOString(),
    updated_at: updatedAt === null ? null : new Date(updatedAt).toISOString(),
  }
}
