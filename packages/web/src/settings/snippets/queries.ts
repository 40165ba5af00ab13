import type { Snippet } from '@sonde/schema/checks/snippet.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Api } from '../../api/api.ts'

export const snippetsPageSize = 25

export function snippetsQuery(api: Api, page: number) {
  return queryOptions({
    queryKey: [api.accountId, 'snippets', page],
    queryFn: ({ signal }) =>
      api.getCounted<Snippet[]>('/v1/snippets', { limit: snippetsPageSize, page }, signal),
    placeholderData: keepPreviousData,
  })
}

export type SnippetValue = { id: number | null; name: string; script: string }

export function saveSnippet(api: Api, { id, ...body }: SnippetValue): Promise<Snippet> {
  return id === null ? api.post('/v1/snippets', body) : api.put(`/v1/snippets/${id}`, body)
}

export function deleteSnippet(api: Api, id: number): Promise<void> {
  return api.delete(`/v1/snippets/${id}`)
}
