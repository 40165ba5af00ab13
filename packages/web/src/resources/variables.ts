import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Api } from '../api/api.ts'
import type { Answer } from '../api/operation.ts'

export type Variable = Answer<'GET /v1/variables'>[number]

/** Begins the keys of all that is read here, behind the account. */
export const variablesKey = ['variables'] as const

export const variablesPerPage = 50

export function variablesQuery(api: Api, page: number) {
  return queryOptions({
    queryKey: [api.accountId, ...variablesKey, page],
    queryFn: ({ signal }) =>
      api.callCounted('GET /v1/variables', { query: { limit: variablesPerPage, page }, signal }),
    placeholderData: keepPreviousData,
  })
}

/** As many names as one page has, to suggest them. */
export function variableNamesQuery(api: Api) {
  return queryOptions({
    queryKey: [api.accountId, ...variablesKey, 'names'],
    queryFn: async ({ signal }) => {
      const variables = await api.call('GET /v1/variables', { query: { limit: 100 }, signal })
      return variables.map(({ key }) => key)
    },
    staleTime: 30_000,
  })
}

export type VariableValue = { key: string; value: string; locked: boolean; secret: boolean }

export async function createVariable(api: Api, variable: VariableValue): Promise<void> {
  await api.call('POST /v1/variables', { body: variable })
}

export async function replaceVariable(api: Api, { key, ...body }: VariableValue): Promise<void> {
  await api.call('PUT /v1/variables/{key}', { params: { key }, body })
}

export async function deleteVariable(api: Api, key: string): Promise<void> {
  await api.call('DELETE /v1/variables/{key}', { params: { key } })
}
