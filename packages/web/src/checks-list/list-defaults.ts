import schema from 'sonde-schema:check-overview-query'
import type { OverviewSort } from '../resources/check-overview.ts'
import type { ChecksSearch, ListDefaults } from './search-params.ts'

/** As the API has them, read from its own schema. */
export const listDefaults = readDefaults()

/** The list is sorted or filtered by status: a new one moves the row. */
export function isByStatus({ sort = listDefaults.sort, status }: ChecksSearch): boolean {
  return sort === 'status' || status !== undefined
}

// Safe because the schema is that of the query whose types are named here.
function readDefaults(): ListDefaults {
  const { sort, order, limit, search } = schema.properties ?? {}
  return {
    sort: sort?.default as OverviewSort,
    order: order?.default as 'asc' | 'desc',
    size: limit?.default as number,
    largestSize: limit?.maximum as number,
    longestSearch: search?.maxLength as number,
  }
}
