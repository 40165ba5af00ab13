import { useQuery } from '@tanstack/react-query'
import { useApi } from '../api/account-context.ts'
import type { Picked } from './search-menu.tsx'
import { groupOptions, tagOptions } from './queries.ts'

type Found = { found: readonly Picked[] | undefined; isFailed: boolean }

export function useFoundTags(search: string): Found {
  const { data, isError } = useQuery(tagOptions(useApi(), search))
  return {
    found: data?.map(({ tag, checks }) => ({ key: tag, name: tag, note: String(checks) })),
    isFailed: isError,
  }
}

export function useFoundGroups(search: string): Found {
  const { data, isError } = useQuery(groupOptions(useApi(), search))
  return { found: data?.map(({ id, name }) => ({ key: String(id), name })), isFailed: isError }
}
