import type { Variable } from '@sonde/schema/variables/variable.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Api } from '../../api/api.ts'

export const variablesPageSize = 50

export function variablesQuery(api: Api, page: number) {
  return queryOptions({
    queryKey: [api.accountId, 'variables', page],
    queryFn: ({ signal }) =>
      api.getCounted<Variable[]>('/v1/variables', { limit: variablesPageSize, page }, signal),
    placeholderData: keepPreviousData,
  })
}

export type VariableValue = { key: string; value: string; locked: boolean; secret: boolean }

export function createVariable(api: Api, variable: VariableValue): Promise<unknown> {
  return api.post('/v1/variables', variable)
}

export function setVariable(api: Api, { key, value, locked, secret }: VariableValue): Promise<unknown> {
  return api.put(`/v1/variables/${encodeURIComponent(key)}`, { value, locked, secret })
}

export function deleteVariable(api: Api, key: string): Promise<void> {
  return api.delete(`/v1/variables/${encodeURIComponent(key)}`)
}
