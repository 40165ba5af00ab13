import { windowOf, type Range } from '../parts/range.ts'
import type { OverviewSearch } from './search-params.ts'

/** What the address must say so that whoever opens it, whenever, sees the same: fixed ends instead of "the last 3 hours". */
export function momentSearch(search: OverviewSearch, range: Range, now: number): OverviewSearch {
  const { range: _range, ...rest } = search
  const { from, to } = windowOf(range, now)
  return { ...rest, from, to }
}
