import { queryOptions } from '@tanstack/react-query'
import type { RunView } from './check-type.ts'

/** What only results of one type have to show, which is a file of its own. */
export function resultDetailQuery({ detailField, loadDetail }: RunView) {
  return queryOptions({
    queryKey: ['result-detail', detailField],
    queryFn: async () => (await loadDetail()).ResultDetail,
    staleTime: Number.POSITIVE_INFINITY,
  })
}
