import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Api } from '../../api/api.ts'
import { searchGroups } from '../../resources/check-groups.ts'
import { searchChecks } from '../../resources/check-overview.ts'

/** What a trigger runs. */
export type Target = { kind: 'check' | 'group'; id: string; name: string }

const limit = 20

/** Those whose name holds the text. */
export function targetsQuery(api: Api, kind: Target['kind'], search: string) {
  return queryOptions({
    queryKey: [api.accountId, 'deployment-targets', kind, search],
    queryFn: async ({ signal }): Promise<Target[]> => {
      const targets =
        kind === 'check'
          ? await searchChecks(api, { search, limit }, signal)
          : await searchGroups(api, { search, limit }, signal)
      return targets.map(({ id, name }) => ({ kind, id: String(id), name }))
    },
    placeholderData: keepPreviousData,
  })
}
