import type { CheckOverview } from '@sonde/schema/checks/check-overview.ts'
import { queryOptions } from '@tanstack/react-query'
import { ApiError } from '../api/api-error.ts'
import type { Api } from '../api/api.ts'
import type { PickerOption } from './search-picker.tsx'

const mostShown = 10

/** Checks whose name or target holds the text, for a `SearchPicker`. */
export async function searchChecks(api: Api, text: string, signal: AbortSignal): Promise<PickerOption[]> {
  const query = { search: text, sort: 'name', limit: mostShown }
  const { checks } = await api.get<CheckOverview>('/v1/check-overview', query, signal)
  return checks.map(({ id, name, checkType, target }) => ({
    id,
    name,
    detail: target === null ? checkType : `${checkType} ${target}`,
  }))
}

/** The name of a check of which only the id is known; null when it is gone. */
export function checkNameQuery(api: Api, checkId: string) {
  return queryOptions({
    queryKey: [api.accountId, 'check-name', checkId],
    queryFn: async ({ signal }): Promise<string | null> => {
      try {
        return (await api.get<{ name: string }>(`/v1/checks/${checkId}`, {}, signal)).name
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null
        throw error
      }
    },
    staleTime: 60_000,
  })
}
