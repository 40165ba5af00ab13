import { useQuery } from '@tanstack/react-query'
import { useApi } from '../api/account-context.ts'
import { groupSearchQuery } from '../resources/check-groups.ts'
import { tagsQuery } from '../resources/checks.ts'
import type { Picked } from './search-menu.tsx'

type Found = { found: readonly Picked[] | undefined; isFailed: boolean }

export function useFoundTags(search: string): Found {
  const { data, isError } = useQuery(tagsQuery(useApi(), search))
  return {
    found: data?.map(({ tag, checks }) => ({ key: tag, name: tag, note: String(checks) })),
    isFailed: isError,
  }
}

export function useFoundGroups(search: string): Found {
  const { data, isError } = useQuery(groupSearchQuery(useApi(), search))
  return { found: data?.map(({ id, name }) => ({ key: String(id), name })), isFailed: isError }
}
