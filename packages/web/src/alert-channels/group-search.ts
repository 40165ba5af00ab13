import { queryOptions } from '@tanstack/react-query'
import { ApiError } from '../api/api-error.ts'
import type { Api } from '../api/api.ts'
import type { PickerOption } from '../parts/search-picker.tsx'

type NamedGroup = { id: number; name: string }

/**
 * The API finds a group by its whole name, in any case, and lists the newest ones. Both together are what somebody who
 * types sees: those of the newest whose name holds the text, and the one that is called exactly so.
 */
export async function findGroups(api: Api, text: string, signal: AbortSignal): Promise<PickerOption[]> {
  const newest = api.get<NamedGroup[]>('/v1/check-groups', { limit: 100 }, signal)
  const named =
    text === '' ? [] : api.get<NamedGroup[]>('/v1/check-groups', { name: text, limit: 10 }, signal)
  const wanted = text.toLowerCase()
  const found = new Map<number, string>()
  for (const { id, name } of await named) found.set(id, name)
  for (const { id, name } of await newest) if (name.toLowerCase().includes(wanted)) found.set(id, name)
  return [...found].slice(0, 10).map(([id, name]) => ({ id: String(id), name }))
}

/** The name of a group of which only the id is known; null when it is gone. */
export function groupNameQuery(api: Api, groupId: number) {
  return queryOptions({
    queryKey: [api.accountId, 'group-name', groupId],
    queryFn: async ({ signal }): Promise<string | null> => {
      try {
        return (await api.get<{ name: string }>(`/v1/check-groups/${groupId}`, {}, signal)).name
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null
        throw error
      }
    },
    staleTime: 60_000,
  })
}
