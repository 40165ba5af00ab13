import { useQuery } from '@tanstack/react-query'
import { useApi } from '../api/account-context.ts'
import { groupSearchQuery } from '../resources/check-groups.ts'
import { tagsQuery } from '../resources/checks.ts'
import type { MenuOption } from './search-menu.tsx'

type Matches = { options: readonly MenuOption[] | undefined; isFailed: boolean }

export function useTagOptions(search: string): Matches {
  const { data, isError } = useQuery(tagsQuery(useApi(), search))
  return {
    options: data?.map(({ tag, checks }) => ({ key: tag, name: tag, note: String(checks) })),
    isFailed: isError,
  }
}

export function useGroupOptions(search: string): Matches {
  const { data, isError } = useQuery(groupSearchQuery(useApi(), search))
  return { options: data?.map(({ id, name }) => ({ key: String(id), name })), isFailed: isError }
}
