import type { CheckType } from '@sonde/schema/check-types/check-type.ts'
import { queryOptions } from '@tanstack/react-query'
import type { EventView } from './check-type.ts'

/** The overview of a type that nothing runs, which is a file of its own. */
export function eventOverviewQuery(checkType: CheckType, { loadOverview }: EventView) {
  return queryOptions({
    queryKey: ['event-overview', checkType],
    queryFn: async () => (await loadOverview()).Overview,
    staleTime: Number.POSITIVE_INFINITY,
  })
}
