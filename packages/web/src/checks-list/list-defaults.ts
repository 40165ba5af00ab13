import schema from 'sonde-schema:check-overview-query'
import type { OverviewSort } from '../resources/check-overview.ts'
import type { ListDefaults } from './search-params.ts'

/** As the API has them, read from its own schema. */
export const listDefaults = readDefaults()

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
