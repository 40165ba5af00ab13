import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Api } from '../api/api.ts'
import type { Answer } from '../api/operation.ts'
import { pageAfter, pageSize } from '../api/pages.ts'

export type Snippet = Answer<'GET /v1/snippets/{id}'>

/** Begins the keys of all that is read here, behind the account. */
export const snippetsKey = ['snippets'] as const

export const snippetsPerPage = 25

export function snippetsQuery(api: Api, page: number) {
  return queryOptions({
    queryKey: [api.accountId, ...snippetsKey, page],
    queryFn: ({ signal }) =>
      api.callCounted('GET /v1/snippets', { query: { limit: snippetsPerPage, page }, signal }),
    placeholderData: keepPreviousData,
  })
}

/** All of them, page by page, as far as somebody asks for them. */
export function snippetPagesQuery(api: Api) {
  return infiniteQueryOptions({
    queryKey: [api.accountId, ...snippetsKey, 'pages'],
    queryFn: ({ pageParam, signal }) =>
      api.call('GET /v1/snippets', { query: { limit: pageSize, page: pageParam }, signal }),
    initialPageParam: 1,
    getNextPageParam: pageAfter,
    staleTime: 30_000,
  })
}

export type SnippetValue = { id: number | null; name: string; script: string }

export function saveSnippet(api: Api, { id, ...body }: SnippetValue): Promise<Snippet> {
  return id === null
    ? api.call('POST /v1/snippets', { body })
    : api.call('PUT /v1/snippets/{id}', { params: { id }, body })
}

export async function deleteSnippet(api: Api, id: number): Promise<void> {
  await api.call('DELETE /v1/snippets/{id}', { params: { id } })
}
